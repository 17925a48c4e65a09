#!/bin/sh
# A game that is played, saved, replayed, cut off, damaged and resumed.
. tests/cli/tap.inc

# The first action every time, until the game is over; then no journal beyond the saved one.
play() { yes 1 | "$MUSKET" play p77 --seed 5 "$@"; }
play --save "$dir/game" >"$dir/played" 2>&1
check 'a whole game is played' grep -q 'The game is over' "$dir/played"
check 'the journal begins as one' test "$(head -1 "$dir/game")" = 'musket journal 2'
check 'the journal is whole' grep -q '^end ' "$dir/game"
fails 1 'exists already; --resume' "$MUSKET" play p77 --save "$dir/game"
check 'who is not asked twice is not saved over' grep -q '^end ' "$dir/game"

says 'British' "$MUSKET" replay "$dir/game"
"$MUSKET" replay "$dir/game" --to 3 >"$dir/out"
check 'replay --to stops there' sh -c "grep -q '^ *3  ' '$dir/out' && ! grep -q '^ *4  ' '$dir/out'"
"$MUSKET" replay "$dir/game" --json --to 4 >"$dir/out"
check 'replay --json: the set-up and each action' test "$(wc -l <"$dir/out")" -eq 5
check 'replay --json begins with a whole view' sh -c "head -1 '$dir/out' | grep -q '\"view\":{\"'"
check 'replay --json goes on with changes' sh -c "tail -1 '$dir/out' | grep -q '\"changes\":{\"'"
fails 1 'no seat called' "$MUSKET" replay "$dir/game" --seat french

# Another seat's eyes: what the Americans place stays hidden from the British.
"$MUSKET" replay "$dir/game" --seat british >"$dir/british"
"$MUSKET" replay "$dir/game" --seat american >"$dir/american"
check 'a seat reads its own actions' grep -q 'american place' "$dir/american"
check 'a seat does not read the others' sh -c "! grep -q 'american place' '$dir/british'"
"$MUSKET" replay "$dir/game" >"$dir/out"
check 'who sees all reads it once, in full' sh -c "grep -q ' marches from ' '$dir/out' &&
    ! grep -q 'a block marches' '$dir/out'"
check 'a seat reads that a block marches' grep -q 'Americans: a block marches' "$dir/british"
check 'a seat reads what may be known' grep -q 'Americans place [0-9]* blocks* at' "$dir/british"

# A step that is left to the bot, and one action of it taken back.
printf 'auto\nundo\nquit\n' | "$MUSKET" play p77 --seat british=random --seat american=human \
    --save "$dir/auto" >"$dir/out"
check 'auto decides a whole step' grep -q 'Turn 1' "$dir/out"
check 'what the bot did last is not a thing to undo after dice' grep -q 'cannot be taken back' "$dir/out"

# Cut off in the middle: the readable part is shown, and can be resumed.
head -c 900 "$dir/game" >"$dir/cut"
fails 1 'cut' "$MUSKET" replay "$dir/cut"
check 'what can be read of it is shown' grep -q 'american place' "$dir/out"
yes 1 | "$MUSKET" play p77 --resume "$dir/cut" >"$dir/out" 2>"$dir/err"
check 'a journal that was cut off is resumed, with a warning' sh -c "grep -q cut '$dir/err' &&
    grep -q 'The game is over' '$dir/out'"
check 'and is whole afterwards' grep -q '^end ' "$dir/cut"
check 'and replays' "$MUSKET" replay "$dir/cut"

# Damaged: the line is named, and the file stays as it is.
sed '15s/.*/british march nobody nowhere/' "$dir/game" >"$dir/bad"
cp "$dir/bad" "$dir/bad.copy"
fails 1 'bad:15:' "$MUSKET" replay "$dir/bad"
fails 1 'bad:15:' "$MUSKET" play p77 --resume "$dir/bad"
check 'a damaged journal is not touched' cmp "$dir/bad" "$dir/bad.copy"
echo 'not a journal' >"$dir/other"
fails 1 'other:1:' "$MUSKET" replay "$dir/other"
sed 's/^game p77/game chess/' "$dir/game" >"$dir/chess"
fails 1 'chess' "$MUSKET" replay "$dir/chess"
sed 's/^musket journal 2/musket journal 9/' "$dir/game" >"$dir/nine"
fails 1 '9' "$MUSKET" replay "$dir/nine"
