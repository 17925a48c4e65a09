#!/bin/sh
# What a server keeps on SQLite and on PostgreSQL, in one run: at 50 tables as fast as they go, at
# 500 at a rate below the limit; on PostgreSQL with one server and with two, between which the players
# of each table are divided. And what PostgreSQL alone can commit here, by its own pgbench.
#
#   bench/postgres.sh [SECONDS]
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-10}
folder=build/bench-postgres

load() { build/tools/server_load build/musket --seconds "$seconds" "$@"; }
empty() { # the database, for the next server
    "$(pg_config --bindir)/psql" -q "$address" -c 'SET client_min_messages = warning' \
        -c 'DROP SCHEMA public CASCADE' -c 'CREATE SCHEMA public'
}

address=$(tests/server/postgres.sh start $folder)
trap 'tests/server/postgres.sh wipe $folder' EXIT
trap 'exit 1' INT TERM
for tables in "--tables 50" "--tables 500 --rate 5000"; do
    echo "SQLite"
    # shellcheck disable=SC2086
    load $tables
    for servers in 1 2; do
        echo "PostgreSQL, servers: $servers"
        # shellcheck disable=SC2086
        load $tables --db "$address" --servers $servers
        empty
    done
done
echo "PostgreSQL alone: pgbench, 8 clients, simple updates"
"$(pg_config --bindir)/pgbench" -i -q -s 10 "$address" 2>/dev/null
"$(pg_config --bindir)/pgbench" -N -c 8 -j 2 -T "$seconds" -M prepared "$address" 2>/dev/null |
    grep -E 'latency average|tps'
