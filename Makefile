# make run    start the server (its environment is made first)      make demo   the same with sample evenings
# make test   the whole suite; ARGS="-k undo" narrows it            make lint   ruff and mypy
# make lock   renew the lock files                                  make shots  screenshots of the pages
# make messages   collect the sentences that can be translated, also into each language's catalogue
# make prove  the long proofs in tests/proofs, some minutes; ARGS="--engine sqlite" for one database
# make bench  the program against bare floors, some minutes; ARGS="50 page" for fewer rounds and some lines
# make clean  remove the environment and caches; the data folder is not touched

PYTHON ?= python3
ARGS ?=

# One environment serves both: the development lock holds the runtime lock's versions and adds to them,
# so either install leaves the other working, and the tests run on what the server runs on.
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet

export PYTHONUNBUFFERED := 1

# When the environment's Python is gone or was replaced, everything is installed anew.
ifneq ($(shell $(PY) -c 'import pip' 2>/dev/null && echo works),works)
$(shell rm -f $(VENV)/made $(VENV)/runtime $(VENV)/postgresql $(VENV)/dev)
endif

.PHONY: run demo test prove bench lint lock messages shots clean
.DELETE_ON_ERROR:
.NOTPARALLEL: # an environment comes before what is done with it

# What installing has compiled, compiled again when a translation has changed.
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard scorekeeper/translations/*/LC_MESSAGES/messages.po))

# The driver for PostgreSQL comes when a database there is named.
run: $(VENV)/$(if $(SCOREKEEPER_DATABASE_URL),postgresql,runtime) $(CATALOGUES)
	@exec $(PY) -m scorekeeper serve $(ARGS)

demo: $(VENV)/runtime $(CATALOGUES)
	@exec $(PY) -m scorekeeper demo $(ARGS)

test: $(VENV)/dev $(CATALOGUES)
	@$(PY) -m pytest --numprocesses auto --dist loadfile $(ARGS)

prove: $(VENV)/dev $(CATALOGUES)
	@$(PY) -m pytest -o python_files='prove_*.py' tests/proofs $(ARGS)

bench: $(VENV)/dev
	@$(PY) -m bench $(ARGS)

lint: $(VENV)/dev
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

shots: $(VENV)/dev $(CATALOGUES)
	@$(PY) -m tests.browser.shots $(ARGS)

# Locked for the oldest Python that is supported. Versions stay until make lock ARGS=--upgrade.
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(PY) -m piptools compile --quiet --strip-extras \
	--generate-hashes --allow-unsafe --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	--no-emit-options $(ARGS)

lock: $(VENV)/dev
	$(COMPILE) --build-deps-for editable --output-file requirements.lock pyproject.toml
	$(COMPILE) --build-deps-for editable --extra postgresql --constraint requirements.lock --output-file requirements-postgresql.lock pyproject.toml
	$(COMPILE) --extra dev --extra postgresql --constraint requirements-postgresql.lock --output-file requirements-dev.lock pyproject.toml

# Without places and dates: the file changes only when a sentence does.
POT := scorekeeper/translations/messages.pot
messages: $(VENV)/dev
	@$(PY) -m babel.messages.frontend --quiet extract --mapping-file babel.cfg --keywords "_ N_ gettext ngettext:1,2" --no-default-keywords --no-location --omit-header --sort-output --output-file $(POT) scorekeeper templates
	@$(PY) -m babel.messages.frontend --quiet update --input-file $(POT) --output-dir $(dir $(POT)) --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

%.mo: %.po
	@$(PY) -m babel.messages.frontend --quiet compile --input-file $< --output-file $@

clean:
	rm -f $(CATALOGUES)
	rm -rf $(VENV) build dist shots .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/runtime: requirements.lock
$(VENV)/postgresql: requirements-postgresql.lock
$(VENV)/runtime $(VENV)/postgresql: pyproject.toml | $(VENV)/made
	@echo "Installing what the server needs into $(VENV) (once) ..."
	@$(PIP) install --require-hashes -r $(filter %.lock,$^)
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev: requirements-dev.lock pyproject.toml | $(VENV)/made
	@echo "Installing what the tests need into $(VENV) (once) ..."
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/made:
	@command -v $(PYTHON) >/dev/null || { \
		echo "Python 3.11 or newer is needed, and there is no $(PYTHON) here. On Debian: sudo apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python's venv module is missing. On Debian: sudo apt-get install python3-venv"; exit 1; }
	@$(PY) -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@touch $@
