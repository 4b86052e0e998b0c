# Every target sets up what it needs: a .venv, the package in it, and nothing outside this folder.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
BIN := $(VENV)/bin
# Test processes; two suit a small machine.
JOBS ?= 2
# No compiler is assumed: every dependency must come as a wheel. Empty this where none exist.
PIP_FLAGS ?= --only-binary=:all:

# The first of these that is at least Python 3.11; PYTHON=... overrides.
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11 python
IS_NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'
PYTHON ?= $(shell for python in $(CANDIDATES); do \
	if $$python $(IS_NEW_ENOUGH) 2>/dev/null; then echo $$python; break; fi; done)

TYPED := $(wildcard analyzer reports)
SAY := @echo "==>"
# Tests start the command many times; without bytecode every start would compile all sources anew.
WITH_BYTECODE := PYTHONDONTWRITEBYTECODE=

# Before anything runs in several processes, or each of them would compile the kernel.
define COMPILE
	$(SAY) "making ready what plays, unless that has been done"
	@$(BIN)/reef bench --warm-up
endef

.PHONY: help
help: ## print this list
	@echo "Reef Analyzer. Each target does its own set-up in $(VENV)."
	@grep -E '^[a-z]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16
	@echo "Settings: PYTHON=python3.12 (interpreter for $(VENV)), JOBS=2 (test processes)."

.PHONY: demo
demo: $(VENV)/.installed ## install, play, ask two small questions, and say what to open and to try next
	$(SAY) "playing 40,000 games: four random players, the printed start tiles"
	@$(BIN)/reef simulate --players 4 --strategies random --games 40000 --seed 1
	@rm -rf runs/demo
	$(SAY) "are 6 and 9 start tiles fair for two? 2,000 games of each skill level: a first idea, no more"
	@$(BIN)/reef balance --players 2 --levels adept,balanced --games 2000 --range 1 --seed 1 --runs runs/demo --name balance
	$(SAY) "what does the advanced game change? 2,000 games of each ruleset and skill level, as small as that"
	@$(BIN)/reef compare basic advanced --players 2 --levels adept,balanced --games 2000 --seed 1 --runs runs/demo --name compare
	$(SAY) "writing the two reports, and a page to replay one game"
	@$(BIN)/reef report runs/demo/balance runs/demo/compare
	@$(BIN)/reef record --strategies adept,balanced --games 1 --seed 4 --out runs/demo/game.jsonl
	@$(BIN)/reef replay runs/demo/game.jsonl --html runs/demo/game.html
	$(SAY) "the other game: 20,000 games of Reef between two random players"
	@$(BIN)/reef simulate --game reef --players 2 --strategies random --games 20000 --seed 1
	$(SAY) "done. Open in a browser:"
	@echo "      runs/demo/balance/report/report.html   are the start tiles fair?"
	@echo "      runs/demo/compare/report/report.html   what the advanced game changes"
	@echo "      runs/demo/game.html                    one game, action by action"
	$(SAY) "then try:"
	@echo "      $(BIN)/reef balance --players 4 --levels adept --budget 5m --name four   the same for four, with more games"
	@echo "      $(BIN)/reef open four                                                    its report in the browser"
	@echo "      $(BIN)/reef duel adept balanced                                          who is stronger?"
	@echo "      $(BIN)/reef help                                                         everything else"

.PHONY: test
test: lint ## everything CI checks: lint, then all tests
	$(SAY) "compiling what the tests play, unless that has been done (once, about two minutes)"
	@$(BIN)/python -m tests.warm_up
	$(SAY) "running the tests in $(JOBS) processes (about five minutes on two cores)"
	@$(WITH_BYTECODE) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal

.PHONY: lint
lint: $(VENV)/.installed-dev ## ruff (lint and format) and mypy, changing nothing
	$(SAY) "ruff: lint and format"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "not formatted: run 'make format'" >&2; $(BIN)/ruff format --check . ; }
	$(SAY) "mypy: types in $(TYPED)"
	@$(BIN)/mypy $(TYPED)

.PHONY: format
format: $(VENV)/.installed-dev ## let ruff format and fix what it can
	$(SAY) "ruff: format and fix"
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

.PHONY: proof
proof: $(VENV)/.installed-dev ## the long agreement of judge and kernel (make test runs a part)
	@$(BIN)/python -m tests.warm_up
	$(SAY) "the judge replays the kernel's games; this takes minutes"
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m proof

.PHONY: nulls
nulls: $(VENV)/.installed-dev ## error rates of whole studies on games without differences, and of duels
	$(SAY) "500 reports of each study, 1,000 duels; this takes minutes"
	@$(BIN)/python -m pytest -q -s -m proof tests/studies/test_nulls.py tests/statistics

.PHONY: bench
bench: $(VENV)/.installed ## how fast this machine plays (leave it alone for about three minutes)
	$(COMPILE)
	$(SAY) "measuring; other programs running now would disturb it"
	@$(BIN)/reef bench

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "no Python of at least 3.11 on PATH (tried: $(CANDIDATES)); name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) $(IS_NEW_ENOUGH) || { echo "$(PYTHON) is not a Python of at least 3.11" >&2; exit 1; }
	$(SAY) "creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) cannot create $(VENV); on Debian and Ubuntu install python3-venv" >&2; exit 1; }

# pip compiles to bytecode what it installs, but not a tree that stays where it is; where Python may
# not write bytecode, every start would compile a hundred files.
BYTECODE = $(BIN)/python -m compileall -q $(wildcard analyzer kernels reports)

# Stamps: installed again only when pyproject.toml changes.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(SAY) "installing reef-analyzer and what it needs into $(VENV) (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check $(PIP_FLAGS) --editable .
	@$(BYTECODE)
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(SAY) "installing reef-analyzer and its tools for tests into $(VENV) (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check $(PIP_FLAGS) --editable '.[dev]'
	@$(BYTECODE)
	@touch $@ $(VENV)/.installed
