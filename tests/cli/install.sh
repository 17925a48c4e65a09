#!/bin/sh
# What `make install` puts where, and what the binary, the library and the manual promise.
. tests/cli/tap.inc

make=${MAKE:-make}
root=$dir/root
$make -s install DESTDIR="$root" PREFIX=/opt/musket >"$dir/install.txt" 2>&1 ||
    { echo "not ok make install"; sed 's/^/# /' "$dir/install.txt"; exit 1; }
at=$root/opt/musket
version=$(sed -n 's/^#define MK_VERSION "\(.*\)"/\1/p' include/musket.h)
soname=libmusket.so.${version%.*}

for file in bin/musket include/musket.h lib/libmusket.a lib/libmusket.so.$version \
    lib/pkgconfig/musket.pc lib/systemd/system/musket.service share/man/man1/musket.1 \
    share/doc/musket/LICENSE share/doc/musket/THIRD-PARTY.md share/doc/musket/third-party.txt; do
    check "make install: $file" test -s "$at/$file"
done
check 'nothing is left to fill in' sh -c "! grep -rlE '@[A-Z]+@' '$at/lib/pkgconfig' '$at/lib/systemd' '$at/share/man'"
says "musket $version" "$at/bin/musket" version
check 'the version stands in one place' sh -c "! git grep -nF '\"$version\"' -- . ':!include/musket.h' \
    ':!web/package-lock.json' ':!data' 2>/dev/null"

# The library: a soname of its own version, and only what musket.h declares.
check 'the library names its version' sh -c "readelf -d '$at/lib/libmusket.so' | grep -q 'soname: .$soname.'"
nm -D --defined-only "$at/lib/libmusket.so" | awk '$2 ~ /[TDBRV]/ { sub(/@.*/, "", $3); print $3 }' |
    sort -u >"$dir/exported"
check 'the library exports something' test -s "$dir/exported"
check 'the library exports mk_ symbols only' sh -c "! grep -v '^mk_' '$dir/exported'"
grep -o '\bmk_[a-z0-9_]*' include/musket.h | sort -u >"$dir/declared"
check 'the library exports nothing that musket.h does not declare' \
    sh -c "[ -z \"\$(comm -23 '$dir/exported' '$dir/declared')\" ]"

# A foreign program finds it as it was installed.
flags="-I$at/include" libs="-L$at/lib -lmusket"
if command -v pkg-config >/dev/null; then
    pc="env PKG_CONFIG_PATH=$at/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root pkg-config"
    check 'pkg-config knows the version' sh -c "[ \$($pc --modversion musket) = $version ]"
    flags=$($pc --cflags musket) libs=$($pc --libs musket)
fi
# shellcheck disable=SC2086
check 'a foreign program compiles' ${CC:-gcc} $flags docs/examples/random_game.c $libs -o "$dir/foreign"
check 'and runs' env LD_LIBRARY_PATH="$at/lib" "$dir/foreign" p77 42

# Hardening.
readelf -hldW "$at/bin/musket" >"$dir/elf"
nm -D "$at/bin/musket" >"$dir/imports"
check 'position independent' grep -q 'DYN (Position-Independent' "$dir/elf"
check 'read-only after relocation' grep -q 'GNU_RELRO' "$dir/elf"
check 'bound at the start' grep -q 'BIND_NOW\|Flags: NOW' "$dir/elf"
check 'no executable stack' grep -q 'GNU_STACK .* RW ' "$dir/elf"
check 'stack protector' grep -q '__stack_chk_fail' "$dir/imports"
check 'checked copies' grep -q '__[a-z]*_chk' "$dir/imports"

# The manual has every command and every option of each.
sed 's/\\-/-/g' "$at/share/man/man1/musket.1" >"$dir/manual"
for command in $("$at/bin/musket" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    check "manual: musket $command" grep -q "musket $command" "$dir/manual"
    sed -n "/^.SS.*musket $command\b/,/^.S[SH]/p" "$dir/manual" >"$dir/section"
    for option in $("$at/bin/musket" help "$command" | sed -n 's/^  \(--[a-z-]*\) .*/\1/p'); do
        [ "$option" = --help ] || check "manual: musket $command $option" grep -q -- "$option\b" "$dir/section"
    done
done
if command -v groff >/dev/null; then
    groff -man -ww -Tutf8 "$at/share/man/man1/musket.1" >/dev/null 2>"$dir/groff"
    check 'the manual is well formed' test ! -s "$dir/groff"
fi

# The unit is one, and as closed as it can be.
if command -v systemd-analyze >/dev/null; then
    unit=$at/lib/systemd/system/musket.service
    sed "s|/opt/musket|$at|" "$unit" >"$dir/musket.service"
    systemd-analyze verify --man=no "$dir/musket.service" >"$dir/unit" 2>&1
    check 'systemd understands the unit' sh -c "! grep musket.service '$dir/unit'"
    check 'the unit is sandboxed' systemd-analyze security --offline=yes --threshold=20 "$dir/musket.service"
fi

# The container brings each library that the binary asks for.
if command -v dpkg-query >/dev/null && grep -q '^ID=debian' /etc/os-release; then
    for library in $(readelf -d build/musket | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p'); do
        package=$(dpkg-query -S "*/$library" 2>/dev/null | sed -n '1s/:.*//p')
        case $package in libc6* | '') continue ;; esac
        check "Containerfile: $package for $library" grep -qw -- "$package" Containerfile
    done
fi

$make -s uninstall DESTDIR="$root" PREFIX=/opt/musket >"$dir/uninstall.txt" 2>&1
check 'make uninstall leaves no file' sh -c "[ -z \"\$(find '$root' ! -type d)\" ]"
