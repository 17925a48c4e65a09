#!/bin/sh
# Crosses the rules of games with the code and the tests that name them.
#
#   tools/rules.sh GAME...
#
# data/<game>/rules.txt has a line for each rule, its key and a title, below it our own text and
# its conditions. Code names a rule in a string ("p77.overrun", "lod.3.2.1:cubes") or a comment, a
# script anywhere. Rules without code or test are listed; a key that the list does not have, a
# condition that no code names, and a rule without text are errors.
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
            if (string !~ ("^" game "(\\.[a-z0-9_]+)+(:[a-z0-9_]+)?$")) continue
            if (index(string, ":")) {
                if (!(string in condition)) unknown[++unknowns] = FILENAME ":" FNR ": " string
                condition[string]++
                sub(/:.*/, "", string)
            }
            note(string, kind)
        }
        comment = line ~ /^ *\*/ ? line : index(line, "/*") ? substr(line, index(line, "/*")) : ""
        gsub(/"[^"]*"/, "", comment)
        scan(comment, kind, 0)
    }
    FILENAME == list {
        if ($0 ~ /^#/ || NF == 0) next
        if ($0 ~ /^[ \t]+- /) { condition[key ":" substr($2, 1, length($2) - 1)] = 0; next }
        if ($0 ~ /^[ \t]/) { text[key] = 1; next }
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
            if (!(key in text)) silent[++silents] = key
        }
        print ""
        if (bare) print "without code:" bare
        if (idle) print "without test:" idle
        for (i = 1; i <= twices; i++) print "twice in the list: " twice[i]
        for (i = 1; i <= unknowns; i++) print "not in " list ": " unknown[i]
        for (i = 1; i <= silents; i++) print "without text in " list ": " silent[i]
        for (c in condition) if (!condition[c]) { print "no code has this condition: " c; unused++ }
        printf "%s: %d rules, %d without code, %d without test\n", game, count, without_code,
               without_test
        exit unknowns + twices + silents + unused > 0
    }' "data/$1/rules.txt" \
        $(find "src/games/$1" "tests/games/$1" tests/core tests/cli -name '*.[ch]' | sort) \
        $(find "tests/games/$1" -name '*.txt' | sort)
}

for game in "$@"; do cross "$game" || failed=1; done
exit ${failed:-0}
