/* input.c - JSON from outside, read strictly. */
#include <stdio.h>
#include <string.h>

#include "server/server.h"

json_t *input_object(const char *text, size_t size, char *why, size_t why_size) {
    json_error_t error;
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!object) {
        snprintf(why, why_size, "This is not JSON: %s.", error.text);
    } else if (!json_is_object(object)) {
        snprintf(why, why_size, "A JSON object is expected.");
        json_decref(object);
        object = NULL;
    }
    return object;
}

input input_of(json_t *object) { return (input){.object = object}; }

static void bad(input *in, const char *key, const char *what) {
    if (!in->bad) snprintf(in->why, sizeof in->why, "\"%s\" %s.", key, what);
    in->bad = true;
}

static void bad_length(input *in, const char *key, const char *how, size_t bound) {
    char what[60];
    snprintf(what, sizeof what, "is too %s %zu characters", how, bound);
    bad(in, key, what);
}

/* The value, counted as read; NULL if it is missing. */
static json_t *value_of(input *in, const char *key) {
    json_t *value = json_object_get(in->object, key);
    if (value) in->read++;
    return value;
}

const char *input_text_or(input *in, const char *key, size_t max, const char *missing) {
    json_t *value = value_of(in, key);
    if (!value) return missing;
    if (!json_is_string(value)) {
        bad(in, key, "should be text");
        return missing;
    }
    if (json_string_length(value) > max) {
        bad_length(in, key, "long: at most", max);
        return missing;
    }
    return json_string_value(value);
}

const char *input_text(input *in, const char *key, size_t min, size_t max) {
    const char *text = input_text_or(in, key, max, NULL);
    if (!text)
        bad(in, key, "is missing");
    else if (!*text && min > 0)
        bad(in, key, "is empty");
    else if (strlen(text) < min)
        bad_length(in, key, "short: at least", min);
    return in->bad ? NULL : text;
}

int64_t input_int_or(input *in, const char *key, int64_t min, int64_t max, int64_t missing) {
    json_t *value = value_of(in, key);
    if (!value) return missing;
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max) {
        bad(in, key, "should be a whole number in its range");
        return missing;
    }
    return json_integer_value(value);
}

bool input_flag_or(input *in, const char *key, bool missing) {
    json_t *value = value_of(in, key);
    if (!value) return missing;
    if (!json_is_boolean(value)) bad(in, key, "should be true or false");
    return json_is_true(value);
}

json_t *input_object_or(input *in, const char *key) {
    json_t *value = value_of(in, key);
    if (value && !json_is_object(value)) {
        bad(in, key, "should be an object");
        return NULL;
    }
    return value;
}

bool input_end(input *in) {
    if (in->bad) return false;
    if (in->read == (int)json_object_size(in->object)) return true;
    snprintf(in->why, sizeof in->why, "There is a key that is not known.");
    in->bad = true;
    return false;
}
