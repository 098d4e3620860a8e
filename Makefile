# Kibitz needs only Python 3.11+ and make; `make` alone says what there is to do.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ARGS ?=

# Ultralytics would install packages by itself.
export YOLO_AUTOINSTALL := false

.PHONY: help run test check format train test-train measure-install

help:
	@echo "make run              install Kibitz into $(VENV) if need be and open it on the demo (ARGS='--source 0' for a camera)"
	@echo "make test             every test but the training ones, with coverage; finds or installs a Chromium"
	@echo "make check            ruff, mypy and import-linter"
	@echo "make format           let ruff put the code into its form"
	@echo "make train            render and train all models in an environment of its own (some 6 GB; MODELS=reader trains one)"
	@echo "make test-train       train, export and check parity on a handful of pictures, in the same environment"
	@echo "make measure-install  size of an installation without extras"

$(READY): pyproject.toml setup/environment.sh
	PYTHON="$(PYTHON)" sh setup/environment.sh "$(VENV)"
	@touch $(READY)

run: $(READY)
	$(BIN)/kibitz run $(ARGS)

test: $(READY)
	chromium=$$(sh setup/chromium.sh $(BIN)/python) && \
	    KIBITZ_CHROMIUM="$$chromium" $(BIN)/python -m pytest -m "not train" --cov --cov-report=term:skip-covered $(ARGS)

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

train: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py) && \
	    MODELS="$(MODELS)" SHARDS="$(SHARDS)" sh setup/train.sh "$$environment/bin/kibitz" $(ARGS)

test-train: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py) && \
	    "$$environment/bin/python" -m pytest -m train tests/models $(ARGS)

measure-install: $(READY)
	$(BIN)/python setup/measure_install.py
