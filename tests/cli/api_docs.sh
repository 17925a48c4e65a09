#!/bin/sh
# docs/api.md names every endpoint, every frame and every field that the server writes.
set -u
doc=docs/api.md
code=0

check() { # what, its name, what the page must hold
    if grep -qF -- "$3" "$doc"; then
        echo "ok - $1 $2"
    else
        echo "not ok - $1 $2: $doc has no $3"
        code=1
    fi
}

for path in $(sed -n 's/^    {"\(\/[^"]*\)", \(true\|false\), .*/\1/p' src/server/http.c | sort -u); do
    check endpoint "$path" "$(echo "$path" | sed 's/\*/ID/')"
done

for frame in $(sed -n '/^} handlers\[\] = {/,/^};/p' src/server/socket.c | grep -o '{"[a-z]*"' | tr -d '{"'); do
    check "frame to the server" "$frame" "{\"t\":\"$frame\""
done

for frame in $(grep -oh '{\\"t\\":\\"[a-z]*' src/server/*.c | sed 's/.*"//' | sort -u); do
    check "frame from the server" "$frame" "{\"t\":\"$frame\""
done

# Some fields are told of in a sentence, as `name`, instead of an example.
for field in $(grep -oh '\\"[a-z_]*\\":' src/server/*.c | tr -d '\\":' | sort -u); do
    if grep -qF "\`$field\`" "$doc"; then
        echo "ok - field $field"
    else
        check field "$field" "\"$field\""
    fi
done
exit $code
