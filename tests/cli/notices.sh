#!/bin/sh
# THIRD-PARTY.md names what others made and Musket ships or uses, and nothing else.
. tests/cli/tap.inc

notices=THIRD-PARTY.md
rows() { sed -n "/^## $1/,/^## /p" "$notices" | sed -n 's/^| \([^|]*\) |.*/\1/p' | grep -v '^\(package\|file\|library\|---.*\)$'; }

# Packages in the page, as the build found them.
sed -n 's/^== \(.*\) \(.*\) (\(.*\))/| \1 | \2 | \3 |/p' web/dist/third-party.txt >"$dir/bundled"
check 'the page has packages in it' test -s "$dir/bundled"
while read -r row; do
    check "$row" grep -qF -- "$row" "$notices"
done <"$dir/bundled"
for package in $(rows 'In the page'); do
    check "$package is in the page" grep -qF "| $package |" "$dir/bundled"
done

# Every font in the sources, every library that the binary is linked with.
for font in web/src/fonts/*; do
    check "$font" grep -qF "\`$font\`" "$notices"
done
for library in $(grep -E '^(SERVE_LIBS|LDLIBS) = ' Makefile | grep -o -e '-l[a-z0-9]*'); do
    case $library in -lm | -lpthread) continue ;; esac
    check "$library" grep -qE "^\| (lib)?${library#-l} \|" "$notices"
done
for library in $(rows Libraries); do
    check "$library is linked" grep -qE "^(SERVE_LIBS|LDLIBS) = .*-l${library#lib}\b" Makefile
done

# Whoever takes from the globe says so to the player.
for map in web/tools/map_*.mjs; do
    game=$(basename "$map" .mjs | sed 's/map_//')
    check "the credits of $game name GSHHG" grep -rq GSHHG "web/src/games/$game"
done
