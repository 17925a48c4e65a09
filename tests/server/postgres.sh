#!/bin/sh
# A PostgreSQL of our own for tests and measurements: its data in a folder of its own, reached by a
# Unix socket only. It refuses to run as root, so root runs it as somebody else, who has to be able
# to get at the folder.
#
#   tests/server/postgres.sh start DIR [SETTING=VALUE…]    prints its address, a postgresql:// URL
#   tests/server/postgres.sh stop DIR                       at once, and keeps what was committed
#   tests/server/postgres.sh again DIR                      starts one that was stopped
#   tests/server/postgres.sh wipe DIR                       stops it and removes the folder
set -eu
command=$1
folder=$2
shift 2
programs=$(pg_config --bindir)

if [ "$(id -u)" -eq 0 ]; then
    owner=nobody
    id -u postgres >/dev/null 2>&1 && owner=postgres
    as() { (cd / && setpriv --reuid="$owner" --regid="$(id -g "$owner")" --clear-groups "$@"); }
else
    owner=$(id -un)
    as() { "$@"; }
fi

# Where its data is: below DIR if its owner may get there, otherwise where everybody may. The path
# of a socket is short.
data() { cat "$folder/where"; }
address() { echo "postgresql://musket@$(data | sed 's|/|%2F|g')/musket"; }
control() { as "$programs/pg_ctl" -s -D "$(data)/data" "$@" >>"$folder/log" 2>&1; }

case $command in
start)
    mkdir -p "$folder"
    folder=$(cd "$folder" && pwd)
    place=$folder/postgres
    mkdir -p "$place"
    chown "$owner" "$place"
    if [ ${#place} -gt 80 ] || ! as test -w "$place"; then
        rmdir "$place"
        place=$(mktemp -d /tmp/musket-postgres-XXXXXX)
        chown "$owner" "$place"
    fi
    chmod 700 "$place"
    echo "$place" >"$folder/where"
    as "$programs/initdb" -D "$place/data" -U musket -A trust -E UTF8 --locale=C -N >"$folder/log" 2>&1
    {
        echo "listen_addresses = ''"
        echo "unix_socket_directories = '$place'"
        echo "max_connections = 200"
        for setting; do echo "$setting"; done
    } | as tee -a "$place/data/postgresql.conf" >/dev/null
    control -w start -l "$place/log"
    as "$programs/createdb" -h "$place" -U musket musket
    address
    ;;
stop) control -w -m immediate stop ;;
again) control -w start -l "$(data)/log" ;;
wipe)
    control -w -m immediate stop || true
    rm -rf "$(data)" "$folder"
    ;;
*)
    echo "tests/server/postgres.sh start|stop|again|wipe DIR" >&2
    exit 2
    ;;
esac
