#!/bin/sh
# Every command: help, errors, exit codes; and the small commands themselves.
. tests/cli/tap.inc

says 'usage: musket COMMAND' "$MUSKET" help
says 'musket 0\.' "$MUSKET" version
says 'musket 0\.' "$MUSKET" --version
for command in play games sim arena tune replay engine script fuzz bench data; do
    says "usage: musket $command" "$MUSKET" "$command" --help
    says "usage: musket $command" "$MUSKET" help "$command"
    fails 2 "there is no option --nonsense" "$MUSKET" "$command" --nonsense
done
for command in play games sim replay engine script fuzz bench data serve admin verify; do
    "$MUSKET" help "$command" | grep -v '^usage:' >"$dir/help"
    check "help of $command fits a terminal" sh -c "! grep -E '^.{101}' '$dir/help'"
done
fails 2 'usage: musket COMMAND' "$MUSKET"
fails 2 'there is no command "fly"' "$MUSKET" fly
fails 2 'GAME is missing' "$MUSKET" play
fails 2 'one word too many' "$MUSKET" play p77 p77
fails 1 'no game called "chess"; there is: .*p77' "$MUSKET" play chess
fails 1 'no game called "chess"' "$MUSKET" sim chess
fails 1 'no game called "chess"' "$MUSKET" bench chess
fails 2 'wants a number' "$MUSKET" sim p77 --games many
fails 2 'wants a number from 1' "$MUSKET" sim p77 --games 0
fails 2 'wants a value' "$MUSKET" sim p77 --games
fails 2 'takes no value' "$MUSKET" games --json=yes
fails 1 'scenario' "$MUSKET" sim p77 --scenario moon
fails 1 'option' "$MUSKET" sim p77 --option moon=full
fails 1 'wants NAME=VALUE' "$MUSKET" sim p77 --option moon
fails 1 'no seat called "french"' "$MUSKET" sim p77 --seat french=random
fails 1 'no player called "genius"; there is: ' "$MUSKET" sim p77 --seat british=genius
fails 1 'No such file' "$MUSKET" replay /no/such/file
fails 1 'No such file' "$MUSKET" script /no/such/file

says 'Philadelphia 1777' "$MUSKET" games
says '^    burgoynes_challenge$' "$MUSKET" games # too long for its column
says '"id":"p77","title":"Philadelphia 1777"' "$MUSKET" games --json
says '"seats":\[{"id":"british"' "$MUSKET" games --json

# Scripts: what passes, what fails and where.
printf 'game p77 seed 1\nexpect turn=0\n' >"$dir/good.txt"
printf 'game p77 seed 1\nexpect turn=7\n' >"$dir/bad.txt"
says ' passed, 0 failed' "$MUSKET" script "$dir/good.txt"
check 'a script that fails has exit code 1' sh -c "! '$MUSKET' script '$dir/bad.txt'"
"$MUSKET" script "$dir/good.txt" "$dir/bad.txt" >"$dir/out"
check 'a script that fails names file and line' grep -q "bad.txt:2:.*turn" "$dir/out"
check 'a script that fails is counted' grep -q " passed, 1 failed" "$dir/out"

# Bench: one object per line; the signature does not depend on the machine's speed, nor the build.
"$MUSKET" bench p77 --json >"$dir/bench"
for field in game decisions_per_s games_per_s state_bytes mean_list actions_per_game signature; do
    check "bench has $field" grep -q "\"$field\":" "$dir/bench"
done
if [ -x build/musket ]; then
    build/musket bench p77 --json >"$dir/bench2"
    sed 's/.*"signature"/"signature"/' "$dir/bench" >"$dir/a"
    sed 's/.*"signature"/"signature"/' "$dir/bench2" >"$dir/b"
    check 'bench has the same signature in every build' cmp "$dir/a" "$dir/b"
fi

says 'eoe kg ' "$MUSKET" bench eoe --scenario kg --games 2
fails 1 'has no scenario "nowhere"' "$MUSKET" bench eoe --scenario nowhere
fails 1 'wants one game' "$MUSKET" bench eoe p77 --scenario kg

# Fuzz: a short run, and what it reports.
says '2000 actions of .* games, no failure' "$MUSKET" fuzz p77 --actions 2000 --seed 7
says 'verbs *place' "$MUSKET" fuzz p77 --actions 300 --option holding_boxes=on
says '2000 actions of .* games, no failure' "$MUSKET" fuzz lod --actions 2000 --seed 7 --stir
fails 1 'came less than 9 times' "$MUSKET" fuzz lod --actions 2000 --seed 7 --at-least 9
