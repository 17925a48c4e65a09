#!/bin/sh
# tools/conditions.c marks every condition of a source for `make mutate`, and nothing else.
. tests/cli/tap.inc
tool=build/tools/conditions

cat >"$dir/rules.c" <<'END'
#include "core/rule.h" /* if (a) in a comment */
#define MACRO(x) ((x) ? 1 : 0)
static const int table[] = {1 == 1, 2};
static int first(int a, int b) {
    static const bool fixed = 1 < 2;
    enum { HALF = 4 > 2 };
    assert(a == b || b);
    if (a && (b || !table[a > 0 ? 1 : 0])) return a != b;
    for (int i = 0; i < 9; i++) a += MACRO(i == b);
    while (a < b) a++;
    switch (a) {
    case HALF: return "if (a) {"[0];
    default: return call(a, b >= 2) ? a : b;
    }
}
static const char *second(int a, int b) {
    FORBID("x.1", a > b);
    FORBID("x.2", a && !b);
    bool plain = RULE("x.3", a == 1), either = !RULE("x.4", b);
    MK_SET_EACH(u, a ? 1 : 2) a += u;
    return plain & either ? NULL : "x.5";
}
END
"$tool" "$dir/rules.c" >"$dir/marked.c"
marked() { grep -o 'MK_CONDITION("[^"]*"' "$dir/marked.c" | sed 's/.*("//; s/"//' | sort | tr '\n' ' '; }
check 'each condition once, by its function' test "$(marked)" = \
    'first#1 first#2 first#3 first#4 first#5 first#6 first#7 first#8 second#1 second#2 second#3 second#4 '
check 'operands of && and ||' grep -q 'MK_CONDITION("first#1",a) && (MK_CONDITION("first#2",b) || ' "$dir/marked.c"
check 'what is asked in a condition' grep -q 'MK_CONDITION("first#3",!table\[MK_CONDITION("first#4",a > 0) ? 1 : 0\])' "$dir/marked.c"
check 'a comparison whose value is used' grep -q 'return MK_CONDITION("first#5",a != b)' "$dir/marked.c"
check 'no loop' grep -q 'for (int i = 0; i < 9; i++)' "$dir/marked.c"
check 'nor the other one' grep -q 'while (a < b) a++;' "$dir/marked.c"
check 'no constant' grep -q 'fixed = 1 < 2;' "$dir/marked.c"
check 'no assertion' grep -q 'assert(a == b || b);' "$dir/marked.c"
check 'no text, no comment, no macro' sh -c "grep -q '\"if (a) {\"\\[0\\]' '$dir/marked.c' &&
    grep -q 'if (a) in a comment' '$dir/marked.c' && grep -q '((x) ? 1 : 0)' '$dir/marked.c'"
check 'a rule is not marked twice' grep -q 'FORBID("x.1", a > b);' "$dir/marked.c"
check 'its operands are' grep -q 'FORBID("x.2", MK_CONDITION("second#1",a) && MK_CONDITION("second#2",!b));' "$dir/marked.c"
check 'nor one that is negated' grep -q 'either = !RULE("x.4", b);' "$dir/marked.c"
check 'without its marks it is the source' sh -c "sed '1,2d; s/MK_CONDITION(\"[a-z]*#[0-9]*\",//g' '$dir/marked.c' |
    tr -d '() \n' >'$dir/a'; tr -d '() \n' <'$dir/rules.c' >'$dir/b'; cmp '$dir/a' '$dir/b'"
