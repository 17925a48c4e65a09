#!/bin/sh
# Foreign programs: the C example links the library, the Python example speaks the protocol.
. tests/cli/tap.inc

cc=${CC:-gcc}
flags='-std=c17 -Wall -Wextra -Werror -Iinclude'
example=docs/examples/random_game.c
check 'the C example compiles against libmusket.a' \
    $cc $flags $example build/libmusket.a -ljansson -lm -lpthread -o "$dir/static"
check 'the C example compiles against libmusket.so' \
    $cc $flags $example -Lbuild -lmusket -o "$dir/shared"
"$dir/static" p77 42 >"$dir/static.txt"
LD_LIBRARY_PATH=build "$dir/shared" p77 42 >"$dir/shared.txt"
check 'it plays a game to its end' grep -q 'rank 1' "$dir/static.txt"
check 'both play the same game' cmp "$dir/static.txt" "$dir/shared.txt"
printf '#include "musket.h"\nint main() { return mk_game_count() > 0 ? 0 : 1; }\n' >"$dir/x.cc"
if command -v g++ >/dev/null; then
    check 'the header is C++, too' g++ -Wall -Iinclude -c "$dir/x.cc" -o "$dir/x.o"
fi

python3 docs/examples/random_game.py "$MUSKET" p77 5 >"$dir/python.txt" 2>&1
check 'the Python example plays a game to its end' grep -q "'rank': 1" "$dir/python.txt"
