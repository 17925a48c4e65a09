#!/bin/sh
# The odds of battles on the command line, over the protocol and in a game at the terminal.
. tests/cli/tap.inc

# Howe with two light infantry before one militia at Newport (p77.overrun), and a journal of a whole game.
facts='howe,b_light1,b_light2.at=hockessin m_potter.at=newport washington.at=philadelphia turn=3 active=british first=british british.ap=3 american.ap=2 ap_left=3 weather=clear phase=movement'
{ echo 'new p77 seed 1'; echo "set $facts"; echo 'position'; } | "$MUSKET" engine |
    sed -n 's/.*"position":"\(.*\)".*/\1/p' | sed 's/\\n/\n/g; s/\\"/"/g' | sed '$d' >"$dir/newport.position"
ask() { "$MUSKET" odds "$dir/newport.position" --battles 50 "$@"; }
says 'British win' ask --action 'march b_light1 newport'
says 'Newport: played out 50 times' ask --action 'march b_light1 newport'
says '^march b_light2 newport ' ask
says '"action":"march b_light1 newport","odds":{"place":"newport"' ask --json
ask --json >"$dir/1"
ask --json >"$dir/2"
check 'the same seed gives the same odds' cmp "$dir/1" "$dir/2"
fails 1 'leads to no battle' ask --action 'march b_light1 newark'
fails 1 'is not legal now' ask --action 'march b_light1 philadelphia'
fails 1 gallop ask --action gallop
fails 2 'FILE is missing' "$MUSKET" odds

# A game that is over has no battles; at an earlier moment it may have.
{ echo 'new c77'; i=0; while [ $i -lt 170 ]; do echo 'bot greedy'; i=$((i + 1)); done; echo journal; } |
    "$MUSKET" engine --seed 3 | sed -n 's/.*"journal":"\(.*\)".*/\1/p' | sed 's/\\n/\n/g; s/\\"/"/g' | sed '$d' >"$dir/c77.journal"
attack=$("$MUSKET" replay "$dir/c77.journal" 2>/dev/null | sed -n 's/^ *\([0-9]*\)  british order storm$/\1/p' | head -1)
check 'a storm was found in the game' test -n "$attack"
says 'British win' "$MUSKET" odds "$dir/c77.journal" --at $((attack - 1)) --action 'order storm' --battles 20

# The protocol, confined to a seat: what it knows, and only when it decides.
{ echo 'new p77 seed 1'; echo "set $facts"; echo 'odds march b_light1 newport'; echo odds; echo 'odds march b_light1 newark'; } |
    "$MUSKET" engine >"$dir/engine"
check 'the protocol answers' grep -q '"odds":{"place":"newport","name":"Newport","unit":"SP","trials":2000' "$dir/engine"
check 'no battle, no odds' test "$(grep -c 'there is no battle' "$dir/engine")" = 2
