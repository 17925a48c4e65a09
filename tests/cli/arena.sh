#!/bin/sh
# The arena: results that do not depend on threads, a run that goes on, programs from outside.
. tests/cli/tap.inc

arena() { "$MUSKET" arena p77 --seed 3 "$@"; }
arena --bots greedy,random --games 4 --jobs 1 --json >"$dir/1.json"
arena --bots greedy,random --games 4 --jobs 2 --json >"$dir/2.json"
without_time() { sed 's/"seconds_per_game":[0-9.]*//' "$1"; }
check 'one thread and two rate the same' \
    test "$(without_time "$dir/1.json")" = "$(without_time "$dir/2.json")"
check 'one object per bot and line' test "$(grep -c '^{"bot":"[a-z]*","share":[01]\.[0-9]*,"games":4,"elo":[0-9.]*,' "$dir/1.json")" -eq 2
check 'greedy beats random' sh -c "head -1 '$dir/1.json' | grep -q '\"bot\":\"greedy\",\"share\":1.0000'"

# A run that was broken off goes on: what is written down is not played again.
arena --bots greedy,random --games 2 --results "$dir/r" >/dev/null
cp "$dir/r" "$dir/before"
arena --bots greedy,random --games 4 --jobs 1 --results "$dir/r" --html "$dir/p.html" --json >"$dir/3.json"
check 'the first games are kept as they were' sh -c "head -3 '$dir/r' | cmp -s - '$dir/before'"
check 'the others are added' test "$(wc -l <"$dir/r")" -eq 5
check 'and the rating is that of one run' \
    test "$(without_time "$dir/1.json")" = "$(without_time "$dir/3.json")"
head -c -5 "$dir/r" >"$dir/cut"
arena --bots greedy,random --games 4 --jobs 1 --results "$dir/cut" --json >"$dir/4.json"
check 'half a line is a game to play again' \
    test "$(without_time "$dir/1.json")" = "$(without_time "$dir/4.json")"
fails 1 'results of another run' arena --bots random,greedy --games 4 --results "$dir/r"
fails 1 'results of another run' arena --bots greedy,random --games 4 --option holding_boxes=on --results "$dir/r"
fails 1 'results of another run' arena --bots greedy,random --games 4 --playouts 3 --results "$dir/r"
check 'the page has bars with intervals' test "$(grep -c 'class="interval"' "$dir/p.html")" -ge 3
check 'the page needs nothing else' sh -c "! grep -Eq '<script|http|url\(|<link' '$dir/p.html'"

# Each has both seats equally often: greedy against itself comes out even in pairs of seats.
fails 1 'is there twice' arena --bots greedy,greedy --games 2
fails 1 'wants two bots' arena --bots greedy
fails 1 'no bot called "genius"' arena --bots greedy,genius
fails 1 'wants NAME=COMMAND' arena --bots greedy --bot mine
fails 1 'plays by other rules' "$MUSKET" arena lod --bots np,random

# Programs from outside: the example of docs/bots.md, one that ends at once, one that talks nonsense.
says 'mine' arena --bots random --bot mine='python3 docs/examples/arena_bot.py' --games 2
arena --bots random --bot gone=true --games 2 --json >"$dir/gone" 2>"$dir/gone.err"
check 'a program that ends loses' grep -q '"bot":"gone","share":0.0000' "$dir/gone"
check 'and it is said why' grep -q 'gone loses a game: it ended' "$dir/gone.err"
arena --bots random --bot fool='while read -r line; do echo march moon sun; done' --games 2 --json \
    >"$dir/fool" 2>"$dir/fool.err"
check 'nonsense loses' grep -q '"bot":"fool","share":0.0000' "$dir/fool"
check 'and is shown' grep -q 'march moon sun' "$dir/fool.err"
