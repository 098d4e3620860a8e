"""Simulated rounds: random legal play with human timing, filmed by a webcam, with the truth about all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import Deck, cached_deck
from kibitz_datasets.decks.gambit.printed_deck import gambit_deck
from kibitz_datasets.films.acting.interludes import Interludes
from kibitz_datasets.films.acting.moved_things import lay_things
from kibitz_datasets.films.acting.script import Script, Tempo
from kibitz_datasets.films.acting.slips import Slips
from kibitz_datasets.films.acting.snappers import Snappers
from kibitz_datasets.films.camera.film import Film
from kibitz_datasets.films.camera.focus import FocusHunts, sample_hunts
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.camera.swing import SwingCourse, sample_swing, shares_in_view, swing_course
from kibitz_datasets.films.camera.troubles import sample_troubles
from kibitz_datasets.films.camera.webcam import Webcam, record
from kibitz_datasets.films.stage.frame_clock import ClockConfig, FrameClock, frame_clock, uneven
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.trouble_kinds import USUAL, Trouble, TroubleKind
from kibitz_datasets.films.truth import Performance, VideoInfo, write_truth
from kibitz_datasets.pool import Renders, Split, own_decks, split_decks, split_hands
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Snapped
from kibitz_scoring.game.playout import RandomTable
from kibitz_scoring.game.round_state import check_table, first_state
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import Interval
from kibitz_vision.detections import Image

NAMES = tuple(map(PlayerId, ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")))
_LONGEST_MS = 600_000.0
_TAKES = 40
_NEAR_MS, _TROUBLED_MS = 300.0, (60.0, 250.0)
"""How near the first snap a trouble that is asked for begins, and how long a flicker or a gap between frames lasts."""


@dataclass(frozen=True, slots=True)
class SimulationConfig:
    """What to simulate.

    `size` is (width, height) in px, both even. A round takes at most `seconds`, if hands can be dealt, played once
    round and turned up in that time; of these the cards lie for `counting_s` once all are turned up. `kinds` says which
    troubles there are, and `troubles` scales how often something goes wrong by chance with camera, lamp and hands.
    `oblique` None leaves it to chance whether the camera looks down or aslant. `draw_pile` is how many cards are left
    to draw after the deal, None for all: with few of them the pile runs out and is refilled. With `own_decks_only` the
    film is the same on every machine, whatever vector decks are installed there. A sudden `trouble` is sure to come
    near the first snap. `hands` is a folder of cut-out photographs of hands; without one they are drawn. A `printed`
    film is played with our own Dragon's Gambit deck, which no network was trained on, and its tokens; else French cards
    stand for numbers, and tokens are only said. With `mat` our printed mat lies under the cards.
    """

    pack: RulePack
    players: int
    seed: int
    size: tuple[int, int] = (1280, 720)
    clock: ClockConfig = field(default_factory=ClockConfig)
    thinking_s: float = 0.7
    seconds: float = 45.0
    counting_s: float = 0.7
    gap_ms: float | None = None
    troubles: float = 1.0
    oblique: bool | None = None
    split: Split = Split.MEASURE
    draw_pile: int | None = None
    own_decks_only: bool = False
    trouble: TroubleKind | None = None
    kinds: frozenset[TroubleKind] = USUAL
    hands: Path | None = None
    printed: bool = False
    mat: bool = False


def playable(pack: RulePack, *, printed: bool = False) -> RulePack:
    """The pack as it is played: with the printed numeric deck, or else with French cards (A to Q are 1 to 12)."""
    if printed or pack.deck.base is DeckBase.FRENCH52:
        return pack
    return pack.model_copy(update={"deck": pack.deck.model_copy(update={"base": DeckBase.FRENCH52})})


def check_config(config: SimulationConfig) -> None:
    """Raise `InputError`, in one sentence, for what cannot be simulated."""
    width, height = config.size
    if not (160 <= width <= 4096 and 120 <= height <= 4096 and width % 2 == height % 2 == 0):
        raise InputError(f"--size: found {width}x{height}: expected even numbers from 160x120 to 4096x4096.")
    if not 1 <= config.clock.fps <= 240:
        raise InputError(f"--fps: found {config.clock.fps:g}: expected frames a second from 1 to 240.")
    if not 5 <= config.seconds <= _LONGEST_MS / 1000:
        raise InputError(f"--seconds: found {config.seconds:g}: expected from 5 to {_LONGEST_MS / 1000:g}.")
    if config.gap_ms is not None and not 0 < config.gap_ms <= 2000:
        raise InputError(f"--gap-ms: found {config.gap_ms:g}: expected ms between two contacts, over 0 to 2000.")
    if config.printed and config.pack.deck.base is not DeckBase.NUMERIC:
        raise InputError(f"--printed: {config.pack.name} has French cards: expected a game of numbers.")
    if config.draw_pile is not None and config.draw_pile < 1:
        raise InputError(f"--draw-pile: found {config.draw_pile}: expected at least 1 card left to draw.")
    if config.players > len(NAMES):
        raise InputError(f"--players: found {config.players}: expected at most {len(NAMES)}.")
    check_table(config.pack, NAMES[: config.players])


def perform(config: SimulationConfig) -> Performance:
    """A round made up and acted out, without a picture of it; the same config gives the same round.

    It is the first take that is short enough, or else the shortest; people call sooner in each.
    """
    call_after_ms = config.seconds * 500.0
    takes = []
    for take in range(_TAKES):
        takes.append(_perform_once(config, call_after_ms, take))
        over_ms = takes[-1].ended_ms - config.seconds * 1000.0
        if over_ms <= 0:
            break
        call_after_ms = max(0.0, call_after_ms - over_ms)
    return min(takes, key=lambda performance: performance.ended_ms)


def clock_of(config: SimulationConfig, duration_ms: float) -> FrameClock:
    """When the camera takes its frames."""
    rng = np.random.default_rng((config.seed, 2))
    asked = uneven(rng, config.clock) if TroubleKind.UNEVEN in config.kinds else config.clock
    return frame_clock(rng, asked, duration_ms)


def _perform_once(config: SimulationConfig, call_after_ms: float, take: int) -> Performance:
    rng = np.random.default_rng((config.seed, 1, take))
    clock = clock_of(config, _LONGEST_MS)
    players = NAMES[: config.players]
    pack = playable(config.pack, printed=config.printed)
    whims = np.random.default_rng((config.seed, 8, take))
    stage = Stage(plan_table(pack, len(players)), players, clock, rng, kinds=config.kinds, whims=whims)
    stage.has_tokens, stage.has_mat = config.printed, config.mat
    start = first_state(pack, players)
    slips = config.troubles if TroubleKind.SLIP in config.kinds else 0.0
    script = Script(
        stage,
        start,
        RandomTable(lambda options: int(rng.integers(options))),
        Tempo(config.thinking_s * 1000.0, call_after_ms),
        Snappers(gap_ms=config.gap_ms),
        Slips(0.05 * slips, 0.04 * slips),
        Interludes.of(config.kinds),
        config.draw_pile,
    )
    lay_things(stage)
    script.play()
    return Performance(config.pack, start, stage, tuple(script.happenings), script.now_ms + config.counting_s * 1000.0)


def film_of(config: SimulationConfig, performance: Performance) -> tuple[Film, Webcam]:
    """How a performance is filmed, by the seed of its config."""
    rng = np.random.default_rng((config.seed, 3))
    deck = gambit_deck() if config.printed else _any_deck(rng, config, performance)
    width, height = config.size
    oblique = bool(rng.random() < 0.4) if config.oblique is None else config.oblique
    tilt_deg = float(rng.uniform(22, 38) if oblique else rng.uniform(0, 12)) * float(rng.choice((-1, 1)))
    camera = camera_over(performance.stage.plan, (height, width), tilt_deg, float(rng.normal(0, 2.5)))
    props = Props(deck, np.random.default_rng((config.seed, 6)), split_hands(config.hands, config.split))
    film = shoot(rng, performance.stage, props, camera, (height, width))
    troubles = sample_troubles(rng, performance.ended_ms, config.troubles, config.kinds)
    if config.trouble is not None and (at := near_first_snap(config, performance)) is not None:
        troubles = troubles.with_one(config.trouble, at)
    return film, Webcam(rng, (height, width), troubles, _swing(config, performance, film), _hunts(config, performance))


def _any_deck(rng: Generator, config: SimulationConfig, performance: Performance) -> Deck:
    renders = own_decks(config.split) if config.own_decks_only else split_decks(config.split)
    return choose_deck(rng, renders, deck_cards(performance.last.pack))


def _hunts(config: SimulationConfig, performance: Performance) -> FocusHunts | None:
    if TroubleKind.FOCUS not in config.kinds:
        return None
    contacts_ms = [event.seen.at.end_ms for event in performance.stage.seen]
    return sample_hunts(np.random.default_rng((config.seed, 7)), contacts_ms, performance.ended_ms, config.size[0])


def _swing(config: SimulationConfig, performance: Performance, film: Film) -> SwingCourse | None:
    if TroubleKind.SWING not in config.kinds:
        return None
    swing = sample_swing(np.random.default_rng((config.seed, 5)))
    stage = performance.stage
    times_ms = [time_ms for time_ms in stage.clock.times_ms if time_ms <= performance.ended_ms]
    return swing_course(swing, times_ms, shares_in_view(stage, film.still, times_ms))


def near_first_snap(config: SimulationConfig, performance: Performance) -> Interval | None:
    """Random times near the first snap of a performance, None where nobody snaps."""
    snaps = (one.timed for one in performance.happenings if isinstance(one.timed.event, Snapped))
    if (first := next(snaps, None)) is None:
        return None
    rng = np.random.default_rng((config.seed, 4))
    start_ms = max(0.0, first.at.end_ms + float(rng.uniform(-_NEAR_MS, _NEAR_MS)))
    return Interval(start_ms, start_ms + float(rng.uniform(*_TROUBLED_MS)))


def choose_deck(rng: Generator, renders: Renders, cards: Collection[Card]) -> Deck:
    """One of the decks that have all the cards: not every deck has jokers."""
    names = sorted(renders)
    while True:
        name = names.pop(int(rng.integers(len(names))))
        deck = cached_deck(name, renders[name])
        if set(cards) <= set(deck.faces):
            return deck


def frames(film: Film, webcam: Webcam, clock: FrameClock, ended_ms: float) -> Iterator[tuple[float, Image]]:
    """Each frame's time in ms and its planes of YUV 4:2:0."""
    for time_ms in clock.times_ms:
        if time_ms > ended_ms:
            return
        yield time_ms, webcam.expose(film.frame(time_ms, webcam.knock(time_ms)), time_ms)


def simulate(config: SimulationConfig, out: Path) -> Performance:
    """Write `video.mp4`, `truth.jsonl`, `acts.jsonl` and `sheet.json` into a folder; `InputError` where that fails."""
    check_config(config)
    performance = perform(config)
    write_film(config, performance, out)
    return performance


def write_film(config: SimulationConfig, performance: Performance, out: Path) -> None:
    """Write a performance's truth and video."""
    cv2.setNumThreads(1)
    film, webcam = film_of(config, performance)
    width, height = config.size
    clock = performance.stage.clock
    write_truth(
        performance, VideoInfo(config.seed, 1000 / clock.interval_ms, config.size, _noted(performance, webcam)), out
    )
    with record(out / "video.mp4", (height, width), clock, webcam.troubles.crf) as recorder:
        for time_ms, planes in frames(film, webcam, clock, performance.ended_ms):
            recorder.write(planes, time_ms)


def _noted(performance: Performance, webcam: Webcam) -> tuple[Trouble, ...]:
    """All that made a film harder to watch and has a time."""
    sudden = webcam.troubles.during(performance.stage.clock, performance.ended_ms)
    swings = () if webcam.swing is None else webcam.swing.noted()
    hunts = () if webcam.focus is None else webcam.focus.hunts
    return (
        *sudden,
        *(Trouble(TroubleKind.SWING, at) for at in swings),
        *(Trouble(TroubleKind.FOCUS, at) for at, _ in hunts),
        *performance.stage.noted,
    )
