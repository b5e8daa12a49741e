# Everything a newcomer needs: `make run` starts the server, `make test` checks it all. Both set up what they need first.
# Later runs do only what has changed. Wanted on the machine: Python 3.11+, make, a C++20 compiler.

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK = 1

STAMPS := build/stamps
CPP := $(shell find cpp -name '*.cpp' -o -name '*.hpp' 2>/dev/null)
WEB := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help run test lint bench build dev sanitize docs clean test-native test-python test-web test-browser format

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(STAMPS)/native $(STAMPS)/web ## set up everything, build, start the server, open the browser
	$(BIN)/duiyi serve $(ARGS)

test: test-native test-python test-web test-browser ## set up everything, run every test

lint: $(STAMPS)/native $(STAMPS)/node ## ruff, mypy, import order, C++ format, web lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests examples benchmarks
	$(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	cd web && $(NPM) run lint && $(NPM) run check

format: $(STAMPS)/tools ## rewrite the sources in the project's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

bench: $(STAMPS)/native ## speed of the rules and engines, with the node-count signature
	$(BIN)/python benchmarks/rules.py

build: $(STAMPS)/tools $(STAMPS)/web ## the wheel, in dist/
	$(BIN)/python -m build --wheel --no-isolation --outdir dist .

dev: $(STAMPS)/native $(STAMPS)/node ## the server and the front end with hot reload
	$(BIN)/duiyi serve --no-browser $(ARGS) & server=$$!; trap "kill $$server" EXIT; cd web && $(NPM) run dev

sanitize: $(STAMPS)/tools ## native tests under address and undefined-behaviour sanitizers
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCMAKE_BUILD_TYPE=Debug -DDUIYI_TESTS=ON -DDUIYI_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	$(BIN)/cmake --build build/sanitize
	for program in build/sanitize/duiyi_tests_*; do $$program || exit 1; done
	$(BIN)/python tests/sanitize/run.py

docs: $(STAMPS)/native ## run every snippet of the documents
	$(BIN)/python -m pytest tests/test_documents.py

clean: ## remove what was built (not the environment)
	rm -rf build dist src/duiyi/web

test-native: $(STAMPS)/native
	for program in build/cp*/duiyi_tests_v?; do $$program || exit 1; done

test-python: $(STAMPS)/native $(STAMPS)/web $(STAMPS)/postgresql $(STAMPS)/redis $(STAMPS)/programs
	$(call pytest,--ignore=tests/browser)

test-web: $(STAMPS)/node
	cd web && $(NPM) run check && $(NPM) test

test-browser: $(STAMPS)/native $(STAMPS)/web $(STAMPS)/chromium
	$(call pytest,tests/browser)

# Sockets, processes and browsers may stumble once on a busy machine: what failed is run once more, alone, and must pass then.
pytest = $(BIN)/python -m pytest $(1) || $(BIN)/python -m pytest $(1) --last-failed --last-failed-no-failures=none

# --- what the targets stand on ---

$(STAMPS)/tools: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "make: Python 3.11 or newer is needed as $(PYTHON): install python3 (or set PYTHON=...)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "make: Python's venv module is missing: install python3-venv"; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || { echo "make: a C++20 compiler is missing: install g++ (or set CXX=...)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python scripts/install_requirements.py
	@mkdir -p $(STAMPS) && touch $@

# The stamp is as old as the beginning of the build, so that a source edited meanwhile is built next time.
$(STAMPS)/native: $(STAMPS)/tools $(CPP) CMakeLists.txt
	@mkdir -p $(STAMPS) && touch $@.new
	$(BIN)/python -m pip install -q --no-build-isolation --no-deps -Ccmake.define.DUIYI_TESTS=ON -e .
	@mv $@.new $@

NPM = PATH="$(CURDIR)/$(BIN):$$PATH" npm

$(STAMPS)/node: $(STAMPS)/tools web/package-lock.json
	cd web && $(NPM) install --no-save --no-audit --no-fund  # as the lock file says; `ci` refuses registries without every platform
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/web: $(STAMPS)/node $(WEB)
	cd web && $(NPM) run build
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/postgresql: scripts/find_postgresql.sh
	scripts/find_postgresql.sh
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/redis: scripts/find_redis.sh
	scripts/find_redis.sh
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/programs: scripts/find_programs.sh
	scripts/find_programs.sh
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/chromium: scripts/find_chromium.sh
	scripts/find_chromium.sh >/dev/null
	@mkdir -p $(STAMPS) && touch $@
