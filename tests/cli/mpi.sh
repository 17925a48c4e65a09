#!/bin/sh
# The laboratory on the ranks of an MPI job: what two and four find is what one process finds.
. tests/cli/tap.inc

# More ranks than cores, as whoever runs the tests; the files of the job are ours.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader OMPI_MCA_plm_rsh_agent=true TMPDIR="$dir"
ranks() {
    count=$1
    shift
    mpirun -n "$count" build/musket-mpi "$@"
}

sim="sim p77 --games 60 --seat all=random --seed 3"
arena="arena p77 --bots greedy,random --games 4 --seed 3 --json"
tune="tune c77 --games 20 --seed 2"
without_time() { sed 's/"seconds_per_game":[0-9.]*//' "$1"; }
# shellcheck disable=SC2086
{
    "$MUSKET" $sim --csv "$dir/1.csv" --html "$dir/1.html" >"$dir/1.sim"
    "$MUSKET" $arena >"$dir/1.arena"
    "$MUSKET" $tune --out "$dir/1.json" >"$dir/1.tune"
    "$MUSKET" sim lod --games 6 --seat all=np --coverage --seed 5 >"$dir/1.coverage"
}
for n in 2 4; do
    # shellcheck disable=SC2086
    {
        ranks $n $sim --csv "$dir/$n.csv" --html "$dir/$n.html" >"$dir/$n.sim"
        ranks $n $arena >"$dir/$n.arena"
        ranks $n $tune --out "$dir/$n.json" >"$dir/$n.tune"
        ranks $n sim lod --games 6 --seat all=np --coverage --seed 5 >"$dir/$n.coverage"
    }
    for file in csv html sim json tune coverage; do
        check "$n ranks and one process: $file" cmp "$dir/1.$file" "$dir/$n.$file"
    done
    check "$n ranks rate as one process" \
        test "$(without_time "$dir/1.arena")" = "$(without_time "$dir/$n.arena")"
done

# A run that was broken off goes on.
# shellcheck disable=SC2086
{
    "$MUSKET" $sim --results "$dir/whole" >/dev/null
    head -n 20 "$dir/whole" | head -c -4 >"$dir/part"
    ranks 2 $sim --results "$dir/part" >"$dir/part.sim"
    check 'half of the games are taken from the file' cmp "$dir/1.sim" "$dir/part.sim"
    check 'and each is there once' test "$(grep -c '^[0-9]* [0-9]' "$dir/part")" -ge 60
    "$MUSKET" $tune --results "$dir/whole.tune" >/dev/null
    head -n 9 "$dir/whole.tune" >"$dir/part.tune"
    ranks 2 $tune --results "$dir/part.tune" --out "$dir/part.json" >/dev/null
    check 'weights are fitted on' cmp "$dir/1.json" "$dir/part.json"
    "$MUSKET" $arena --results "$dir/whole.arena" >/dev/null
    head -n 3 "$dir/whole.arena" >"$dir/part.arena"
    ranks 2 $arena --results "$dir/part.arena" >"$dir/part.rated"
    check 'and a tournament goes on' \
        test "$(without_time "$dir/1.arena")" = "$(without_time "$dir/part.rated")"
    fails 1 'results of another run' ranks 2 sim p77 --games 60 --seed 4 --results "$dir/whole"
}
fails 2 'usage: mpirun' ranks 2 serve
fails 1 'no player called "genius"' ranks 2 sim p77 --seat all=genius

# A rank dies: the others play its games. Where they were too fast for that, nothing was lost either.
games=3000
: >"$dir/killed"
mpirun --enable-recovery -n 3 build/musket-mpi sim lod --games $games --seat all=random --seed 3 \
    --results "$dir/killed" >"$dir/killed.sim" 2>"$dir/killed.err" &
job=$!
while kill -0 $job 2>/dev/null && [ "$(wc -l <"$dir/killed")" -lt 50 ]; do sleep 0.1; done
victim=$(pgrep -P $job musket-mpi | tail -n 1)
[ -z "$victim" ] || kill -9 "$victim"
wait $job
build/musket sim lod --games $games --seat all=random --seed 3 >"$dir/unharmed.sim"
check 'all games were played' test "$(grep -c '^[0-9]* [0-9]' "$dir/killed")" -eq $games
check 'and the report is that of one process' cmp "$dir/unharmed.sim" "$dir/killed.sim"
