#!/bin/sh
# What a server keeps on SQLite and on PostgreSQL, in one run, as the rows of docs/server.md: at 50
# tables as fast as they go, at 500 at a rate below the limit, with visitors in the lobby; on
# PostgreSQL with one server and with two, between which the players of each table are divided. Then
# memory and start of an idle server, and what PostgreSQL alone can commit here, by its own pgbench.
#
#   bench/postgres.sh [SECONDS [RUNS]]     of each; RUNS of what is measured several times
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-10}
runs=${2:-3}
folder=build/bench-postgres

stolen() { awk '/^cpu / { print $9, $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' /proc/stat; }
# A row: what, then the load's own line. The last column is how much of the machine its host took away.
load() {
    what=$1
    shift
    before=$(stolen)
    line=$(build/tools/server_load build/musket --seconds "$seconds" "$@")
    echo "$before $(stolen) $line" | awk -v what="$what" '{
        for (i = 5; i <= NF; i++) {
            if ($i == "moves/s") moves = $(i + 1)
            if ($i == "p50") p50 = $(i + 1)
            if ($i == "p99") p99 = $(i + 1)
            if ($i == "refused") refused = $(i + 1)
            if ($i == "us/move") processor = $(i + 2)
            if ($i == "idle") idle = $(i + 1)
            if ($i == "loaded") loaded = $(i + 1)
            if ($i == "after") listening = $(i + 2)
        }
        printf "| %s | %s | %s ms | %s ms | %s us | %s / %s MB | %s ms | %s | %.1f %% |\n", what, moves, p50,
            p99, processor, idle, loaded, listening, refused, 100 * ($3 - $1) / ($4 - $2)
    }'
}
empty() { # the database, for the next server
    "$(pg_config --bindir)/psql" -q "$address" -c 'SET client_min_messages = warning' \
        -c 'DROP SCHEMA public CASCADE' -c 'CREATE SCHEMA public'
}

address=$(tests/server/postgres.sh start $folder)
trap 'tests/server/postgres.sh wipe $folder' EXIT
trap 'exit 1' INT TERM

echo "| | moves/s | wait p50 | wait p99 | processor a move | memory idle / loaded | listening after | refused | taken by the host |"
echo "|---|---|---|---|---|---|---|---|---|"
for tables in "50" "500 --rate 5000"; do
    i=0
    while [ $i -lt "$runs" ]; do
        # shellcheck disable=SC2086
        load "SQLite, ${tables%% *} tables" --tables $tables
        i=$((i + 1))
    done
    for servers in 1 2; do
        # shellcheck disable=SC2086
        load "PostgreSQL, servers: $servers, ${tables%% *} tables" --tables $tables \
            --db "$address" --servers $servers
        empty
    done
done
load "SQLite, 100 tables, 2,000 in the lobby" --tables 100 --rate 1000 --lobby 2000
echo
echo "PostgreSQL alone: pgbench, 8 clients, simple updates"
"$(pg_config --bindir)/pgbench" -i -q -s 10 "$address" 2>/dev/null
"$(pg_config --bindir)/pgbench" -N -c 8 -j 2 -T "$seconds" -M prepared "$address" 2>/dev/null |
    grep -E 'latency average|tps'
