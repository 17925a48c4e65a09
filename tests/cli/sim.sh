#!/bin/sh
# Simulation: the same seed gives the same result whatever the number of threads.
. tests/cli/tap.inc

sim() { "$MUSKET" sim p77 --games 40 --seat all=random "$@"; }
sim --seed 3 --jobs 1 --csv "$dir/1.csv" --html "$dir/1.html" >"$dir/1.txt"
sim --seed 3 --jobs 3 --csv "$dir/3.csv" --html "$dir/3.html" >"$dir/3.txt"
sim --seed 4 --jobs 3 --csv "$dir/4.csv" >"$dir/4.txt"
check 'one thread and three print the same' cmp "$dir/1.txt" "$dir/3.txt"
check 'one thread and three write the same CSV' cmp "$dir/1.csv" "$dir/3.csv"
check 'one thread and three write the same page' cmp "$dir/1.html" "$dir/3.html"
check 'another seed plays other games' sh -c "! cmp -s '$dir/3.csv' '$dir/4.csv'"
check 'the report has both sides' sh -c "grep -q 'British (random)' '$dir/1.txt' &&
    grep -q 'American (random)' '$dir/1.txt'"
check 'the report has reasons' grep -q '(p77\.' "$dir/1.txt"
check 'the CSV has a heading and a line for each game' test "$(wc -l <"$dir/1.csv")" -eq 41
check 'the CSV names its columns' grep -q '^game,british_rank,.*,actions,turns,reason$' "$dir/1.csv"
check 'somebody wins each game' sh -c "! tail -n +2 '$dir/1.csv' | grep -v ',1,'"
check 'the page has plots' test "$(grep -c '<svg' "$dir/1.html")" -ge 4
check 'the page needs nothing else' sh -c "! grep -Eq '<script|http|url\(|<link' '$dir/1.html'"
says 'greedy' "$MUSKET" sim p77 --games 2 --seat british=greedy --seat american=random
fails 1 'No such file' sim --csv /no/such/folder/x.csv
