#!/bin/sh
# Tries the tests: each fact of a game's data changed, each condition in its code turned round, one at
# a time. Some test must notice; what no test notices is listed.
#
#   tools/mutate.sh GAME...     MUTATE_SAMPLE=60 tries only so many of each game, drawn by lot;
#                               MUTATE_SEED=20261231 draws the same ones again
#
# A changed fact is noticed by `musket data check`, by the game's test_data or by one of its scripts,
# a turned condition by a script or by a C test of the game. Conditions are those marked as rules
# (file:rule:1) and all others (file:function#1); tools/conditions.c says which it does not see. Mutants
# that are left out stand with the reason in tests/games/<game>/mutants-allowed: a pattern (* is
# anything), then why.
set -u
cd "$(dirname "$0")/.." || exit 1
musket=build/mutate/musket
tool=build/tools/mutate
: "${JOBS:=$(nproc)}" "${MUTATE_SAMPLE:=0}" "${MUTATE_SEED:=$(date +%Y%m%d)}"
export JOBS

# ---- One mutant -------------------------------------------------------------------------------

# What runs too long has lost its way, and that is noticed too.
scripts_pass() { # options of musket script
    ls tests/games/"$game"/*.txt |
        timeout 60 xargs -n 60 "$musket" script "$@"
}

tests_pass() {
    for program in build/mutate/tests/games/"$game"/test_*; do
        case $program in *.o | *.d | *\*) continue ;; esac
        timeout 300 "$program" || return 1
    done
}

facts_pass() { # folder of the pack
    program=build/mutate/tests/games/$game/test_data
    [ ! -x "$program" ] || MUSKET_PACK=$1 timeout 60 "$program"
}

survives_data() { # file, number of the fact
    pack=$(mktemp -d) || exit 1
    cp -r "data/$game" "$pack/$game"
    "$tool" change "data/$game/$1" "$2" >"$pack/$game/$1" &&
        timeout 60 "$musket" data check "$pack" && facts_pass "$pack" && scripts_pass --data "$pack"
    code=$?
    rm -rf "$pack"
    return $code
}

survives_rule() { # name of the site
    export MUSKET_FLIP="$1"
    scripts_pass && tests_pass
}

if [ "$1" = --one ]; then
    game=$2 kind=$3 name=$4
    case $kind in
    data) survives_data "${name%%:*}" "$5" ;;
    rule) survives_rule "$name" ;;
    esac >/dev/null 2>&1 && { echo survived && echo "survived: $name ($5)" >&2; } || echo killed
    exit 0
fi

# ---- All of a game ----------------------------------------------------------------------------

# A line for each: kind, name, and for data its number in the file, for a condition its line.
list_mutants() {
    for file in data/"$game"/*.json; do
        "$tool" list "$file" | awk -v f="$(basename "$file")" '{ print "data", f ":" $1, NR }'
    done
    MUSKET_FLIP=list "$musket" | awk -v dir="src/games/$game/" 'index($1, dir) == 1 { print "rule", $1, $2 }' | sort
}

# Marks what the list of allowed mutants excuses, and complains about patterns that excuse nothing.
excuse() {
    awk -v allowed="$1" '
    BEGIN {
        while ((getline line < allowed) > 0) {
            if (line ~ /^#/ || line ~ /^[ \t]*$/) continue
            split(line, word, " ")
            pattern[++n] = word[1]
            if (line !~ /[^ ] +[^ ]/) { print allowed ": no reason for " word[1] >"/dev/stderr"; bad = 1 }
            regex = word[1]
            gsub(/[][.+?(){}^$|\\]/, "\\\\&", regex)
            gsub(/\*/, ".*", regex)
            expression[n] = "^" regex "$"
        }
    }
    {
        excused = 0
        for (i = 1; i <= n; i++) if ($2 ~ expression[i]) { excused = 1; used[i] = 1 }
        print (excused ? "excused" : "try"), $0
    }
    END {
        for (i = 1; i <= n; i++) if (!used[i]) { print allowed ": excuses nothing: " pattern[i] >"/dev/stderr"; bad = 1 }
        exit bad
    }'
}

# How much of which file is left out; the list of allowed mutants says why.
left_out() {
    awk '/^excused/ { sub(/:.*/, "", $3); count[$3]++; if (count[$3] == 1) order[++n] = $3 }
         END { for (i = 1; i <= n; i++) printf "%s%d of %s", (i == 1 ? "left out: " : ", "), count[order[i]], order[i]
               if (n) print "" }' "$dir/marked"
}

# So many lines of all, drawn by lot; the same ones for the same seed on every machine.
draw() { # total, sample
    awk -v left="$1" -v wanted="$2" -v seed="$MUTATE_SEED" '
        function below(n) { x = (x * 16807) % 2147483647; return int(x / 2147483647 * n) }
        BEGIN { x = seed % 2147483646 + 1; for (i = 0; i < 20; i++) below(2) }
        { if (below(left--) < wanted) { wanted--; print } }'
}

mutate() {
    dir=build/mutate/of_$game
    mkdir -p "$dir"
    list_mutants >"$dir/all"
    excuse "tests/games/$game/mutants-allowed" <"$dir/all" >"$dir/marked" || return 1
    if ! { "$musket" data check data && facts_pass data && scripts_pass --data data && tests_pass; } \
        >"$dir/unchanged.log" 2>&1; then
        cat "$dir/unchanged.log"
        echo "$game: the tests fail without any change; there is nothing to learn from mutants"
        return 1
    fi
    total=$(grep -c '^try' "$dir/marked")
    sample=$MUTATE_SAMPLE
    [ "$sample" -gt 0 ] && [ "$sample" -lt "$total" ] || sample=$total
    echo "$game: trying $sample of $total mutants$([ "$sample" -eq "$total" ] || echo ", seed $MUTATE_SEED")"
    left_out
    grep '^try' "$dir/marked" | cut -d' ' -f2- | draw "$total" "$sample" |
        xargs -P "$JOBS" -L 1 tools/mutate.sh --one "$game" |
        awk -v total="$sample" -v excused="$(grep -c '^excused' "$dir/marked")" -v quiet="$([ -t 2 ] || echo 1)" '
            { count[$1]++; if (!quiet) printf "\r%d of %d ", NR, total >"/dev/stderr" }
            END {
                if (!quiet) printf "\r" >"/dev/stderr"
                printf "mutants: %d killed, %d survived, %d excused\n", count["killed"], count["survived"], excused
                exit count["survived"] > 0 || NR != total
            }'
}

for game in "$@"; do mutate || failed=1; done
exit ${failed:-0}
