#!/bin/sh
# What a machine lacks is installed by one apt-get at a time, asked once per step, and what it will
# be is said before. A compiler that finds no header and an apt-get that only writes down what it
# was asked stand in for a bare machine.
. tests/cli/tap.inc

bin=$dir/bin
mkdir "$bin"
fake() { # name, then its lines
    { echo '#!/bin/sh'; cat; } >"$bin/$1"
    chmod +x "$bin/$1"
}
for program in cc node; do
    fake $program <<'END'
[ -e "$FAKE/installed" ]
END
done
fake sudo <<'END'
exec "$@"
END
fake apt-get <<'END'
case $* in *-s*) exit 0 ;; esac # would it work?
if [ -e "$FAKE/somebody" ]; then
    rm "$FAKE/somebody"
    echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1' >&2
    exit 100
fi
mkdir "$FAKE/running" || { echo two >>"$FAKE/twice"; exit 1; }
echo "$*" >>"$FAKE/asked"
sleep 0.5
rmdir "$FAKE/running"
touch "$FAKE/installed"
END
need() { PATH=$bin:$PATH FAKE=$dir tools/need.sh "$@"; }

need build >"$dir/build.txt" 2>&1 &
need test >"$dir/test.txt" 2>&1 &
need mutate >"$dir/mutate.txt" 2>&1 &
wait
check 'three steps at once: no two installers' test ! -e "$dir/twice"
check 'what one step installed the next does not ask for' \
    sh -c "[ \$(wc -l <'$dir/asked') -le 2 ]" # two only if the smallest step came first
cat "$dir/build.txt" "$dir/test.txt" "$dir/mutate.txt" >"$dir/said.txt"
check 'what will be installed is said before' \
    grep -q '^    .*apt-get install --no-install-recommends .*libjansson-dev' "$dir/said.txt"

rm "$dir/asked" "$dir/installed"
need test >"$dir/said.txt" 2>&1
check 'all that a step needs is asked for at once' sh -c "[ \$(wc -l <'$dir/asked') -eq 1 ] &&
    grep -q 'libjansson-dev.*nodejs.*libcmocka-dev' '$dir/asked'"
need test >"$dir/said.txt" 2>&1
check 'with everything installed nothing is asked' test "$(wc -l <"$dir/asked")" -eq 1
check 'and nothing said' test ! -s "$dir/said.txt"

rm "$dir/asked" "$dir/installed"
touch "$dir/somebody"
need build >"$dir/said.txt" 2>&1
check 'a lock that somebody else holds is waited for' test -e "$dir/installed"
check 'and that is said' grep -q 'Somebody else is installing' "$dir/said.txt"
rm "$dir/installed"
fake apt-get <<'END'
true
END
PATH=$bin:$PATH FAKE=$dir fails 1 'cannot be used:.* libjansson-dev' tools/need.sh build
fails 2 'no such step: nonsense' tools/need.sh nonsense
