#!/bin/sh
# A game looked at again on the command line, hints over the protocol, and what if in the terminal.
. tests/cli/tap.inc

# The beginning of a game of greedy players.
{ echo 'new p77'; i=0; while [ $i -lt 40 ]; do echo 'bot greedy'; i=$((i + 1)); done; echo journal; } |
    "$MUSKET" engine --seed 3 | sed -n 's/.*"journal":"\(.*\)".*/\1/p' | sed 's/\\n/\n/g; s/\\"/"/g' | sed '$d' >"$dir/p77.journal"

analyse() { "$MUSKET" analyse "$dir/p77.journal" --playouts 1 --turning 1 "$@" 2>/dev/null; }
says 'Chance to win' analyse
says '40 actions, 1 game played on from each' analyse
says 'over those of the easy level' analyse
says '^  British  *luck ' analyse
says '^  Turn [0-9]*, action ' analyse
analyse --json --jobs 1 >"$dir/1"
analyse --json --jobs 2 >"$dir/2"
check 'one thread and two say the same' cmp "$dir/1" "$dir/2"
check 'a moment for each action, and the set-up' test "$(grep -o '"at":' "$dir/1" | wc -l)" = 41
fails 2 'JOURNAL is missing' "$MUSKET" analyse
fails 1 'none.journal' "$MUSKET" analyse "$dir/none.journal"

# Hints and terms over the protocol; none for a seat that the program does not play.
# In the terminal `chances` names what has changed, and nothing that rounds to nothing.
chances() { echo chances | "$MUSKET" play "$@" --seed 5 2>/dev/null | sed -n '/of such positions/,$p'; }
says 'Nothing of weight has changed since the first turn' chances p77
says 'in points of that chance' chances c77
chances c77 >"$dir/chances"
check 'no reason of 0 points' sh -c '! grep -q "^ *[+-]0  " "$1"' - "$dir/chances"

{ echo 'new p77'; echo 'hint 4'; echo 'terms american'; echo 'terms nobody'; echo 'hint 99999999'; } |
    "$MUSKET" engine --seed 3 >"$dir/replies"
check 'a hint names its actions' grep -q '"hint":{"actions":\["place ' "$dir/replies"
check 'terms say what the judgement adds' grep -q '"seat":"american","chance":0\.[0-9]*,"terms":\[{"title":' "$dir/replies"
check 'what is asked wrongly is refused' test "$(grep -c '"ok":false' "$dir/replies")" = 2
{ echo 'new p77'; echo 'terms american'; echo 'hint'; } | "$MUSKET" engine --seed 3 --seat british >"$dir/replies"
check 'a program is told of its own seat alone' test "$(grep -c '"code":"seat"' "$dir/replies")" = 2

# What if: on from behind action 12, in a file of its own.
what_if() { echo quit | "$MUSKET" play p77 --seat american=human --seat british=greedy --resume "$dir/p77.journal" "$@"; }
fails 1 '--save says where' "$MUSKET" play p77 --resume "$dir/p77.journal" --at 12
what_if --at 12 --save "$dir/other.journal" >"$dir/out" 2>&1
check 'it goes on from there' grep -q '^undo 12$' "$dir/other.journal"
check 'the old game stays as it was' test "$(grep -c '^undo' "$dir/p77.journal")" = 0
