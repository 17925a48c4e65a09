#!/bin/sh
# Hex maps at the terminal: the map around a place, marches over several hexes, what is to come.
. tests/cli/tap.inc

# told GAME SCENARIO COMMANDS [SEED]: plays so and keeps what was printed.
told() {
    printf "$3"'quit\n\n' | "$MUSKET" play "$1" --scenario "$2" --seed "${4:-3}" >"$dir/told" 2>&1
}
prints() { check "$1" grep -q -- "$2" "$dir/told"; }

told g1776 basic 'done\ngroup new york\nadd all\n'
prints 'the map shows a stack' '|B20'
prints 'a river lies between two hexes of a row' '\. xx37 |New Yor'
prints 'a step says where it leads' 'March north \[yy38, 6 left\]'
prints 'the hexes in reach say what is left there' '(6)'
check 'nothing is printed that is for the page' sh -c "! grep -E 'runs|segment' '$dir/told'"

told g1776 basic 'done\ngroup new york\nadd all\ngo bbb39\n'
prints 'a march of four hexes is one command' 'a group at BBB39'
told g1776 basic 'done\ngroup new york\nadd all\ngo bbb39\nundo\n'
prints 'and is taken back by one' 'Taken back: 4 actions'
told g1776 basic 'done\ngroup new york\nadd all\ngo quebec\ngo nowhere\n'
prints 'what is too far is not in reach' 'Quebec is not in reach'
prints 'what is not there is not found' 'There is no such hex'

told g1776 basic 'done\ngroup new york\ntake all\n'
prints 'what the label says is understood: take all' 'sp 20, pieces 20'
told g1776 csg1 '1\ndone\ndone\n'
prints 'who ends movement is told who has not moved' 'Have not moved: Augusta, Ninety-Six'
prints 'and asked to say it again' 'Type done again to end all the same'

told g1776 basic 'win\nturns\nmap albany\nmap nowhere\n'
prints 'the conditions of victory stand with who wins' 'Americans, at the end: The British do not lead'
prints 'and what gives points' 'British, 15 points: control of Philadelphia, at the end (not now)'
prints 'arrivals stand with their turns' 'British: 19 British regulars at New York'
prints 'the map is drawn around a town' 'Albany  *'
prints 'and explained' 'letter and number: whose, and how strong'
prints 'but not around nothing' 'Around which place'

told eoe ic 'win\nmap montreal\ndone\ndone\nchoose montreal\ntake_all\ngo 3511\n'
prints 'aims are said in words' 'The Allies win if they hold Montreal and Quebec at the end'
prints 'a map of columns has every second one lower' '^           " 3112'
prints 'a force throws for its initiative before it goes' 'no initiative at Montreal (rolled 6'
told eoe ic 'look\n'
prints 'whose land and supply a place is, in words' 'Albany *American land, American supply, town'
told eoe ic 'done\ndone\nchoose montreal\ntake_all\ngo 3511\n' 4
prints 'with it, it goes' 'British march at 3511'
