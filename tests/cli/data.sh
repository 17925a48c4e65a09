#!/bin/sh
# Data packs: check, export, and play with an edited one.
. tests/cli/tap.inc

says 'p77: fine' "$MUSKET" data check
fails 2 'export wants a folder' "$MUSKET" data export
fails 2 'check or export' "$MUSKET" data eat
fails 1 'no such folder' "$MUSKET" data check /no/such/folder
mkdir "$dir/empty"
fails 1 'no folder of any game' "$MUSKET" data check "$dir/empty"

says "$dir/pack/p77/map.json" "$MUSKET" data export "$dir/pack"
check 'the exported pack has every file' test -s "$dir/pack/p77/rules.txt"
says 'p77: fine' "$MUSKET" data check "$dir/pack"
fails 1 'exists already; nothing is overwritten' "$MUSKET" data export "$dir/pack"
hash() { "$MUSKET" games --json "$@" | sed 's/.*"data_hash":"\([0-9a-f]*\)".*/\1/'; }
check 'an exported pack is the same data' test "$(hash)" = "$(hash --data "$dir/pack")"

# Every way to spoil it is told with its file.
spoil() {
    rm -rf "$dir/spoilt"
    cp -r "$dir/pack" "$dir/spoilt"
    sed -i "$2" "$dir/spoilt/p77/$1"
    fails 1 "p77/$1" "$MUSKET" data check "$dir/spoilt"
}
spoil map.json '1s/{/[/'
spoil map.json 's/"version": *1/"version": 99/'
spoil units.json 's/"game"/"gaem"/'
rm -rf "$dir/spoilt"
cp -r "$dir/pack" "$dir/spoilt"
rm "$dir/spoilt/p77/tables.json"
fails 1 'tables.json' "$MUSKET" data check "$dir/spoilt"
fails 1 'tables.json' "$MUSKET" play p77 --data "$dir/spoilt"
