/* script.c - `musket script`: rule tests in plain text. */
#include "core/script.h"

#include "cli.h"

int cli_script(int argc, char **argv) {
    cli_start start = CLI_START_DEFAULTS;
    const cli_option options[] = {CLI_DATA_ROW(start), {0}};
    const cli_usage usage = {
        "script",
        "FILE…",
        1,
        CLI_MAX_LIST,
        "Runs rule tests (docs/scripts.md has the language). Each expectation that fails is\n"
        "printed with its file and line; the last line counts them: `N passed, N failed`.\n"
        "The file - is standard input.",
        options};
    cli_list files;
    int code = cli_parse(&usage, argc, argv, &files);
    if (code != CLI_GO_ON) return code;
    if (!cli_open(start.data)) return CLI_FAILED;

    mk_script_result total = {0};
    bool fine = true;
    for (int i = 0; i < files.count; i++) {
        mk_text text = {0}, report = {0};
        mk_script_result result = {0};
        if (!cli_read_file(files.at[i], &text)) {
            fine = false;
        } else if (!mk_script_run(text.p ? text.p : "", files.at[i], &result, &report)) {
            fine = false;
        }
        if (report.p) fputs(report.p, stdout);
        total.passed += result.passed;
        total.failed += result.failed;
        mk_text_free(&text);
        mk_text_free(&report);
    }
    printf("%d passed, %d failed\n", total.passed, total.failed);
    return fine ? CLI_FINE : CLI_FAILED;
}
