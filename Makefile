# `make` lists the targets. Everything runs in .venv, made from requirements.lock when it is missing or old.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help play test test-all soak check bench golden docs pages web lock clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch .venv/ready

play: .venv/ready ## a game of War in this terminal
	@$(BIN)/threedown play war

test: .venv/ready ## the tests that every change must pass (at most 6 minutes on two cores)
	$(BIN)/python -m pytest -n 2

test-all: .venv/ready ## those and the slow ones (at most 60 minutes)
	$(BIN)/python -m pytest -n 2 --slow

soak: .venv/ready ## long runs: billions of turns, random tables, kills at random moments
	$(BIN)/python -m pytest -n 2 --slow --soak

check: .venv/ready ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready ## speed beside hand-written C and plain Python, on one core
	$(BIN)/threedown bench

docs: .venv/ready ## docs/contract.md from the declarations, and the picture of the README
	$(BIN)/python docs/make_contract.py
	$(BIN)/python docs/make_picture.py
	$(BIN)/python docs/make_readme.py

pages: .venv/ready ## the measured pages of docs (some minutes)
	$(BIN)/python docs/make_return_order.py
	$(BIN)/python docs/make_blitzkrieg.py
	$(BIN)/python docs/make_knock.py

golden: .venv/ready ## writes the golden playthroughs anew; read the diff before you commit it
	$(BIN)/python -m pytest tests/test_golden.py --rewrite-golden

web: .venv/ready ## the page: types, tests, and the build that `threedown serve` gives (needs Node 20)
	cd web && npm ci && npm run fonts
	$(BIN)/python web/fixtures/make.py
	cd web && npm run check && npm test && npm run build

lock: ## newest versions that pyproject.toml allows, into requirements.lock
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group dev --upgrade \
	  --no-emit-index-url --no-header pyproject.toml -o requirements.lock

clean: ## removes what was built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache dist build
