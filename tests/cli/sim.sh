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
    grep -q 'Americans (random)' '$dir/1.txt'"
check 'the report has reasons' grep -q '(p77\.' "$dir/1.txt"
check 'the CSV has a heading and a line for each game' test "$(wc -l <"$dir/1.csv")" -eq 41
check 'the CSV names its columns' grep -q '^game,british_rank,.*,actions,turns,reason$' "$dir/1.csv"
check 'somebody wins each game' sh -c "! tail -n +2 '$dir/1.csv' | grep -v ',1,'"
check 'the page has plots' test "$(grep -o '<svg' "$dir/1.html" | wc -l)" -ge 6
for title in 'Who won' 'By how much' 'How long' 'Who led when' 'Why it ended'; do
    check "the page says: $title" grep -q "<h2>$title" "$dir/1.html"
done
check 'margins say what they count' grep -q 'strength points above defeat' "$dir/1.html"
check 'the report has margins of both sides' \
    test "$(sed -n '/^by how much/,/^$/p' "$dir/1.txt" | grep -c 'mean')" -eq 2
# The bars of a plot hold every game once.
check 'the plot of turns has all games' test "$(sed -n '/<h3>Turns/,/<\/section>/p' "$dir/1.html" |
    grep -o '<title>[^<]*: [0-9]* game' | awk '{ n += $(NF - 1) } END { print n }')" -eq 40
check 'a reason has its bar divided by sides' \
    grep -q 'class="reason".*class="track"><span class="s[01]" style="width:' "$dir/1.html"
# All games alike: a sentence in place of a plot of one bar.
"$MUSKET" sim p77 --games 1 --seat all=random --html "$dir/one.html" >"$dir/one.txt"
check 'what is always the same has no plot' grep -q '<h3>Turns</h3><p class="quiet"><b>[0-9]*</b> in every game' "$dir/one.html"
check 'and the text says always' grep -q 'turns  *always' "$dir/one.txt"
check 'the page needs nothing else' sh -c "! grep -Eq '<script|http|url\(|<link' '$dir/1.html'"
says 'greedy' "$MUSKET" sim p77 --games 2 --seat british=greedy --seat american=random
fails 1 'No such file' sim --csv /no/such/folder/x.csv
# Bots that think can be told how long; games of other limits are others.
thinking() { "$MUSKET" sim c77 --scenario howes_prize --games 1 --seat british=standard --results "$dir/thought" "$@"; }
says 'standard' thinking --playouts 2
check 'the results say what limits there were' grep -q ' options .* playouts 2$' "$dir/thought"
fails 1 'results of another run' thinking --playouts 3
