/* fnv.h - FNV-1a, 64 bits: a hash that is the same on every machine. Not for secrets. */
#ifndef MK_FNV_H
#define MK_FNV_H

#include <stddef.h>
#include <stdint.h>

#define MK_FNV_START 0xcbf29ce484222325u

static inline uint64_t mk_fnv(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

#endif
