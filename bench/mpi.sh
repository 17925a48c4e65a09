#!/bin/sh
# How well games spread over the ranks of an MPI job: games a second of one process on one thread,
# then of 1, 2, 4 … ranks, up to one for each core, and how much of one process each of them is worth.
#
#   bench/mpi.sh [GAMES]
set -eu
cd "$(dirname "$0")/.."
games=${1:-20000}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

seconds() { # of a command
    begun=$(date +%s.%N)
    "$@" >/dev/null 2>&1
    echo "$begun $(date +%s.%N)" | awk '{ print $2 - $1 }'
}
sim="sim lod --games $games --seat all=random"
# shellcheck disable=SC2086
alone=$(seconds build/musket $sim --jobs 1)
echo "$games $alone" | awk '{ printf "one process       %8.0f games/s\n", $1 / $2 }'
ranks=1
while [ $ranks -le "$(nproc)" ]; do
    # shellcheck disable=SC2086
    taken=$(seconds mpirun -n $ranks build/musket-mpi $sim --jobs 1)
    echo "$games $taken $alone $ranks" | awk '{
        printf "%d MPI ranks       %8.0f games/s, each worth %3.0f %% of one process (start of mpirun included)\n",
            $4, $1 / $2, 100 * $3 / $2 / $4 }'
    ranks=$((2 * ranks))
done
