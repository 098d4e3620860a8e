# Kibitz needs only Python 3.11+ and make; `make` alone says what there is to do.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What players need, and that with what checks and tests need.
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
ARGS ?=

# The sets of labelled photos to measure on; of mspkvp only what training may not use.
PHOTOS ?= $(or $(KIBITZ_SHARED),../shared)/real
SETS := alkenderesi pstephenwille mspkvp notanumber11 arnabdotorg jacky1107 magnusbrok sbicen99 gruppe9_tables plaskod \
    avgustine13
MORE_SETS := mrpawelas nisbeth jaxon lazar wmcnicho foltysm animano chibike beleda backs \
    neg_setgame neg_latin neg_uno neg_tarot neg_tcg neg_misc

# Photographs of hands, for training and for all that is measured on films; checks and tests draw them, the same anywhere.
HANDS ?= $(wildcard $(dir $(PHOTOS))hands)
FILMING := measure-video measure-swings measure-troubles measure-evening measure-marks measure-busy measure-lens \
    measure-simulation bench-video
train $(FILMING): export KIBITZ_HANDS ?= $(HANDS)

# What many processes load is compiled once, whatever this shell says of that.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test test-long coverage check format release wheelhouse test-wheel
.PHONY: audit licences renew lock texts train test-train calibrate check-video bench bench-video compare-models soak
.PHONY: measure-install measure-reading measure-rendered measure-play measure-simulation measure-setup measure-video
.PHONY: measure-teaching measure-player measure-swings
.PHONY: measure-lens measure-troubles measure-follow measure-hands measure-confidence measure-places measure-recording
.PHONY: measure-busy measure-clips measure-coverage measure-marks measure-long-game measure-evening measure-mask measure-exports measure-page
.PHONY: measure-phones
.PHONY: speech
.PHONY: install-drill fault-drill drill

help:
	@echo "make run              install Kibitz into $(VENV) if need be and open it on the demo (ARGS='--source 0' for a camera)"
	@echo "make test             every test but the training and long ones, on all cores; finds or installs a Chromium (make coverage: what they reach)"
	@echo "make test-long        more of the same that takes long: further clips, more rounds"
	@echo "make check            ruff, mypy, import-linter, and examples that reach every branch of the rules"
	@echo "make format           let ruff put the code into its form"
	@echo "make release          a wheel and a source release in dist/; wheelhouse: and all they need, for a laptop without"
	@echo "                      internet; test-wheel: does the wheel run on its own? install-drill: every way to install"
	@echo "make audit            looks up known weaknesses of what is installed; licences: writes docs/licences.md"
	@echo "make speech           record all that is said aloud, in every language (fetches the engine, 5 MB)"
	@echo "make renew            the newest of every library, and then all measurements of reading"
	@echo "make texts            write the catalogue of texts anew, and say what a language still lacks (docs/languages.md)"
	@echo "make lock             write setup/locked-*.txt anew after a change of pyproject.toml (ARGS=--upgrade: newest versions)"
	@echo "make train            render and train all models in an environment of its own (some 6 GB; MODELS=reader trains one;"
	@echo "                      goes on where it was stopped; HOURS=2 ends after two hours; NEGATIVES=folder of photos without cards)"
	@echo "make test-train       train, export and check parity on a handful of pictures, in the same environment"
	@echo "make calibrate        fit the reader's temperature to unseen decks and labelled photos, and store it; after training"
	@echo "make measure-rendered finding and reading of unseen decks against others, on rendered tables"
	@echo "make measure-reading  finding and reading on labelled photos; writes the model card (PHOTOS=folder of the sets)"
	@echo "make measure-teaching what teaching a deck gains (real decks: KIBITZ_SHARED); goes on where it was stopped"
	@echo "make measure-video    100 filmed rounds and 1,160 snap races watched; goes on where it was stopped (hours;"
	@echo "                      ARGS='--rounds 20 --races 200' for a part)"
	@echo "make check-video      5 short rounds and 36 snap races filmed and watched: fails where less is seen than may be"
	@echo "make measure-evening  50 filmed rounds played at the page's own desk, with a robot that answers what it asks;"
	@echo "                      goes on where it was stopped (an hour or two; ARGS='--rounds 10' for a part)"
	@echo "make measure-busy     is the reveal scored, and no firm verdict wrong, while another program takes one core?"
	@echo "make measure-mask     does the reader read in their masked pictures what nobody may know? after measure-evening"
	@echo "make measure-lens     what barrel distortion of a lens costs when rounds are watched"
	@echo "make measure-swings   what swings of a camera's light cost; after measure-video at the same commit (half an hour)"
	@echo "make measure-troubles what each trouble of the simulator costs; goes on where it was stopped (an hour)"
	@echo "make measure-follow   what follow finds in labelled clips of real card play (in KIBITZ_SHARED or ../shared)"
	@echo "make measure-confidence  how far confidences of what was told can be trusted, of films that were watched"
	@echo "make measure-places   how soon after a deal the places of a table are found, on one core"
	@echo "make measure-hands    how often a hand is told where none is, and missed where one is, in labelled frames of them"
	@echo "make bench            milliseconds a picture, beside a one-stage detector where the training environment is"
	@echo "make measure-setup    how small, blurred, dark or mirrored cards may be and still be read"
	@echo "make measure-play     game events a second; make measure-simulation: filmed frames a second"
	@echo "make fault-drill      how soon faults of a camera are noticed and over; writes docs/reliability.md's table"
	@echo "make measure-exports  does the reader read in clips and their exports what nobody may know? (ARGS='FILM...')"
	@echo "make measure-player   how soon the player of clips shows a picture, and how long a step takes"
	@echo "make measure-page     how quick the page is, and what eight open pages cost the watching"
	@echo "make measure-phones   what 20 phones cost the watching, and how soon a change has come to all of them"
	@echo "make drill            attack what is stored, served and read, and count what becomes of it (ARGS='damage --times 300'"
	@echo "                      for one attack, so often); goes on where it was stopped"
	@echo "make bench-video      frames a second, delay and memory of watching, beside ultralytics' track where it is there"
	@echo "make compare-models   train several networks for finding and reading alike and compare them; goes on where it was stopped"
	@echo "make soak             10,000 legal games of each pack and 100,000 damaged files; goes on where it was stopped"
	@echo "make measure-recording  what recording a round costs"
	@echo "make measure-clips    whether a minute of frames is kept, and what an hour of clips takes"
	@echo "make measure-coverage how often stated times of contacts hold the truth (ARGS='FOLDER...' of make measure-video)"
	@echo "make measure-long-game  what a tap takes in a game of 500 rounds"
	@echo "make measure-marks    are the marks of clips of 200 filmed races within a frame (an hour; ARGS='--races 20' for a part)"
	@echo "make measure-install  size of what make run installs"

$(READY): pyproject.toml setup/environment.sh setup/locked-run.txt
	PYTHON="$(PYTHON)" sh setup/environment.sh "$(VENV)" run
	@touch $(READY)

$(READY_DEV): $(READY) setup/locked-dev.txt
	PYTHON="$(PYTHON)" sh setup/environment.sh "$(VENV)" dev
	@touch $(READY_DEV)

run: $(READY)
	$(BIN)/kibitz run $(ARGS)

test: $(READY_DEV)
	chromium=$$(sh setup/chromium.sh $(BIN)/python) && \
	    export KIBITZ_CHROMIUM="$$chromium" && \
	    $(BIN)/python -m pytest -m "not train and not live and not long" -n auto --dist loadfile --no-loadscope-reorder $(ARGS) && \
	    { $(BIN)/python -m pytest -m live $(ARGS) || [ $$? -eq 5 ]; }

test-long: $(READY_DEV)
	$(BIN)/python -m pytest -m long $(ARGS)

# Apart, as following every line takes time.
coverage: ARGS += --cov --cov-report=term:skip-covered
coverage: test

check: $(READY_DEV)
	$(BIN)/ruff check --no-cache
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/scoring -q --ignore tests/scoring/test_soak.py -m "not hypothesis and not browser" \
	    -p no:randomly --cov --cov-report=
	$(BIN)/python setup/audit.py
	$(BIN)/coverage report --include="scoring/*" --skip-covered --show-missing --fail-under=100

format: $(READY_DEV)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

release: $(READY)
	$(BIN)/python setup/release.py $(ARGS)

wheelhouse: $(READY)
	$(BIN)/python setup/release.py --wheelhouse

test-wheel: $(READY)
	$(BIN)/python setup/check_wheel.py

install-drill: $(READY)
	$(BIN)/python setup/install_drill.py

audit:
	$(PYTHON) setup/audit.py

licences: $(READY)
	$(BIN)/python setup/licences.py

# Nothing newer goes unseen: all measurements of reading are made with it.
renew:
	PYTHON="$(PYTHON)" sh setup/lock.sh --upgrade
	$(MAKE) licences test calibrate measure-reading measure-rendered measure-teaching measure-setup bench check-video

speech: $(READY)
	$(BIN)/python setup/speech.py

# Every text of the source, and what each language still lacks.
texts: $(READY)
	$(BIN)/python setup/texts.py

lock:
	PYTHON="$(PYTHON)" sh setup/lock.sh $(ARGS)

train: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py) && \
	    MODELS="$(MODELS)" SHARDS="$(SHARDS)" HOURS="$(HOURS)" PHOTOS="$(PHOTOS)" NEGATIVES="$(NEGATIVES)" \
	    sh setup/train.sh "$$environment/bin/kibitz" $(ARGS)

test-train: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py) && \
	    "$$environment/bin/python" -m pytest -m train tests/models $(ARGS)

# Without mspkvp, of which a part is for training.
calibrate: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py) && \
	    "$$environment/bin/kibitz" calibrate $(patsubst %,$(PHOTOS)/%,$(filter-out mspkvp,$(SETS))) --write \
	    --out build/calibration $(ARGS)
	cp build/calibration/calibration.json docs/measured/calibration.json

measure-rendered: $(READY)
	$(BIN)/kibitz eval-rendered --pictures 40 --jokers 60 --others 3 --out build/rendered $(ARGS)
	cp build/rendered/rendered.json docs/measured/reading-rendered.json
	$(BIN)/python tests/benchmarks/reading/reading_page.py

measure-reading: $(READY)
	$(BIN)/kibitz eval $(patsubst %,$(PHOTOS)/%,$(SETS) $(MORE_SETS)) --apart avgustine13 \
	    --only mspkvp=test1,test2,test3,test5,test6 --only foltysm=odd --only beleda=odd \
	    --beside-backs 110 --kept build/reading/kept.sqlite --out build/reading --card models/kibitz_models/card.md $(ARGS)
	cp build/reading/results.json docs/measured/reading.json
	$(BIN)/python tests/benchmarks/reading/reading_page.py

measure-teaching: $(READY)
	$(BIN)/python tests/benchmarks/reading/measure_teaching.py $(ARGS)
	$(BIN)/python tests/benchmarks/reading/teaching_page.py

measure-video: $(READY)
	$(BIN)/python tests/benchmarks/films/measure_video.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-busy: $(READY)
	$(BIN)/python tests/benchmarks/table/busy_core.py $(ARGS)

measure-evening: $(READY)
	$(BIN)/python tests/benchmarks/evening/measure_evening.py $(ARGS)

measure-mask: $(READY)
	$(BIN)/python tests/benchmarks/trust/measure_mask.py

measure-exports: $(READY)
	$(BIN)/python tests/benchmarks/clips/measure_exports.py $(ARGS)

measure-lens: $(READY)
	$(BIN)/python tests/benchmarks/films/lens_check.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-troubles: $(READY)
	$(BIN)/python tests/benchmarks/films/measure_troubles.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-swings: $(READY)
	$(BIN)/python tests/benchmarks/films/measure_swings.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-follow: $(READY_DEV)
	$(BIN)/python tests/benchmarks/table/measure_follow.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-confidence: $(READY_DEV)
	$(BIN)/python tests/benchmarks/films/measure_confidence.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-places: $(READY_DEV)
	$(BIN)/python tests/benchmarks/table/places_found.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

measure-hands: $(READY_DEV)
	$(BIN)/python tests/benchmarks/table/measure_hands.py $(ARGS)
	$(BIN)/python tests/benchmarks/films/watching_page.py

check-video: $(READY)
	$(BIN)/python tests/benchmarks/films/check_video.py $(ARGS)

bench: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py --if-there) && \
	    "$${environment:-$(VENV)}/bin/kibitz" bench --out docs/measured/reading-speed.json $(ARGS)

bench-video: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py --if-there) && \
	    "$${environment:-$(VENV)}/bin/python" tests/benchmarks/films/video_speed.py $(ARGS)

compare-models: $(READY)
	environment=$$($(BIN)/python setup/train_environment.py) && \
	    "$$environment/bin/python" tests/benchmarks/reading/compare_models.py $(ARGS)

measure-install: $(READY)
	$(BIN)/python setup/measure_install.py

measure-play: $(READY)
	$(BIN)/python tests/benchmarks/evening/play_speed.py

measure-setup: $(READY)
	$(BIN)/python tests/benchmarks/evening/setup_limits.py

measure-simulation: $(READY)
	$(BIN)/python tests/benchmarks/table/simulation_speed.py

measure-recording: $(READY)
	$(BIN)/python tests/benchmarks/clips/recording_cost.py

measure-clips: $(READY_DEV)
	$(BIN)/python tests/benchmarks/clips/clip_cost.py

measure-coverage: $(READY)
	$(BIN)/python tests/benchmarks/clips/contact_coverage.py $(ARGS)

measure-marks: $(READY)
	$(BIN)/python tests/benchmarks/clips/clip_marks.py $(ARGS)

measure-long-game: $(READY)
	$(BIN)/python tests/benchmarks/evening/long_game.py

fault-drill: $(READY)
	$(BIN)/python tests/benchmarks/trust/fault_drill.py

measure-player: $(READY_DEV)
	chromium=$$(sh setup/chromium.sh $(BIN)/python) && \
	    KIBITZ_CHROMIUM="$$chromium" $(BIN)/python tests/benchmarks/clips/player_speed.py

measure-page: $(READY_DEV)
	chromium=$$(sh setup/chromium.sh $(BIN)/python) && \
	    KIBITZ_CHROMIUM="$$chromium" $(BIN)/python tests/benchmarks/devices/page_speed.py $(ARGS) && \
	    KIBITZ_CHROMIUM="$$chromium" $(BIN)/python tests/benchmarks/evening/setup_time.py

measure-phones: $(READY_DEV)
	$(BIN)/python tests/benchmarks/devices/phones.py $(ARGS)

drill: $(READY_DEV)
	chromium=$$(sh setup/chromium.sh $(BIN)/python) && \
	    KIBITZ_CHROMIUM="$$chromium" $(BIN)/python tests/benchmarks/trust/run_drills.py $(ARGS)

soak: $(READY)
	$(BIN)/python tests/soak/soak.py $(ARGS)
