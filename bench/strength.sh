#!/bin/sh
# How strong the levels are, and who is favoured: the matches of docs/bots.md. Each goes on from its file in
# bench/results and is complete after so many games; all of them take many hours of a core.
#
#   bench/strength.sh [WORD]    only matches whose name contains WORD
#   ANEW=1 bench/strength.sh    results of other rules or data are thrown away, not refused
#
# JOBS threads (one per core). The report of each match is printed when it is complete.
set -u
cd "$(dirname "$0")/.." || exit 1
word=${1-} results=bench/results
: "${JOBS:=$(nproc)}" "${ANEW:=}"

match() { # name, command, its options
    name=$1
    shift
    case $name in *"$word"*) ;; *) return ;; esac
    file=$results/$name.$1
    printf '\n== %s\n' "$name"
    build/musket "$@" --jobs "$JOBS" --results "$file" && return
    [ -n "$ANEW" ] && rm -f "$file" && build/musket "$@" --jobs "$JOBS" --results "$file"
}

levels() { # name, game and its options: each level against the one below it
    name=$1
    shift
    match "$name-standard-greedy" arena "$@" --bots standard,greedy --games 400
    match "$name-hard-standard" arena "$@" --bots hard,standard --games 400
}

levels c77-howes_prize c77 --scenario howes_prize
levels p77-last_turn_13 p77 --option last_turn=13
levels p77 p77
levels eoe-je eoe --scenario je
levels g1776-basic g1776 --scenario basic

# One Faction by the hard level against three non-players.
for year in 1775 1776 1778; do
    for faction in british patriots french indians; do
        match "lod-$year-$faction" sim lod --scenario $year --seat all=np --seat $faction=hard --games 40
    done
done

# Who is favoured when both sides play as well as the machine can. A game of a long scenario by the hard level takes many
# minutes: there both sides have the playouts of the standard level.
balance() { # name, game and its options
    name=$1
    shift
    match "balance-$name" sim "$@" --seat all=hard --games 40
}
balance c77-howes_prize c77 --scenario howes_prize
balance c77-burgoyne c77 --scenario burgoynes_challenge
balance c77-campaign c77 --scenario campaign
for turn in 20 14 13 12; do balance "p77-last_turn_$turn" p77 --option last_turn=$turn; done
for scenario in je kg ic; do balance "eoe-$scenario" eoe --scenario $scenario; done
balance g1776-basic g1776 --scenario basic
for scenario in fi fi2 fi57 ar75 ar76 ar77 ar78 ar79 ar80 ar81; do
    balance "eoe-$scenario" eoe --scenario $scenario --playouts 100
done
for scenario in $(sed -n 's/^      "id": "\(.*\)",$/\1/p' data/g1776/scenarios.json); do
    [ "$scenario" = basic ] || balance "g1776-$scenario" g1776 --scenario $scenario --playouts 100
done
for year in 1775 1776 1778; do balance "lod-$year" lod --scenario $year; done
