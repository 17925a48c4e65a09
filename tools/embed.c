/* embed.c - turns files into a C table, so that the binary carries its data.
 *
 *     embed ROOT FILE…  > data.c
 *
 * Files are named relative to ROOT and sorted by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *file) {
    fprintf(stderr, "embed: %s: ", file);
    perror(what);
    exit(1);
}

/* Writes the bytes of one file as an array; returns their number. */
static long embed_bytes(const char *file, int number) {
    FILE *in = fopen(file, "rb");
    if (!in) die("cannot open", file);
    printf("static const unsigned char file_%d[] = {", number);
    long size = 0;
    for (int c; (c = getc(in)) != EOF; size++) {
        printf("%s%d,", size % 24 ? "" : "\n    ", c);
    }
    if (ferror(in)) die("cannot read", file);
    fclose(in);
    /* The closing zero keeps an empty file from being an empty array and ends text. */
    printf("0};\n");
    return size;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: embed ROOT FILE...\n");
        return 2;
    }
    size_t root = strlen(argv[1]) + 1; /* with its slash */
    char **files = argv + 2;
    int count = argc - 2;
    long *size = calloc((size_t)count + 1, sizeof *size);
    if (!size) die("no memory", argv[0]);
    qsort(files, (size_t)count, sizeof *files, by_name);

    printf("#include \"core/pack.h\"\n\n");
    for (int i = 0; i < count; i++) size[i] = embed_bytes(files[i], i);
    printf("const mk_packed mk_embedded[] = {\n");
    for (int i = 0; i < count; i++) {
        printf("    {\"%s\", (const char *)file_%d, %ld},\n", files[i] + root, i, size[i]);
    }
    printf("    {0},\n};\n");
    free(size);
    return fflush(stdout) ? 1 : 0;
}
