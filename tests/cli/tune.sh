#!/bin/sh
# Tuning: the same seed gives the same weights, and they foretell better than none.
. tests/cli/tap.inc

tune() { "$MUSKET" tune c77 --games 30 --seed 2 "$@"; }
tune --jobs 1 --out "$dir/1.json" >"$dir/1.txt"
tune --jobs 2 --out "$dir/2.json" >"$dir/2.txt"
check 'one thread and two fit the same' cmp "$dir/1.json" "$dir/2.json"
check 'it reports before and after' sh -c "grep -q 'before  *log loss' '$dir/1.txt' &&
    grep -q 'after  *log loss' '$dir/1.txt'"
loss() { sed -n "s/.*$1  *log loss \([0-9.]*\),.*/\1/p" "$dir/1.txt"; }
check 'better than not to know (log loss of a coin: 0.6931)' \
    awk "BEGIN { exit !($(loss after) < 0.6931) }"
# What it writes is a data file that can be played with.
"$MUSKET" data export "$dir/pack" >/dev/null
cp "$dir/1.json" "$dir/pack/c77/judgement.json"
says 'c77: fine' "$MUSKET" data check "$dir/pack"
rm "$dir/pack/c77/judgement.json"
says 'c77: fine' "$MUSKET" data check "$dir/pack"
sed 's/"threat"/"thread"/' "$dir/1.json" >"$dir/pack/c77/judgement.json"
fails 1 'threat' "$MUSKET" data check "$dir/pack"
