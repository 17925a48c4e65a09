#!/bin/sh
# The line protocol: a reply for each line, whatever the line.
. tests/cli/tap.inc

# Sends the lines of stdin; the replies are in $dir/replies.
engine() { "$MUSKET" engine "$@" >"$dir/replies" 2>"$dir/err"; }
reply() { sed -n "$1p" "$dir/replies"; }
# replies N TEXT NAME: reply number N contains TEXT.
replies() {
    if reply "$1" | grep -q -- "$2"; then
        echo "ok $3"
    else
        echo "not ok $3: reply $1 has no $2"
        reply "$1" | cut -c 1-500 | sed 's/^/# /'
    fi
}

engine <<'END'
help
games
actions
new p77 seed 7
status
actions
legal finish
why finish
do finish
do british place a_weedon wilmington
view spectator
board
get turn
get nothing.at.all
dump whole
events 0
undo
fly
new chess
new p77 moon
new p77 holding_boxes=on seed 7
new p77 holding_boxes=perhaps
quit
status
END
replies 1 '"ok":true,"commands":\[' 'help lists the commands'
replies 2 '"id":"p77"' 'games lists the games'
replies 3 '"ok":false,"code":"game"' 'without a game there is nothing to do'
replies 4 '"game":"p77".*"seat":"american","phase":"set_up"' 'new begins a game'
replies 5 '"over":false' 'status'
replies 6 '"actions":\["place ' 'actions lists what is legal'
replies 7 '"legal":false,"rule":"p77\.' 'legal says which rule forbids it'
replies 8 '"rule_title":"' 'why, too'
replies 9 '"ok":false,"code":"illegal".*"rule":"p77\.' 'what is not legal is refused with its rule'
replies 10 '"ok":false,"code":"seat"' 'and so is another seat'
replies 11 '"view":{"' 'view'
replies 12 '"board":{"place:' 'board'
replies 13 '"value":"0"' 'get'
replies 14 '"ok":false,"code":"name"' 'get of what does not exist'
replies 15 'turn=0\\n' 'dump'
replies 16 '"entry":0,"events":' 'events'
replies 17 '"ok":false' 'nothing to undo'
replies 18 'there is no command' 'an unknown command'
replies 19 '"code":"game"' 'an unknown game'
replies 20 '"ok":false' 'an unknown scenario'
replies 21 '"ok":true' 'an option'
replies 22 '"ok":false' 'an unknown value of an option'
replies 23 '"ok":true' 'quit'
check 'after quit nothing is read' test "$(wc -l <"$dir/replies")" -eq 23

# A game by bots; undo; the journal and the position go out and come in again.
{
    echo 'new p77 seed 7'
    i=0
    while [ $i -lt 60 ]; do echo 'bot random'; i=$((i + 1)); done
    printf 'journal\nundo 20\nstatus\njournal\n'
} | engine --seed 1
replies 61 '"action":"' 'a bot moves'
replies 63 '"entries":61' 'undo goes back by consent'
replies 64 '"entries":61' 'and is an entry itself'
reply 65 | sed 's/.*"journal":"\(.*\)"}$/\1/' | sed 's/\\n/\n/g' | sed '$d' >"$dir/journal"
check 'the journal replays' "$MUSKET" replay "$dir/journal"
{
    echo "load journal $(wc -c <"$dir/journal")"
    cat "$dir/journal"
    echo journal
    echo 'load journal 5'
    echo 'junk'
    echo status
} | engine
replies 1 '"ok":true,"game":"p77"' 'a journal is loaded'
reply 2 | sed 's/.*"journal":"\(.*\)"}$/\1/' | sed 's/\\n/\n/g' | sed '$d' >"$dir/again"
check 'and is the same when asked for again' cmp "$dir/journal" "$dir/again"
replies 3 '"ok":false.*"line":1' 'what is no journal is refused'
replies 4 '"entries":61' 'and the game goes on'

printf 'new p77 seed 7\nset phase=movement\nposition\nposition dice\n' | engine
replies 3 '"position":"musket position' 'a position is written'
reply 4 | sed 's/.*"position":"\(.*\)"}$/\1/' | sed 's/\\n/\n/g' | sed '$d' >"$dir/position"
{
    echo "load position $(wc -c <"$dir/position")"
    cat "$dir/position"
    printf 'position dice\nbot greedy\njournal\n'
} | engine --seed 1
replies 1 '"ok":true' 'a position is loaded'
reply 2 | sed 's/.*"position":"\(.*\)"}$/\1/' | sed 's/\\n/\n/g' | sed '$d' >"$dir/again"
check 'and is the same when asked for again' cmp "$dir/position" "$dir/again"
replies 3 '"action":"' 'and can be played'
replies 4 '"ok":false' 'but has no journal'

# A program that is confined to a seat.
{
    echo 'new p77 seed 7'
    printf 'new p77\nactions\ndo place a_weedon wilmington\nbot random\n'
    printf 'view\nview american\nview all\nview spectator\njournal\nposition\nset turn=3\n'
    printf 'get a_weedon.at\nget turn\nrecord\nrecord american\nlegal finish\nundo 0\n'
    printf 'load journal 3\nabc\n'
} | engine --seat british --seed 4
replies 1 '"code":"seat"' 'who is confined may not choose the seed'
replies 2 '"ok":true' 'but may begin a game'
replies 3 '"code":"seat"' 'does not see the actions of others'
replies 4 '"code":"seat"' 'does not act for them'
replies 5 '"by":"american","seat"' 'lets a bot act for them, without seeing the action'
replies 6 '"view":{"' 'has its own view'
check 'in which nothing of the American set-up is named' \
    sh -c "! sed -n 6p '$dir/replies' | grep -q 'piece:a_weedon'"
for n in 7 8 10 11 12 16 17 18 19; do
    replies $n '"ok":false,"code":"seat"' "is refused what it may not know ($n)"
done
replies 9 '"view":{"' 'may look as a spectator'
replies 13 '"value":"hidden"' 'reads hidden for what is hidden'
replies 14 '"value":"0"' 'reads what all may know'
replies 15 '"record":"' 'has its own record'
printf 'new p77\ndo finish\nactions\n' | engine --seat american --seed 4
replies 2 '"code":"illegal","error":"the rules do not allow this now","rule":"p77\.' \
    'a refusal names the rule that the seat can know'
replies 3 '"actions":\["place ' 'and changes nothing'
echo 'new p77' | engine --seat french
replies 1 'no seat called' 'a seat that does not exist'

# Garbage: overlong lines, NUL bytes, no line end, the end in the middle of a load.
{
    head -c 200000 /dev/zero | tr '\0' x
    echo
    printf 'sta\0tus\n'
    printf '\r\n\n   \n# a remark\n'
    printf z
    head -c 20000 /dev/urandom | tr '\n\0' 'xy'
    printf '\nload journal 99999999999999999999\nload journal -1\nload position\nload journal 1000000000000\n'
    printf 'load journal 100\nonly a few bytes'
} | engine
check 'garbage does not kill it' test $? -eq 0
replies 1 'at most' 'an overlong line'
replies 2 'NUL' 'a NUL byte'
check 'empty lines and remarks have no reply' sh -c "sed -n 3p '$dir/replies' | grep -q 'no command'"
replies 4 '"ok":false' 'a number too large'
replies 5 '"ok":false' 'a negative number'
replies 6 '"ok":false' 'no number'
replies 7 '"ok":false' 'more than can be loaded'
replies 8 'ended after' 'the end in the middle'
check 'each line has one reply' test "$(wc -l <"$dir/replies")" -eq 8
printf 'games' | engine
replies 1 '"ok":true' 'a last line without its end'
