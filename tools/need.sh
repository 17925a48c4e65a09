#!/bin/sh
# Installs the Debian packages that a step of the build needs and this machine lacks, all of them
# in one call of apt-get.
#
#   tools/need.sh build|test|postgres|mpi|mutate|browser|fuzz|format|map
#
# Whether a package is missing is asked of the compiler and the shell, not of dpkg: a library
# that came by another way is as good. Steps that make starts at the same time follow one another.
set -eu
cd "$(dirname "$0")/.."

has_program() { command -v "$1" >/dev/null; }
has_header() { echo "#include <$1>" | cc -x c -E - >/dev/null 2>&1; }
has_cmocka() {
    printf '#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n%s' \
        '#include <cmocka.h>' | cc -x c -E - >/dev/null 2>&1
}
has_libpq() {
    echo '#include <libpq-fe.h>' | cc -x c -I "$(pg_config --includedir 2>/dev/null)" -E - >/dev/null 2>&1
}
has_postgres() { test -x "$(pg_config --bindir 2>/dev/null)/initdb"; }
has_fuzzer() {
    echo 'int LLVMFuzzerTestOneInput(const char *p, long n) { return p && n ? 0 : 0; }' |
        clang -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null
}
has_node() { node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null; }

missing=
need() { # package, then the question whether it is there
    package=$1
    shift
    "$@" || missing="$missing $package"
}

need_build() {
    need gcc has_program cc
    need libc6-dev has_header stdio.h
    need libjansson-dev has_header jansson.h
    need libssl-dev has_header openssl/ssl.h
    need libsodium-dev has_header sodium.h
    need libsqlite3-dev has_header sqlite3.h
    need libpq-dev has_libpq
    need libcurl4-openssl-dev has_header curl/curl.h
    need zlib1g-dev has_header zlib.h
    need nodejs has_node # builds the page; npm comes by web/tools/npm.mjs
}
need_postgres() { need postgresql has_postgres; } # for tests; one of their own is started
need_mpi() {
    need libopenmpi-dev has_program mpicc
    need openmpi-bin has_program mpirun
}
need_cmocka() { need libcmocka-dev has_cmocka; }
need_browser() { need chromium has_program chromium; }
need_clang() { need clang has_program clang; }
need_format() { need clang-format has_program clang-format; }
need_python() { need python3 has_program python3; } # the examples of docs are tried

need_all() { # of one step
    case $1 in
    build) need_build ;;
    browser) need_build && need_browser ;;
    test)
        need_build && need_cmocka && need_postgres && need_mpi && need_browser && need_clang &&
            need_format && need_python
        ;;
    postgres) need_build && need_postgres ;;
    mpi) need_build && need_mpi ;;
    mutate) need_build && need_cmocka ;;
    fuzz)
        need_build && need_clang
        need libclang-rt-14-dev has_fuzzer
        ;;
    format) need_format ;;
    map)
        need_build
        need gmt has_program gmt
        need gmt-gshhg-full test -e /usr/share/gmt-gshhg/binned_GSHHS_f.nc
        ;;
    *)
        echo "tools/need.sh: no such step: $1" >&2
        exit 2
        ;;
    esac
}

# One at a time, before anything is asked: what another step installs is not missing any more.
mkdir -p build
if has_program flock; then
    exec 9>build/need.lock
    flock 9
fi

step=$1
need_all "$step"
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

# apt-get waits for dpkg's lock by itself; for those of its lists and archives it has to be asked
# again. Only our own lock is kept from what it starts.
errors=build/need.err
apt() {
    tries=0
    until $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -o DPkg::Lock::Timeout=600 "$@" 2>$errors 9>&-; do
        tries=$((tries + 1))
        if [ $tries -eq 300 ] || ! grep -q 'Could not get lock' $errors; then
            cat $errors >&2
            return 1
        fi
        [ $tries -gt 1 ] || echo "Somebody else is installing: waiting for apt's lock."
        sleep 2
    done
    cat $errors >&2
}

# Packages are looked up afresh only if the lists at hand do not lead to them.
# shellcheck disable=SC2086
install() { apt install -y --no-install-recommends $missing; }
# shellcheck disable=SC2086
known() { apt-get -s --no-install-recommends install $missing >/dev/null 2>&1; }

echo "Musket needs, and this machine lacks:$missing."
echo "They and what they depend on are installed now:"
echo "    ${as_root:+sudo }apt-get install --no-install-recommends$missing"
allowed() { ! grep -q '^sudo: ' $errors; }
: >$errors
{ known && install; } || { allowed && apt update && install; } || {
    echo "That did not work. As root, please: apt-get update && apt-get install$missing" >&2
    exit 1
}
missing=
need_all "$step"
[ -z "$missing" ] || {
    echo "apt-get has installed them, but these cannot be used:$missing. Is another version in the way?" >&2
    exit 1
}
