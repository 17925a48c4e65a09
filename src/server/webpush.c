#include "server/webpush.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { HASH = 32, TAG = 16, CONTENT_KEY = 16, NONCE = 12, RECORD = 4096, HEAD = 86 };

/* ---- Keys --------------------------------------------------------------- */

bool webpush_public(const uint8_t key[WEBPUSH_PRIVATE], uint8_t point[WEBPUSH_PUBLIC]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_bin2bn(key, WEBPUSH_PRIVATE, NULL);
    EC_POINT *at = group ? EC_POINT_new(group) : NULL;
    bool fine =
        number && at && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
        EC_POINT_mul(group, at, number, NULL, NULL, NULL) == 1 &&
        EC_POINT_point2oct(group, at, POINT_CONVERSION_UNCOMPRESSED, point, WEBPUSH_PUBLIC, NULL) ==
            WEBPUSH_PUBLIC;
    BN_clear_free(number);
    EC_POINT_free(at);
    EC_GROUP_free(group);
    return fine;
}

bool webpush_new_key(uint8_t key[WEBPUSH_PRIVATE]) {
    uint8_t point[WEBPUSH_PUBLIC];
    for (int tries = 0; tries < 100; tries++) { /* nearly every number will do */
        randombytes_buf(key, WEBPUSH_PRIVATE);
        if (webpush_public(key, point)) return true;
    }
    return false;
}

/* OpenSSL's form of a point, with its number if that is known. */
static EVP_PKEY *pkey(const uint8_t point[WEBPUSH_PUBLIC], const uint8_t *key) {
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = key ? BN_bin2bn(key, WEBPUSH_PRIVATE, NULL) : NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *out = NULL;
    OSSL_PARAM *params = NULL;
    bool fine =
        build && context && (!key || number) &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, WEBPUSH_PUBLIC) &&
        (!key || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number));
    if (fine) params = OSSL_PARAM_BLD_to_param(build);
    fine =
        params && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &out, key ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) == 1;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return fine ? out : NULL;
}

bool webpush_is_point(const uint8_t point[WEBPUSH_PUBLIC]) {
    if (point[0] != POINT_CONVERSION_UNCOMPRESSED) return false;
    EVP_PKEY *key = pkey(point, NULL);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool fine = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

/* ---- RFC 8291 ----------------------------------------------------------- */

static bool agree(const uint8_t mine[WEBPUSH_PRIVATE], const uint8_t my_point[WEBPUSH_PUBLIC],
                  const uint8_t theirs[WEBPUSH_PUBLIC], uint8_t secret[HASH]) {
    EVP_PKEY *own = pkey(my_point, mine), *other = pkey(theirs, NULL);
    EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    size_t size = HASH;
    bool fine = context && other && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, other) == 1 &&
                EVP_PKEY_derive(context, secret, &size) == 1 && size == HASH;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
    return fine;
}

/* RFC 5869 with SHA-256, for at most 32 bytes. */
static bool hkdf(const uint8_t *salt, size_t salt_size, const uint8_t secret[HASH],
                 const void *info, size_t info_size, uint8_t *out, size_t size) {
    uint8_t key[HASH], text[256], block[HASH];
    unsigned n = HASH;
    if (info_size >= sizeof text || size > HASH) return false;
    memcpy(text, info, info_size);
    text[info_size] = 1;
    bool fine = HMAC(EVP_sha256(), salt, (int)salt_size, secret, HASH, key, &n) &&
                HMAC(EVP_sha256(), key, HASH, text, info_size + 1, block, &n);
    if (fine) memcpy(out, block, size);
    sodium_memzero(key, sizeof key);
    sodium_memzero(block, sizeof block);
    return fine;
}

static bool seal(const uint8_t key[CONTENT_KEY], const uint8_t nonce[NONCE], const uint8_t *text,
                 size_t size, uint8_t *out) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int n = 0, end = 0;
    bool fine = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &n, text, (int)size) == 1 &&
                EVP_EncryptFinal_ex(context, out + n, &end) == 1 &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + size) == 1;
    EVP_CIPHER_CTX_free(context);
    return fine && (size_t)(n + end) == size;
}

/* Key and nonce of the content, from what sender and receiver agree on (section 3.4). */
static bool derive(const uint8_t point[WEBPUSH_PUBLIC], const uint8_t auth[WEBPUSH_AUTH],
                   const uint8_t sender[WEBPUSH_PRIVATE],
                   const uint8_t sender_point[WEBPUSH_PUBLIC], const uint8_t salt[WEBPUSH_SALT],
                   uint8_t key[CONTENT_KEY], uint8_t nonce[NONCE]) {
    static const char content[] = "Content-Encoding: aes128gcm", once[] = "Content-Encoding: nonce";
    uint8_t info[14 + 2 * WEBPUSH_PUBLIC] = "WebPush: info", secret[HASH], mixed[HASH];
    memcpy(info + 14, point, WEBPUSH_PUBLIC);
    memcpy(info + 14 + WEBPUSH_PUBLIC, sender_point, WEBPUSH_PUBLIC);
    bool fine = agree(sender, sender_point, point, secret) &&
                hkdf(auth, WEBPUSH_AUTH, secret, info, sizeof info, mixed, HASH) &&
                hkdf(salt, WEBPUSH_SALT, mixed, content, sizeof content, key, CONTENT_KEY) &&
                hkdf(salt, WEBPUSH_SALT, mixed, once, sizeof once, nonce, NONCE);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(mixed, sizeof mixed);
    return fine;
}

size_t webpush_encrypt(const uint8_t point[WEBPUSH_PUBLIC], const uint8_t auth[WEBPUSH_AUTH],
                       const uint8_t sender[WEBPUSH_PRIVATE], const uint8_t salt[WEBPUSH_SALT],
                       const char *text, size_t size, uint8_t body[WEBPUSH_BODY_MAX]) {
    uint8_t key[CONTENT_KEY], nonce[NONCE], padded[WEBPUSH_TEXT_MAX + 1];
    uint8_t *sender_point = body + HEAD - WEBPUSH_PUBLIC;
    if (size > WEBPUSH_TEXT_MAX || !webpush_public(sender, sender_point)) return 0;
    /* RFC 8188: salt, size of a record, length of the key id, key id; then the only record. */
    memcpy(body, salt, WEBPUSH_SALT);
    const uint8_t record[5] = {0, 0, RECORD >> 8, RECORD & 255, WEBPUSH_PUBLIC};
    memcpy(body + WEBPUSH_SALT, record, sizeof record);
    memcpy(padded, text, size);
    padded[size] = 2; /* the last record */
    bool fine = derive(point, auth, sender, sender_point, salt, key, nonce) &&
                seal(key, nonce, padded, size + 1, body + HEAD);
    sodium_memzero(key, sizeof key);
    return fine ? HEAD + size + 1 + TAG : 0;
}

/* ---- RFC 8292 ----------------------------------------------------------- */

static bool encode(const void *bytes, size_t size, char *out, size_t room) {
    size_t needed = sodium_base64_encoded_len(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (needed > room) return false;
    sodium_bin2base64(out, room, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return true;
}

/* ES256: both numbers of the signature, 32 bytes each. */
static bool sign(const uint8_t key[WEBPUSH_PRIVATE], const uint8_t point[WEBPUSH_PUBLIC],
                 const char *text, uint8_t out[64]) {
    uint8_t der[80];
    size_t size = sizeof der;
    EVP_PKEY *own = pkey(point, key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool fine = own && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, own) == 1 &&
                EVP_DigestSign(context, der, &size, (const uint8_t *)text, strlen(text)) == 1;
    const uint8_t *at = der;
    ECDSA_SIG *pair = fine ? d2i_ECDSA_SIG(NULL, &at, (long)size) : NULL;
    fine = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(own);
    return fine;
}

bool webpush_authorize(const uint8_t key[WEBPUSH_PRIVATE], const char *origin, const char *subject,
                       int64_t expires, char out[WEBPUSH_HEADER_MAX]) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    uint8_t point[WEBPUSH_PUBLIC], signature[64];
    char claims[420], token[640], encoded[100];
    int n = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld%s%s%s}", origin,
                     (long long)expires, subject ? ",\"sub\":\"" : "", subject ? subject : "",
                     subject ? "\"" : "");
    if (n < 0 || (size_t)n >= sizeof claims || !webpush_public(key, point) ||
        !encode(head, sizeof head - 1, token, sizeof token))
        return false;
    size_t at = strlen(token);
    token[at++] = '.';
    if (!encode(claims, (size_t)n, token + at, sizeof token - at) ||
        !sign(key, point, token, signature) ||
        !encode(signature, sizeof signature, encoded, sizeof encoded))
        return false;
    n = snprintf(out, WEBPUSH_HEADER_MAX, "vapid t=%s.%s", token, encoded);
    if (n < 0 || n >= WEBPUSH_HEADER_MAX || !encode(point, sizeof point, encoded, sizeof encoded))
        return false;
    at = (size_t)n;
    n = snprintf(out + at, WEBPUSH_HEADER_MAX - at, ", k=%s", encoded);
    return n > 0 && (size_t)n < WEBPUSH_HEADER_MAX - at;
}

/* ---- Where to ----------------------------------------------------------- */

static const struct {
    uint32_t network;
    int bits;
} own_networks[] = {
    /* The registry of special-purpose addresses (RFC 6890), multicast, what is reserved. */
    {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
    {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
    {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3},
};

static bool is_public_4(uint32_t address) {
    for (size_t i = 0; i < sizeof own_networks / sizeof *own_networks; i++)
        if ((address ^ own_networks[i].network) >> (32 - own_networks[i].bits) == 0) return false;
    return true;
}

static uint32_t word(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Only what is given out (2000::/3), less documentation, and of the ways to wrap an IPv4 address
 * those whose inner one is public. */
static bool is_public_6(const uint8_t a[16]) {
    static const uint8_t translated[12] = {0x00, 0x64, 0xff, 0x9b};
    if (memcmp(a, translated, 12) == 0) return is_public_4(word(a + 12));
    if ((a[0] & 0xe0) != 0x20) return false;
    if (word(a) == 0x20010db8 || (word(a) & 0xfffffff0) == 0x3fff0000) return false;
    if (word(a) >> 9 == 0x20010000 >> 9) return false; /* Teredo and other protocols' own */
    if (a[0] == 0x20 && a[1] == 0x02) return is_public_4(word(a + 2));
    return true;
}

bool webpush_is_public(const struct sockaddr *address) {
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
        return is_public_4(ntohl(v4->sin_addr.s_addr));
    }
    if (address->sa_family != AF_INET6) return false;
    return is_public_6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
}

/* A name that is a number must be a public one already here. */
static bool host_is_fine(const char *host) {
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    char number[INET6_ADDRSTRLEN + 2] = "";
    size_t n = strlen(host);
    if (inet_pton(AF_INET, host, &v4.sin_addr) == 1)
        return webpush_is_public((struct sockaddr *)&v4);
    if (host[0] == '[' && n > 2 && n < sizeof number) {
        snprintf(number, sizeof number, "%.*s", (int)n - 2, host + 1);
        return inet_pton(AF_INET6, number, &v6.sin6_addr) == 1 &&
               webpush_is_public((struct sockaddr *)&v6);
    }
    return strchr(host, '.') && strcasecmp(host, "localhost") != 0;
}

bool webpush_endpoint(const char *url, bool local, char origin[WEBPUSH_ORIGIN]) {
    CURLU *parts = curl_url();
    char *scheme = NULL, *host = NULL, *port = NULL, *user = NULL;
    bool fine = parts &&
                curl_url_set(parts, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
                curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK;
    if (fine) curl_url_get(parts, CURLUPART_PORT, &port, CURLU_NO_DEFAULT_PORT);
    if (fine) curl_url_get(parts, CURLUPART_USER, &user, 0);
    bool https = fine && strcmp(scheme, "https") == 0, http = fine && strcmp(scheme, "http") == 0;
    fine = fine && !user && (local ? https || http : https && !port && host_is_fine(host));
    for (const char *p = fine ? host : ""; *p; p++)
        if ((unsigned char)*p <= ' ' || strchr("\"\\", *p)) fine = false;
    if (fine)
        fine = snprintf(origin, WEBPUSH_ORIGIN, "%s://%s%s%s", scheme, host, port ? ":" : "",
                        port ? port : "") < WEBPUSH_ORIGIN;
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(user);
    curl_url_cleanup(parts);
    return fine;
}
