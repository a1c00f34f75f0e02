# Love All. `make run` starts the tutor, `make test` tests it. You need to install only Python, make and git yourself.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PORT ?=

.PHONY: run test fast check types style layers known-patterns prose benchmarks robustness mutants advisories schemas messages positions fonts picture lock wheel app release docs reference clean

run: $(VENV)/.ready-to-run
	@$(BIN)/tutor serve $(if $(PORT),--port $(PORT))

test: check chromium nginx
	$(BIN)/pytest -n auto --dist worksteal

# All tests except those that go through every page, game or thousands of deals, and those of the browser and the wheel: under a minute.
fast: $(VENV)/.ready-to-test
	$(BIN)/pytest -n auto --dist worksteal -m "not browser and not slow and not deep"

check: $(VENV)/.ready-to-test
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types style layers known-patterns prose

types:
	$(BIN)/mypy

style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

layers:
	$(BIN)/lint-imports --no-logo

known-patterns:
	$(BIN)/bandit --configfile pyproject.toml --recursive --quiet tutor

# What is not plain English in anything that the product says; `python -m tests.prose --help` has the counts and places.
prose:
	$(BIN)/python -m tests.prose

benchmarks: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.benchmarks

# What the tutor withstands: being killed, hostile input, a full disk, a wrong clock, many at once. Then whole courses and
# rubbers in a browser, and every property with ten times as many examples. The tests have a short form of all of it.
robustness: chromium nginx
	$(BIN)/python -m tests.robustness
	$(BIN)/pytest -n auto --dist worksteal -m "deep or hypothesis" --hypothesis-profile deep

# Changes the code that guards the classroom in some two thousand ways, and lists those that no test notices: hours.
mutants: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.robustness.mutants

# The lock against known advisories, if their database can be reached. Exit code 2 if it could not be asked.
advisories: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.tools.advisories

# The locks name every version and hash, for every platform: with all extras, for tests as well, and without extras. `make lock` renews them after a change in pyproject.toml.
lock: $(VENV)/.ready-to-test
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra all --group build pyproject.toml --output-file requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraint requirements.lock pyproject.toml --output-file requirements-light.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra all --group build --group dev --constraint requirements.lock pyproject.toml --output-file requirements-dev.lock

# The schemas that editors read. A test fails when they are out of date.
schemas: $(VENV)/.ready-to-run
	@for kind in hand deal hands problem odds rules themes explanations maxims glossary positions laws concordance course lesson moved rubber; do $(BIN)/tutor schema $$kind > hands/$$kind.schema.json; done

# Every word of the interface, for translators; docs/translation.md says what then.
messages: $(VENV)/.ready-to-run
	@$(BIN)/pybabel --quiet extract -F tutor/translations/babel.cfg -k _ -k lazy_gettext -k lazy_ngettext:1,2 \
		--project "Love All" --output messages.pot .

# Where questions on rules begin: a few minutes. The same number may then give another question.
positions: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.tools.gather_positions

# The fonts of the pages, cut from the whole ones. Run it after a change of the letters or weights that pages need.
fonts: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.tools.subset_fonts

# The picture in the README.
picture: chromium
	$(BIN)/python -m tests.browser.picture static/pictures/replay.jpg

# The reference in docs/reference, from the code. A test fails when it is out of date.
reference: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.tools.reference

# The guides as web pages, in build/docs. A warning is an error.
docs: $(VENV)/.ready-to-test
	$(BIN)/sphinx-build --quiet --nitpicky --fail-on-warning --keep-going -b html docs build/docs

wheel: $(VENV)/.ready-to-run
	$(BIN)/python -m hatchling build --target wheel

# The tutor in a single file for Linux, which any Python from 3.11 on runs: `python3 dist/love-all-*.pex serve`.
app: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.tools.release --only-app

# Wheel, sdist, single file, the list of what they are made of, and checksums, in dist. The same commit gives the same bytes.
release: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.tools.release

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Love All needs Python 3.11 or later; install it, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make a virtual environment here; on Debian: apt install python3-venv"; exit 1; }

$(VENV)/.ready-to-run: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "Setting up (once; a minute or two) …"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.ready-to-test: requirements-dev.lock $(VENV)/.ready-to-run
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.lock
	@touch $@

.PHONY: chromium
chromium: $(VENV)/.ready-to-test
	@$(BIN)/python -m tests.browser.chromium

.PHONY: nginx
nginx: $(VENV)/.ready-to-test
	@$(BIN)/python -m tests.support.nginx
