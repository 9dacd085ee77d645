# Everything a newcomer needs. `make help` lists the targets.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Some tests wait for a clock, or for their own processes: more workers than cores.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2)

# `make lint` asks for a note of what changed since then, where git knows it.
BASE := origin/HEAD

# With it, every process would compile all modules again, and tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup dev demo test test-all test-fast fuzz coverage verify lint docs pictures wheel release starter play bench arm64 clean

help:  ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.ready  ## make .venv with the command `grader` and all that grading needs

dev: $(VENV)/.dev  ## add all that tests, lint, documents and games need

$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "This needs Python 3.11 or newer; name one with: make $(or $(firstword $(MAKECMDGOALS)),setup) PYTHON=/path/to/python3"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "This Python has no venv; on Debian and Ubuntu install it with: apt install python3-venv"; exit 2; }
	@echo "setting up $(VENV) (once; a minute or so)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q -x '/exemplars/|/template/' graders
	@touch $@

$(VENV)/.dev: $(VENV)/.ready requirements-dev.lock
	@echo "adding the development tools to $(VENV) (once; some minutes)"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

demo: setup  ## install, then grade a few bundled submissions and show the reports
	@$(BIN)/python -m graders.demo

test: dev  ## every kind of attack, slow tests too, and a share of the exemplars: what CI runs
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not nightly"

test-all: dev  ## every test: attacks in every setting, every starter and bundle
	FUZZ=$${FUZZ:-6} $(BIN)/pytest -n $(WORKERS) --dist worksteal

test-fast: dev  ## the tests that take no more than a tenth of a second each
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow and not nightly"

fuzz: dev  ## readers of hostile bytes, with other inputs each time (ten minutes; FUZZ=N for N passes)
	FUZZ=$${FUZZ:-400} $(BIN)/pytest -n $(WORKERS) tests/fuzz

# Processes that tests kill leave files of at most 8 kB, which cannot be read.
coverage: dev  ## lines and branches of the harness that `make test` runs, in subprocesses too
	@rm -f .coverage .coverage.*
	@status=0; $(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal -m "not nightly" || status=$$?; \
	  find . -maxdepth 1 -name '.coverage.*' -size -17 -delete; \
	  $(BIN)/coverage combine --quiet && $(BIN)/coverage report || status=$$?; exit $$status

verify: setup  ## prove all graders (or ASSIGNMENT=id), with every mutant (some 25 minutes on two cores; cached gradings are not repeated)
	@for id in $(or $(ASSIGNMENT),$$($(BIN)/grader list --ids)); do echo "$$id"; $(BIN)/grader verify $$id || exit $$?; done

lint: dev  ## ruff, codespell, mypy (strict for the harness), the floors of imports, and a note of the change in changelog.d
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if git rev-parse --quiet --verify "$(BASE)" >/dev/null 2>&1; then $(BIN)/towncrier check --compare-with "$(BASE)"; fi

docs: dev  ## make the pages that are generated, then the website, into site/; a broken link is an error
	$(BIN)/python -m docs.generate
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pictures: dev  ## take the pictures in docs/images anew (needs Chromium with chromedriver)
	$(BIN)/python -m tests.docs.pictures

wheel: setup  ## build the wheel, and that of the assignments with their solutions, into dist/
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist . ./assignments

release: dev  ## build and try the packages of a release, and show its tag (DO=1 adds the tag)
	@DO=$(DO) .ci/release

starter: setup  ## write the starters from the references
	@for id in $$($(BIN)/grader list --ids); do $(BIN)/grader refresh $$id --only starter; done

play: dev  ## play the reference's Blocky (needs a screen)
	@$(BIN)/grader play csc148_2020_blocky

bench: dev  ## measure one submission, a class and other tools in one run (half an hour; BENCH=--quick for a small one)
	@$(BIN)/python -m bench $(BENCH)

arm64: dev  ## run the sandbox's tests on emulated 64-bit Arm machines (an hour or more; root, on Debian; STEPS="doctor reach-A+" for some)
	@$(BIN)/python -m tests.arm64.machine $(STEPS)

clean:  ## remove everything that these targets made
	rm -rf $(VENV) demo-results site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage .coverage.* *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
