# Everything a newcomer needs. `make help` lists the targets.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# Some tests wait for a clock, or for processes of theirs: more workers than cores.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2)

# Where it is set, every process compiles all files of ours again: tests start hundreds of them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo test verify test-fast coverage lint starter play bench clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.ready  ## make .venv with the command `grader` in it

$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "This needs Python 3.11 or newer; name one with: make $(or $(firstword $(MAKECMDGOALS)),setup) PYTHON=/path/to/python3"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "This Python has no venv; on Debian and Ubuntu install it with: apt install python3-venv"; exit 2; }
	@echo "setting up $(VENV) (once; a minute or so)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q -x '/exemplars/|/template/' graders
	@touch $@

demo: setup  ## install, then grade a few bundled submissions and show the reports
	@$(BIN)/python -m graders.demo

test: setup  ## every test, slow ones too: with every exemplar, attack and starter
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

verify: setup  ## prove all graders (or ASSIGNMENT=id), with every mutant (some 17 minutes on two cores; what was graded before is not graded again)
	@for id in $(or $(ASSIGNMENT),$$($(BIN)/grader list --ids)); do echo "$$id"; $(BIN)/grader verify $$id || exit $$?; done

test-fast: setup  ## the tests that take no more than a few seconds each
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow"

coverage: setup  ## lines and branches of the harness that `make test-fast` runs, in subprocesses too
	@rm -f .coverage .coverage.*
	@status=0; $(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal -m "not slow" || status=$$?; \
	  $(BIN)/coverage combine --quiet && $(BIN)/coverage report; exit $$status

lint: setup  ## ruff, mypy (strict for the harness) and the floors of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check graders/harness
	$(BIN)/mypy
	$(BIN)/lint-imports

starter: setup  ## write the starters from the references
	@for id in $$($(BIN)/grader list --ids); do $(BIN)/grader starter $$id; done

play: setup  ## play the reference's Blocky (needs a screen)
	@$(BIN)/grader play csc148_2020_blocky

bench: setup  ## measure one submission, a class and other tools in one run (half an hour; BENCH=--quick for a small one)
	@$(BIN)/python -m bench $(BENCH)

clean:  ## remove what these targets made
	rm -rf $(VENV) demo-results .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage .coverage.* *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
