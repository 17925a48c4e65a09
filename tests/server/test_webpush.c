/* Push messages: the example of RFC 8291, what RFC 8292 asks of the header, and where messages may
 * not go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/webpush.h"

static size_t decode(const char *text, uint8_t *out, size_t room) {
    size_t n;
    assert_int_equal(sodium_base642bin(out, room, text, strlen(text), NULL, &n, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return n;
}

/* RFC 8291, section 5 and appendix A. */
static void the_example_of_the_rfc_is_encrypted_as_there(void **unused) {
    (void)unused;
    static const char plain[] = "When I grow up, I want to be a watermelon";
    uint8_t point[WEBPUSH_PUBLIC], auth[WEBPUSH_AUTH], sender[WEBPUSH_PRIVATE], salt[WEBPUSH_SALT],
        wanted[200], body[WEBPUSH_BODY_MAX];
    decode(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        point, sizeof point);
    decode("BTBZMqHH6r4Tts7J_aSIgg", auth, sizeof auth);
    decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", sender, sizeof sender);
    decode("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    size_t size =
        decode("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6"
               "e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ"
               "wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
               wanted, sizeof wanted);
    assert_true(webpush_is_point(point));
    assert_int_equal(webpush_encrypt(point, auth, sender, salt, plain, sizeof plain - 1, body),
                     size);
    assert_memory_equal(body, wanted, size);
}

static void what_is_no_point_is_not_encrypted_for(void **unused) {
    (void)unused;
    uint8_t key[WEBPUSH_PRIVATE], point[WEBPUSH_PUBLIC],
        auth[WEBPUSH_AUTH] = {0}, salt[WEBPUSH_SALT] = {0}, body[WEBPUSH_BODY_MAX];
    static char long_text[WEBPUSH_TEXT_MAX + 1];
    assert_true(webpush_new_key(key));
    assert_true(webpush_public(key, point));
    assert_true(webpush_is_point(point));
    assert_int_equal(webpush_encrypt(point, auth, key, salt, long_text, sizeof long_text, body), 0);
    assert_int_not_equal(webpush_encrypt(point, auth, key, salt, long_text, sizeof long_text - 1,
                                         body),
                         0);
    point[64] ^= 1; /* no longer on the curve */
    assert_false(webpush_is_point(point));
    assert_int_equal(webpush_encrypt(point, auth, key, salt, "x", 1, body), 0);
    memset(point, 0, sizeof point);
    assert_false(webpush_is_point(point));
    memset(key, 0, sizeof key);
    assert_false(webpush_public(key, point));
    memset(key, 0xff, sizeof key); /* larger than the order of the curve */
    assert_false(webpush_public(key, point));
}

/* That the signature is good is checked by another program, in tests/web/push.test.mjs. */
static void the_header_names_audience_and_key(void **unused) {
    (void)unused;
    uint8_t key[WEBPUSH_PRIVATE], point[WEBPUSH_PUBLIC], claims[400], named[100];
    char header[WEBPUSH_HEADER_MAX], token[WEBPUSH_HEADER_MAX], origin[400];
    assert_true(webpush_new_key(key));
    webpush_public(key, point);
    assert_true(webpush_authorize(key, "https://push.example.net", "https://play.example.org",
                                  1790000000, header));
    assert_int_equal(strncmp(header, "vapid t=", 8), 0);
    snprintf(token, sizeof token, "%s", strchr(header, '.') + 1);
    *strchr(token, '.') = '\0';
    claims[decode(token, claims, sizeof claims)] = '\0';
    assert_string_equal((char *)claims, "{\"aud\":\"https://push.example.net\",\"exp\":1790000000,"
                                        "\"sub\":\"https://play.example.org\"}");
    assert_int_equal(decode(strstr(header, ", k=") + 4, named, sizeof named), sizeof point);
    assert_memory_equal(named, point, sizeof point);
    memset(origin, 'x', sizeof origin - 1);
    origin[sizeof origin - 1] = '\0';
    assert_false(webpush_authorize(key, origin, "mailto:host@example.org", 1, header));
}

static void endpoints_are_https_and_outside(void **unused) {
    (void)unused;
    static const struct {
        const char *url;
        bool fine;
    } urls[] = {
        {"https://fcm.googleapis.com/fcm/send/abc", true},
        {"https://updates.push.services.mozilla.com/wpush/v2/abc", true},
        {"https://8.8.8.8/x", true},
        {"https://[2606:4700::1111]/x", true},
        {"https://push.example.net:443/x", true},
        {"https://push.example.net:22/x", false},
        {"http://push.example.net/x", false},
        {"ftp://push.example.net/x", false},
        {"file:///etc/passwd", false},
        {"gopher://push.example.net/x", false},
        {"https://user:pass@push.example.net/x", false},
        {"https://localhost/x", false},
        {"https://intranet/x", false},
        {"https://127.0.0.1/x", false},
        {"https://127.1/x", false},
        {"https://2130706433/x", false},
        {"https://0x7f000001/x", false},
        {"https://10.0.0.1/x", false},
        {"https://192.168.1.1/x", false},
        {"https://172.16.0.1/x", false},
        {"https://169.254.169.254/latest/meta-data", false},
        {"https://100.64.0.1/x", false},
        {"https://0.0.0.0/x", false},
        {"https://224.0.0.1/x", false},
        {"https://255.255.255.255/x", false},
        {"https://[::1]/x", false},
        {"https://[::]/x", false},
        {"https://[::ffff:127.0.0.1]/x", false},
        {"https://[::ffff:8.8.8.8]/x", false},
        {"https://[64:ff9b::10.0.0.1]/x", false},
        {"https://[2002:7f00:1::]/x", false},
        {"https://[2001:db8::1]/x", false},
        {"https://[fe80::1]/x", false},
        {"https://[fc00::1]/x", false},
        {"https://[ff02::1]/x", false},
        {"https:///x", false},
        {"", false},
        {"push.example.net/x", false},
    };
    char origin[WEBPUSH_ORIGIN];
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        if (webpush_endpoint(urls[i].url, false, origin) != urls[i].fine)
            print_error("%s\n", urls[i].url);
        assert_int_equal(webpush_endpoint(urls[i].url, false, origin), urls[i].fine);
    }
    assert_true(webpush_endpoint("https://push.example.net/a/b?c", false, origin));
    assert_string_equal(origin, "https://push.example.net");
    assert_true(webpush_endpoint("http://127.0.0.1:8080/x", true, origin));
    assert_string_equal(origin, "http://127.0.0.1:8080");
    assert_false(webpush_endpoint("ftp://127.0.0.1/x", true, origin));
}

/* What a name stands for is seen when it is connected to. */
static void only_public_addresses_are_connected_to(void **unused) {
    (void)unused;
    static const char *const own[] = {"127.0.0.1",   "10.1.2.3",    "172.31.255.255", "192.168.0.1",
                                      "169.254.1.1", "100.127.0.1", "198.18.0.1",     "240.0.0.1"};
    static const char *const outside[] = {"8.8.8.8", "172.32.0.1", "100.128.0.1", "11.0.0.1"};
    struct sockaddr_in at = {.sin_family = AF_INET};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        inet_pton(AF_INET, own[i], &at.sin_addr);
        assert_false(webpush_is_public((struct sockaddr *)&at));
    }
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        inet_pton(AF_INET, outside[i], &at.sin_addr);
        assert_true(webpush_is_public((struct sockaddr *)&at));
    }
    at.sin_family = AF_UNIX;
    assert_false(webpush_is_public((struct sockaddr *)&at));
}

int main(void) {
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc_is_encrypted_as_there),
        cmocka_unit_test(what_is_no_point_is_not_encrypted_for),
        cmocka_unit_test(the_header_names_audience_and_key),
        cmocka_unit_test(endpoints_are_https_and_outside),
        cmocka_unit_test(only_public_addresses_are_connected_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
