/* The script reader: any text runs to a report, and a report that complains counts a failure. */
#include "core/script.h"
#include "fuzz.h"

#include <glob.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_open();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1);
    PROMISE(text);
    if (size) memcpy(text, bytes, size);
    text[size] = 0;
    mk_text report = {0};
    mk_script_result result = {0};
    bool fine = mk_script_run(text, "input", &result, &report);
    PROMISE(fine == (result.failed == 0));
    PROMISE(fine == (report.n == 0));
    mk_text_free(&report);
    free(text);
    return 0;
}

/* The rule tests themselves are the best examples; tests run in the root of the project. */
void fuzz_seeds(void (*add)(const char *bytes, size_t size)) {
    static char text[128 * 1024];
    glob_t files;
    if (glob("tests/games/*/*.txt", 0, NULL, &files) != 0) return;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        FILE *in = fopen(files.gl_pathv[i], "rb");
        if (!in) continue;
        add(text, fread(text, 1, sizeof text, in));
        fclose(in);
    }
    globfree(&files);
}
