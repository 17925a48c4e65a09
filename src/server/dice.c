/* dice.c - secrets of the players in the key of the dice, so that not even the host can choose it.
 *
 * The server's part of the key is fixed when the table is made: its hash is shown. A player who
 * wants a part of his own commits himself: he sends the hash of a secret. When every seat is taken
 * and every such hash is there, each sends the secret itself; it must fit its hash. Only then does
 * the game begin, with a key made of all parts. Who comes last could not change his part any
 * more, and nobody knew the whole before. At the end everything is opened.
 *
 * If somebody cannot open what he committed himself to, or leaves, after another has opened his, a
 * new round begins: another key of the server's, and all who took part commit themselves again. So
 * nothing that anyone has seen is of use.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/server.h"

void dice_hash(const uint8_t part[MK_KEY_BYTES], uint8_t hash[MK_KEY_BYTES]) {
    crypto_generichash(hash, MK_KEY_BYTES, part, MK_KEY_BYTES, NULL, 0);
}

void dice_mix(const store_table *row, uint8_t key[MK_KEY_BYTES]) {
    crypto_generichash_state state;
    bool any = false;
    crypto_generichash_init(&state, NULL, 0, MK_KEY_BYTES);
    crypto_generichash_update(&state, row->server_key, MK_KEY_BYTES);
    for (int i = 0; i < row->seat_count; i++) {
        const store_seat *seat = &row->seat[i];
        unsigned char has = seat->dice == DICE_OPENED;
        any |= has;
        crypto_generichash_update(&state, &has, 1);
        if (has) crypto_generichash_update(&state, seat->secret, MK_KEY_BYTES);
    }
    crypto_generichash_final(&state, key, MK_KEY_BYTES);
    if (!any) memcpy(key, row->server_key, MK_KEY_BYTES);
}

bool dice_parse(const char *hex, uint8_t out[MK_KEY_BYTES]) {
    size_t n = 0;
    const char *end = NULL;
    return strlen(hex) == 2 * MK_KEY_BYTES &&
           sodium_hex2bin(out, MK_KEY_BYTES, hex, strlen(hex), NULL, &n, &end) == 0 &&
           n == MK_KEY_BYTES && *end == '\0';
}

static bool any_seat(const store_table *row, dice_state dice) {
    for (int i = 0; i < row->seat_count; i++)
        if (row->seat[i].dice == dice) return true;
    return false;
}

bool dice_ready(const store_table *row) {
    return !any_seat(row, DICE_ASKED) && !any_seat(row, DICE_COMMITTED);
}

static void forget(store_seat *seat, dice_state dice) {
    seat->dice = dice;
    memset(seat->commitment, 0, sizeof seat->commitment);
    memset(seat->secret, 0, sizeof seat->secret);
}

void dice_new_key(store_table *row) {
    random_key(row->server_key, 0);
    memcpy(row->key, row->server_key, sizeof row->key);
    for (int i = 0; i < row->seat_count; i++) forget(&row->seat[i], DICE_NONE);
}

void dice_unsettle(table *t) {
    store_table *row = &t->row;
    if (!any_seat(row, DICE_OPENED)) return;
    bool took_part[MK_MAX_SEATS];
    for (int i = 0; i < row->seat_count; i++) took_part[i] = row->seat[i].dice != DICE_NONE;
    dice_new_key(row);
    for (int i = 0; i < row->seat_count; i++)
        if (took_part[i]) row->seat[i].dice = DICE_ASKED;
    tables_note_key(t);
}

void dice_commit(table *t, int seat, const uint8_t commitment[MK_KEY_BYTES]) {
    dice_unsettle(t);
    forget(&t->row.seat[seat], DICE_COMMITTED);
    memcpy(t->row.seat[seat].commitment, commitment, MK_KEY_BYTES);
}

void dice_withdraw(table *t, int seat) {
    dice_unsettle(t);
    forget(&t->row.seat[seat], DICE_NONE);
}

const char *dice_open(table *t, int seat, const uint8_t secret[MK_KEY_BYTES]) {
    store_seat *at = &t->row.seat[seat];
    uint8_t hash[MK_KEY_BYTES];
    if (at->dice == DICE_OPENED) return "This secret is opened already.";
    if (at->dice != DICE_COMMITTED) return "There is no commitment to open.";
    if (!table_is_full(&t->row)) return "Secrets are opened when every seat is taken.";
    if (any_seat(&t->row, DICE_ASKED)) return "Somebody has not committed himself yet.";
    dice_hash(secret, hash);
    if (sodium_memcmp(hash, at->commitment, sizeof hash) != 0)
        return "This is not the secret that was committed.";
    at->dice = DICE_OPENED;
    memcpy(at->secret, secret, MK_KEY_BYTES);
    return NULL;
}

/* ---- As text ------------------------------------------------------------------ */

void dice_write_seat(const table *t, int i, mk_text *out) {
    static const char *const names[] = {"", "asked", "committed", "opened"};
    const store_seat *seat = &t->row.seat[i];
    if (seat->dice == DICE_NONE) return;
    mk_text_add(out, ",\"dice\":\"%s\"", names[seat->dice]);
    if (seat->dice == DICE_ASKED) return;
    mk_text_add(out, ",\"commitment\":\"");
    add_key(out, seat->commitment);
    mk_text_add(out, "\"");
    if (seat->dice != DICE_OPENED || !table_is_over(t)) return;
    mk_text_add(out, ",\"dice_secret\":\"");
    add_key(out, seat->secret);
    mk_text_add(out, "\"");
}

void dice_write_end(const table *t, mk_text *out) {
    mk_text_add(out, ",\"server_key\":\"");
    add_key(out, t->row.server_key);
    mk_text_add(out, "\"");
}

/* What `musket verify --dice` reads. */
void dice_answer(request *r) {
    const table *t = lobby_find(r);
    mk_text *out = &r->answer;
    if (!t) return;
    if (!table_is_over(t) || !t->game) {
        http_error(r, 403, "forbidden", "The parts of the key are opened after the end.");
        return;
    }
    mk_text_add(out, "musket dice 1\nhash %s\nserver_key ", t->key_hash);
    add_key(out, t->row.server_key);
    for (int i = 0; i < t->row.seat_count; i++) {
        const store_seat *seat = &t->row.seat[i];
        mk_text_add(out, "\nseat %s ", table_seat_id(t, i));
        if (seat->dice != DICE_OPENED) {
            mk_text_add(out, "none");
            continue;
        }
        add_key(out, seat->commitment);
        mk_text_add(out, " ");
        add_key(out, seat->secret);
    }
    mk_text_add(out, "\nkey ");
    add_key(out, t->row.key);
    mk_text_add(out, "\n");
    snprintf(r->download, sizeof r->download, "attachment; filename=\"%.12s.dice\"", t->row.code);
    http_answer(r, 200, "text/plain; charset=utf-8");
}
