#!/bin/sh
# Installs the Debian packages that a step of the build needs and this machine lacks.
#
#   tools/need.sh build|test|fuzz|format|page|browser|map
#
# Whether a package is missing is asked of the compiler and the shell, not of dpkg: a library
# that came by another way is as good.
set -eu

has_header() { echo "#include <$1>" | cc -x c -E - >/dev/null 2>&1; }
has_cmocka() {
    printf '#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n%s' \
        '#include <cmocka.h>' | cc -x c -E - >/dev/null 2>&1
}
has_program() { command -v "$1" >/dev/null; }
has_fuzzer() {
    echo 'int LLVMFuzzerTestOneInput(const char *p, long n) { return p && n ? 0 : 0; }' |
        clang -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null
}

missing=
need() { # package, then the question whether it is there
    package=$1
    shift
    "$@" || missing="$missing $package"
}

need libc6-dev has_header stdio.h
need libjansson-dev has_header jansson.h
need libwebsockets-dev has_header libwebsockets.h
need libsodium-dev has_header sodium.h
need libsqlite3-dev has_header sqlite3.h
need libcurl4-openssl-dev has_header curl/curl.h
need zlib1g-dev has_header zlib.h
case $1 in
build) ;;
test) need libcmocka-dev has_cmocka ;;
format) need clang-format has_program clang-format ;;
page)
    need nodejs has_program node
    need npm has_program npm
    ;;
browser) need chromium has_program chromium ;;
map)
    need nodejs has_program node
    need gmt has_program gmt
    need gmt-gshhg-full test -e /usr/share/gmt-gshhg/binned_GSHHS_f.nc
    ;;
fuzz)
    need clang has_program clang
    need libclang-rt-14-dev has_fuzzer
    ;;
*)
    echo "tools/need.sh: no such step: $1" >&2
    exit 2
    ;;
esac
[ -n "$missing" ] || exit 0

if ! has_program apt-get; then
    echo "Musket needs, and this machine lacks:$missing (names as in Debian). Please install." >&2
    exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! has_program sudo; then
        echo "Musket needs:$missing. Please run as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Musket needs, and this machine lacks:$missing. Installing with apt-get."
# Packages are looked up afresh only if the lists at hand do not lead to them.
# shellcheck disable=SC2086
install() { DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -q --no-install-recommends $missing; }
install || { $as_root apt-get update -q && install; }
