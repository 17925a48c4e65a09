#!/bin/sh
# Crosses the rules of games with the code and the tests that name them.
#
#   tools/rules.sh GAME...
#
# data/<game>/rules.txt has a line for each rule: its key and a title. Code names a rule in a
# string ("p77.overrun") or a comment, a script anywhere. Rules without code or test are listed;
# a key that the list does not have is an error.
set -eu
cd "$(dirname "$0")/.."

cross() {
    awk -v game="$1" -v list="data/$1/rules.txt" '
    function note(key, kind,    at) {
        if (!(key in title)) { unknown[++unknowns] = FILENAME ":" FNR ": " key; return }
        at = place[key, kind]
        if (index(at, FILENAME ":")) {
            if (at !~ (":" FNR "$") && at !~ ("," FNR "$")) place[key, kind] = at "," FNR
        } else {
            place[key, kind] = at (at ? " " : "") FILENAME ":" FNR
        }
    }
    # Calls note() for each key in a text; in comments p77.unit may also be a variable.
    function scan(text, kind, strict,    before, key) {
        while (match(text, game "(\\.[a-z0-9_]+)+")) {
            before = RSTART > 1 ? substr(text, RSTART - 1, 1) : " "
            key = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (before !~ /[A-Za-z0-9_\/]/ && (strict || key in title)) note(key, kind)
        }
    }
    function scan_code(line, kind,    rest, string, comment) {
        if (line ~ /^#include/) return
        rest = line
        while (match(rest, /"[^"]*"/)) {
            string = substr(rest, RSTART + 1, RLENGTH - 2)
            rest = substr(rest, RSTART + RLENGTH)
            if (string ~ ("^" game "(\\.[a-z0-9_]+)+$")) note(string, kind)
        }
        comment = line ~ /^ *\*/ ? line : index(line, "/*") ? substr(line, index(line, "/*")) : ""
        gsub(/"[^"]*"/, "", comment)
        scan(comment, kind, 0)
    }
    FILENAME == list {
        if ($0 ~ /^#/ || NF == 0) next
        key = $1
        if (key in title) twice[++twices] = FILENAME ":" FNR ": " key
        title[key] = substr($0, length($1) + 2)
        order[++count] = key
        next
    }
    FILENAME ~ /^src\// { scan_code($0, "code"); next }
    FILENAME ~ /\.c$/ { scan_code($0, "test"); next }
    { scan($0, "test", 1) }
    END {
        for (i = 1; i <= count; i++) {
            key = order[i]
            printf "%s  %s\n", key, title[key]
            if (place[key, "code"]) print "    code  " place[key, "code"]; else bare = bare "\n    " key
            if (place[key, "test"]) print "    test  " place[key, "test"]; else idle = idle "\n    " key
            without_code += !place[key, "code"]
            without_test += !place[key, "test"]
        }
        print ""
        if (bare) print "without code:" bare
        if (idle) print "without test:" idle
        for (i = 1; i <= twices; i++) print "twice in the list: " twice[i]
        for (i = 1; i <= unknowns; i++) print "not in " list ": " unknown[i]
        printf "%s: %d rules, %d without code, %d without test\n", game, count, without_code,
               without_test
        exit unknowns + twices > 0
    }' "data/$1/rules.txt" \
        $(find "src/games/$1" "tests/games/$1" tests/core tests/cli -name '*.[ch]' | sort) \
        $(find "tests/games/$1" -name '*.txt' | sort)
}

for game in "$@"; do cross "$game" || failed=1; done
exit ${failed:-0}
