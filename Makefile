# Musket: one C17 engine, one binary. `make help` lists what can be made.
#
# Everything made goes below build/. Each variant (release, debug, asan, mutate) has its own
# folder of objects; `make VARIANT=asan` builds one, the targets below do that for you.

VARIANT ?= release
JOBS ?= $(shell nproc)
MAKEFLAGS += --no-print-directory
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif

# The version stands in the header; while it begins with 0, each minor version has its own soname.
VERSION := $(shell sed -n 's/^\#define MK_VERSION "\(.*\)"/\1/p' include/musket.h)
SONAME = libmusket.so.$(basename $(VERSION))

OUT = build/$(VARIANT)
BIN = $(if $(filter release,$(VARIANT)),build,$(OUT))

WARN = -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
       -Wno-missing-field-initializers # rows of tables may leave their last fields out
CFLAGS_release = -O3 -DNDEBUG
ifeq ($(shell uname -m),x86_64) # sets of spaces are counted all the time; since 2008 in one step
CFLAGS_release += -mpopcnt
endif
# What the server reads comes from strangers: an overrun ends the program instead of going on.
CFLAGS_release += -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
LDFLAGS_release = -Wl,-z,relro,-z,now,-z,noexecstack
CFLAGS_debug = -O0 -g3
CFLAGS_asan = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_mutate = -O1 -g -DMK_MUTATE -Wno-shadow # conditions are marked within conditions
CFLAGS_fuzz = -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
CFLAGS_clang = -O0 # what a second compiler warns of; `make test` builds no program with it
# The same objects serve the binary and the shared library.
CFLAGS = -std=c17 $(WARN) -fPIC -fno-semantic-interposition $(CFLAGS_$(VARIANT)) $(EXTRA)
CPPFLAGS = -Iinclude -Isrc -MMD -MP
# Warnings are the business of compiling; what optimizing over all files imagines is not one.
LINK = $(CC) $(filter-out $(WARN),$(CFLAGS)) $(LDFLAGS_$(VARIANT)) -w
LDLIBS = -ljansson -lm -lpthread

# What only the server needs: libmusket does without.
SERVE_LIBS = -lssl -lcrypto -lsodium -lsqlite3 -lpq -lcurl -lz

LIB_SRC = $(sort $(wildcard src/core/*.c src/map/*.c src/bots/*.c src/games/*/*.c))
CLI_SRC = $(sort $(wildcard src/cli/*.c))
SERVE_SRC = $(sort $(wildcard src/net/*.c src/server/*.c src/store/*.c))
WEB_SRC = $(shell find web/src web/public -type f) $(wildcard web/*.json web/*.ts web/*.html)
NODE_MODULES = web/node_modules/.done
TEST_SRC = $(sort $(wildcard tests/core/test_*.c tests/games/*/test_*.c tests/cli/*.c \
                             tests/server/test_*.c))
HELP_SRC = $(filter-out $(TEST_SRC),$(wildcard tests/core/*.c tests/games/*/*.c))
FUZZ_SRC = $(sort $(wildcard tests/fuzz/fuzz_*.c))
GAMES = $(patsubst src/games/%/game.c,%,$(sort $(wildcard src/games/*/game.c)))
DRAFTS = $(patsubst src/games/%/game.c,%,$(shell grep -l 'draft = true' src/games/*/game.c))
WHOLE_GAMES = $(filter-out $(DRAFTS),$(GAMES))
DATA = $(sort $(shell find data -type f))

GEN_OBJ = $(OUT)/gen/data.o $(OUT)/gen/games.o
LIB_OBJ = $(LIB_SRC:%.c=$(OUT)/%.o) $(GEN_OBJ)
CLI_OBJ = $(CLI_SRC:%.c=$(OUT)/%.o)
SERVE_OBJ = $(SERVE_SRC:%.c=$(OUT)/%.o) $(OUT)/gen/web.o $(OUT)/gen/catalogue.o
TEST_BIN = $(TEST_SRC:%.c=$(OUT)/%)
FUZZ_BIN = $(FUZZ_SRC:%.c=$(OUT)/%)

.PHONY: all debug asan test play terminal bench bench-server bench-postgres bench-figures bench-page rules mutate fuzz clean help
.PHONY: tests game-tests fuzzers objects format check-format screenshots map fonts pictures icons
.PHONY: install uninstall kills mpi strength
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BIN)/musket $(BIN)/libmusket.a $(BIN)/libmusket.so ## the release build: build/musket

debug asan: ## the same in build/debug, build/asan: for a debugger, with sanitizers
	@$(MAKE) VARIANT=$@

play: all ## the server with its page on this machine, with a fresh file: http://127.0.0.1:1776/
	@rm -f build/play.db build/play.db-wal build/play.db-shm
	@build/musket serve --db build/play.db

terminal: all ## a game of Philadelphia 1777 against the machine, without a browser
	@build/musket play p77

test: build/have-test ## all tests; the last line is `N passed, N failed`
	@$(MAKE) all build/musket-mpi $(NODE_MODULES) # the browser is driven from there
	@$(MAKE) VARIANT=asan all tests
	@$(MAKE) VARIANT=mutate $(MUTATE_NEEDS)
	@tests/run

mpi: build/have-mpi ## build/musket-mpi: the laboratory on many machines, by Open MPI
	@$(MAKE) build/musket-mpi

bench: all ## decisions and games per second, one core; where MPI is built, how well it spreads
	@build/musket bench
	@[ ! -x build/musket-mpi ] || bench/mpi.sh

bench-page: build/have-browser ## the page: requests, bytes, first state, frames
	@$(MAKE) all
	@node tests/web/bench.mjs
	@node --test tests/web/clicks.test.mjs 2>&1 | grep clicks$$

rules: ## every rule with the code and the tests that name it
	@tools/rules.sh $(WHOLE_GAMES)

mutate: build/have-mutate ## change every number and turn round every rule: some test must notice
	@$(MAKE) VARIANT=mutate $(MUTATE_NEEDS)
	@tools/mutate.sh $(WHOLE_GAMES)

MUTATE_NEEDS = build/mutate/musket build/tools/mutate game-tests

kills: build/have-test ## three servers on one database, two of them killed under load, 50 times
	@$(MAKE) VARIANT=asan build/asan/tests/server/test_cluster
	@MUSKET_KILLS=50 build/asan/tests/server/test_cluster

bench-server: all build/tools/server_load ## durable moves per second, waits and memory of the server
	@build/tools/server_load build/musket --tables 50 --seconds 10
	@build/tools/server_load build/musket --tables 500 --seconds 10 --rate 5000
	@build/tools/server_load build/musket --tables 100 --seconds 10 --rate 1000 --lobby 2000

bench-postgres: build/have-postgres ## the same on a PostgreSQL beside SQLite, and that one's own limit
	@$(MAKE) all build/tools/server_load
	@bench/postgres.sh

bench-figures: build/have-postgres build/have-mpi ## all of docs/server.md and docs/mpi.md, on an idle machine: 5 minutes
	@$(MAKE) all build/musket-mpi build/tools/server_load
	@bench/postgres.sh
	@echo
	@bench/mpi.sh

strength: all ## the matches of docs/bots.md, going on from bench/results: many hours
	@bench/strength.sh

fuzz: build/have-fuzz ## libFuzzer on every reader for FUZZ_SECONDS each, then a soak of every game
	@$(MAKE) VARIANT=asan all fuzzers
	@$(MAKE) VARIANT=fuzz CC=clang fuzzers
	@tests/fuzz/run $(GAMES)

format: build/have-format ## lay out all C sources by .clang-format
	clang-format -i $(FORMATTED)

check-format: build/have-format ## fail if `make format` would change something
	clang-format --dry-run --Werror $(FORMATTED)

FORMATTED = $(shell find include src tests tools docs bench -name '*.[ch]')

screenshots: build/have-browser ## a gallery of the page in build/screenshots
	@$(MAKE) all
	@node tests/web/gallery.mjs

map: build/have-map ## draw the maps anew from GSHHG; their output is committed
	@cd web && for map in tools/map_*.mjs; do node $$map || exit 1; done

pictures: build/have-browser all ## the small pictures of maps and README; the output is committed
	@node web/tools/pictures.mjs
	@node tests/web/readme.mjs

icons: $(NODE_MODULES) ## draw the icons of the installed app anew; the output is committed
	@cd web && node tools/icons.mjs

fonts: $(NODE_MODULES) ## cut the title faces anew; the output is committed
	@cd web && node tools/fonts.mjs

clean: ## remove build/ and the built page
	rm -rf build web/dist

help: ## this list
	@awk -F':.*## ' '/^[a-z].*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

# ---- Where it goes ---------------------------------------------------------------------------

PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
DOCDIR = $(PREFIX)/share/doc/musket
UNITDIR = $(PREFIX)/lib/systemd/system

INSTALLED = $(BINDIR)/musket $(INCLUDEDIR)/musket.h $(LIBDIR)/libmusket.a \
            $(LIBDIR)/libmusket.so.$(VERSION) $(LIBDIR)/$(SONAME) $(LIBDIR)/libmusket.so \
            $(LIBDIR)/pkgconfig/musket.pc $(UNITDIR)/musket.service $(MANDIR)/man1/musket.1
FILL_IN = sed $(foreach name,VERSION PREFIX BINDIR LIBDIR INCLUDEDIR DOCDIR,-e 's|@$(name)@|$($(name))|g')

install: all ## binary, library, manual, systemd unit, below PREFIX (/usr/local) in DESTDIR
	install -d $(sort $(dir $(INSTALLED:%=$(DESTDIR)%))) $(DESTDIR)$(DOCDIR)
	install -m 755 build/musket $(DESTDIR)$(BINDIR)
	install -m 644 include/musket.h $(DESTDIR)$(INCLUDEDIR)
	install -m 644 build/libmusket.a $(DESTDIR)$(LIBDIR)
	install -m 755 build/$(SONAME) $(DESTDIR)$(LIBDIR)/libmusket.so.$(VERSION)
	ln -sf libmusket.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libmusket.so
	$(FILL_IN) packaging/musket.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/musket.pc
	$(FILL_IN) packaging/musket.service.in > $(DESTDIR)$(UNITDIR)/musket.service
	$(FILL_IN) docs/musket.1 > $(DESTDIR)$(MANDIR)/man1/musket.1
	install -m 644 LICENSE README.md THIRD-PARTY.md CHANGELOG.md SECURITY.md docs/*.md \
	   web/dist/third-party.txt $(DESTDIR)$(DOCDIR)

uninstall: ## remove what `make install` put there
	rm -f $(INSTALLED:%=$(DESTDIR)%)
	rm -rf $(DESTDIR)$(DOCDIR)

# ---- What is missing is installed, once -----------------------------------------------------

# A step names all that it needs, so that apt-get is asked once; targets that need more than the
# build does ask before they make anything.
build/have-%: tools/need.sh
	@tools/need.sh $*
	@touch $@

# ---- Objects, libraries, programs -----------------------------------------------------------

$(OUT)/%.o: %.c Makefile | build/have-build
	@mkdir -p $(@D)
	@echo "  CC $@"
	@$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# For mutants every condition of a game is marked, not only the rules (tools/conditions.c).
ifeq ($(VARIANT),mutate)
$(OUT)/marked/%.c: %.c build/tools/conditions
	@mkdir -p $(@D)
	@build/tools/conditions $< > $@

MARKED = $(patsubst %.c,$(OUT)/%.o,$(filter src/games/%,$(LIB_SRC)))
$(MARKED): $(OUT)/%.o: $(OUT)/marked/%.c Makefile | build/have-build
	@mkdir -p $(@D)
	@echo "  CC $@"
	@$(CC) $(CPPFLAGS) -iquote $(dir $*) $(CFLAGS) -c $< -o $@
endif

# The server speaks to the system beyond the C library: threads, signals, sockets.
$(OUT)/src/net/%.o $(OUT)/src/server/%.o $(OUT)/src/store/%.o $(OUT)/tests/server/%.o \
    $(OUT)/bench/%.o: CPPFLAGS += -D_GNU_SOURCE
$(OUT)/src/store/postgres.o $(OUT)/tests/server/%.o: CPPFLAGS += -isystem $(shell pg_config --includedir)

$(OUT)/gen/%.o: build/gen/%.c Makefile | build/have-build
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# Optimizing the library over all its files at once makes random play half as fast again. That is
# done once, into one object that every program and both libraries are linked from.
ifeq ($(VARIANT),release)
LIB_LINKED = $(OUT)/libmusket.o
$(LIB_OBJ): CFLAGS += -flto
$(LIB_LINKED): $(LIB_OBJ)
	@echo "  LTO $@"
	@$(LINK) -flto=auto -r -flinker-output=nolto-rel $^ -o $@
else
LIB_LINKED = $(LIB_OBJ)
endif

$(BIN)/libmusket.a: $(LIB_LINKED)
	@rm -f $@
	@ar rcs $@ $^

# The shared library shows what musket.h declares and nothing else.
build/gen/libmusket.map: include/musket.h Makefile
	@mkdir -p $(@D)
	@{ echo '$(SONAME:libmusket.so.%=MUSKET_%) {'; echo 'global:'; \
	   grep -o '\bmk_[a-z0-9_]*(' $< | sort -u | tr '(' ';'; echo 'local: *;'; echo '};'; } > $@

$(BIN)/$(SONAME): $(LIB_LINKED) build/gen/libmusket.map
	@echo "  LD $@"
	@$(LINK) -shared -Wl,-soname,$(@F) -Wl,--version-script,build/gen/libmusket.map \
	   $(LIB_LINKED) $(LDLIBS) -o $@

$(BIN)/libmusket.so: $(BIN)/$(SONAME)
	@ln -sf $(<F) $@

$(BIN)/musket: $(CLI_OBJ) $(SERVE_OBJ) $(LIB_LINKED)
	@echo "  LD $@"
	@$(LINK) -pie $^ $(SERVE_LIBS) $(LDLIBS) -o $@

# The laboratory on many machines: the same commands, spread by MPI.
$(OUT)/src/mpi/%.o: CPPFLAGS += $(shell mpicc --showme:compile 2>/dev/null)
$(BIN)/musket-mpi: $(OUT)/src/mpi/main.o $(OUT)/tests/libcli.a $(BIN)/libmusket.a
	@echo "  LD $@"
	@$(LINK) $^ $(shell mpicc --showme:link 2>/dev/null) $(LDLIBS) -o $@

# Every test_*.c and every C file in tests/cli is one cmocka program; what other C files there are
# helps them.
tests: $(TEST_BIN) fuzzers
objects: $(LIB_OBJ) $(CLI_OBJ) $(SERVE_OBJ) $(patsubst %.c,$(OUT)/%.o,$(TEST_SRC) $(HELP_SRC) \
           $(FUZZ_SRC) $(wildcard src/mpi/*.c tests/fuzz/driver.c tests/server/*.c tools/*.c bench/*.c))
game-tests: $(filter $(OUT)/tests/games/%,$(TEST_BIN))
fuzzers: $(FUZZ_BIN)

$(OUT)/tests/libhelp.a: $(HELP_SRC:%.c=$(OUT)/%.o)
	@rm -f $@
	@ar rcs $@ $^

# The commands without their main(), for tests that call one directly; none calls the server's.
SERVE_CMD = %/main.o %/serve.o %/admin.o %/verify.o
$(OUT)/tests/libcli.a: $(filter-out $(SERVE_CMD),$(CLI_OBJ))
	@mkdir -p $(@D) && rm -f $@
	@ar rcs $@ $^

# A fuzz target has its main() from libFuzzer in the fuzz variant, from the driver elsewhere.
FUZZ_MAIN = $(if $(filter fuzz,$(VARIANT)),-fsanitize=fuzzer,$(OUT)/tests/fuzz/driver.o)
$(OUT)/tests/fuzz/%: $(OUT)/tests/fuzz/%.o $(OUT)/tests/fuzz/driver.o $(OUT)/tests/libcli.a \
                     $(BIN)/libmusket.a
	@$(LINK) $(filter-out %/driver.o,$(filter %.o,$^)) $(FUZZ_MAIN) $(filter %.a,$^) $(LDLIBS) -o $@

# This one stands in for net.c.
$(OUT)/tests/fuzz/fuzz_net: $(addprefix $(OUT)/src/net/,conn.o deflate.o head.o ws.o)
$(OUT)/tests/fuzz/fuzz_net: LDLIBS += -lcrypto -lz

# The server's tests speak to the binary over its sockets and share nothing else with it.
$(filter $(OUT)/tests/server/%,$(TEST_BIN)): %: %.o $(OUT)/tests/server/fixture.o \
                                               $(OUT)/tests/server/wire.o $(BIN)/musket
	@$(LINK) $(filter %.o %.a,$^) -lcmocka -lsqlite3 -lpq -lz $(LDLIBS) -o $@

# This one tries what makes push messages, without a server.
$(OUT)/tests/server/test_webpush: $(OUT)/src/server/webpush.o
$(OUT)/tests/server/test_webpush: LDLIBS += -lcurl -lcrypto -lsodium

# This one also tries what makes messages small.
$(OUT)/tests/server/test_raw: $(OUT)/src/net/deflate.o

# But for these: two make a file old, one drives the writer itself, on a disk that fails when it is
# asked to.
STORE_OBJ = $(filter $(OUT)/src/store/%,$(SERVE_OBJ)) $(BIN)/libmusket.a
$(OUT)/tests/server/test_tables $(OUT)/tests/server/test_upgrade: $(STORE_OBJ)
$(OUT)/tests/server/test_writer: $(OUT)/src/server/writer.o $(OUT)/src/server/log.o $(STORE_OBJ)

$(OUT)/tests/%: $(OUT)/tests/%.o $(OUT)/tests/libhelp.a $(BIN)/libmusket.a
	@$(LINK) $^ -lcmocka $(LDLIBS) -o $@

# This one counts what is allocated.
$(OUT)/tests/core/test_every_game: LDLIBS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

# ---- Generated: the data inside the binary, and the list of games ---------------------------

build/tools/%: tools/%.c | build/have-build
	@mkdir -p $(@D)
	@$(CC) -std=c17 -O1 -g $(WARN) $< -o $@

build/tools/server_load: bench/server_load.c tests/server/wire.c tests/server/wire.h
	@mkdir -p $(@D)
	@$(CC) -std=c17 -D_GNU_SOURCE -O2 $(WARN) $(filter %.c,$^) $(LDLIBS) -o $@

build/tools/mutate: tools/mutate.c $(BIN)/libmusket.a
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS) $(CFLAGS) $^ $(LDLIBS) -o $@

build/gen/data.c: build/tools/embed $(shell find data)
	@mkdir -p $(@D)
	@build/tools/embed data $(DATA) > $@

# The page. What npm brings is asked for once per package-lock.json and outlives `make clean`: it can
# be built again without a network. index.html names every other file by its hash, so that it stands
# for all of them.
$(NODE_MODULES): web/package-lock.json | build/have-build
	@echo "  NPM web/node_modules"
	@node web/tools/npm.mjs ci --prefer-offline --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

web/dist/index.html: $(WEB_SRC) $(NODE_MODULES)
	@echo "  VITE web/dist"
	@cd web && node_modules/.bin/tsc && node_modules/.bin/vite build --logLevel warn
	@touch $@

# Inside the binary each file is also there compressed.
build/gen/web.c: build/tools/embed web/dist/index.html
	@rm -rf build/gen/web && mkdir -p build/gen/web
	@cp -R web/dist/. build/gen/web && find build/gen/web -type f -exec gzip -9 -n -k {} +
	@build/tools/embed build/gen/web $$(find build/gen/web -type f | sort) | \
	   sed 's/mk_embedded/web_embedded/' > $@

# What the lobby shows of each game, so that a server need not load one before it is played.
$(OUT)/gen/catalogue.c: $(OUT)/tools/catalogue.o $(OUT)/src/server/catalogue.o $(BIN)/libmusket.a \
                        build/tools/embed
	@rm -rf $(OUT)/gen/catalogue && mkdir -p $(OUT)/gen/catalogue
	@$(LINK) $(filter %.o %.a,$^) $(LDLIBS) -o $(OUT)/tools/catalogue
	@$(OUT)/tools/catalogue $(OUT)/gen/catalogue
	@build/tools/embed $(OUT)/gen/catalogue $$(find $(OUT)/gen/catalogue -type f | sort) | \
	   sed 's/mk_embedded/catalogue_embedded/' > $@

$(OUT)/gen/catalogue.o: $(OUT)/gen/catalogue.c
	@$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

# A game is a folder in src/games whose game.c defines `const mk_game <folder>_game`.
build/gen/games.c: $(wildcard src/games/*) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "core/registry.h"'; \
	   for g in $(GAMES); do echo "extern const mk_game $${g}_game;"; done; \
	   echo 'const mk_game *const mk_games[] = {'; \
	   for g in $(GAMES); do echo "    &$${g}_game,"; done; \
	   echo '    NULL,'; echo '};'; } > $@

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)
