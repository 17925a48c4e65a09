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

# Habits: one side's rules of thumb, against the other's as they are.
habits() { "$MUSKET" tune p77 --habits british --games 10 --seed 3 --results "$dir/trials" "$@"; }
habits --jobs 2 --out "$dir/h2.json" >"$dir/h2.txt"
trials=$(wc -l <"$dir/trials")
head -n $((trials / 2)) "$dir/trials" >"$dir/half" && mv "$dir/half" "$dir/trials"
habits --jobs 1 --out "$dir/h1.json" >"$dir/h1.txt"
check 'what was broken off goes on to the same habits, with one thread and with two' \
    sh -c "cmp '$dir/h1.txt' '$dir/h2.txt' && cmp '$dir/h1.json' '$dir/h2.json'"
check 'a better habit is named with what it wins' grep -q '^  [a-z_]* .* -> .* % -> .* %  ' "$dir/h1.txt"
fails 1 'results of another run' "$MUSKET" tune p77 --habits american --games 10 --seed 3 --results "$dir/trials"
fails 1 'has no habits' "$MUSKET" tune c77 --habits british
fails 1 'wants one seat' "$MUSKET" tune p77 --habits all
"$MUSKET" data export "$dir/own" >/dev/null
cp "$dir/h1.json" "$dir/own/p77/judgement.json"
says 'p77: fine' "$MUSKET" data check "$dir/own"
sed 's/"danger"/"dangers"/' "$dir/h1.json" >"$dir/own/p77/judgement.json"
fails 1 'danger' "$MUSKET" data check "$dir/own"
sed 's/"watch": [0-9]*/&, "post": 1/' "$dir/h1.json" >"$dir/own/p77/judgement.json"
fails 1 'post' "$MUSKET" data check "$dir/own"
sed 's/"mass": [0-9]*/"mass": 0/' "$dir/h1.json" >"$dir/own/p77/judgement.json"
fails 1 'mass' "$MUSKET" data check "$dir/own"
sed 's/"obstacle": [0-9]*/"obstacle": 128/' "$dir/h1.json" >"$dir/own/p77/judgement.json"
fails 1 'obstacle' "$MUSKET" data check "$dir/own"
