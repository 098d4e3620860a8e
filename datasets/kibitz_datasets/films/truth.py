"""The truth about a simulated round, as files: what happened on the table and in the game, and the score sheet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from kibitz_datasets.films.acting.script import Happening
from kibitz_datasets.films.stage.hands_over import hands_over
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.trouble_kinds import Trouble
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called, Declined, Modified, Paired, Passed
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.notation.seen_lines import event_json, seen_json
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import Hands, ScoredCard
from kibitz_scoring.score.tally import tally_round

SAID = (Called, Passed, Declined, Paired, Modified)
"""Game events that people say or press and no camera can see."""


@dataclass(frozen=True, slots=True)
class VideoInfo:
    """How a performance was filmed: its seed, frames a second, (width, height) in px, and what went wrong with it."""

    seed: int
    fps: float
    size: tuple[int, int]
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Performance:
    """Play acted out: the pack asked for, the table before, all that moved, the game's events, and the end in ms."""

    pack: RulePack
    start: RoundState
    stage: Stage
    happenings: tuple[Happening, ...]
    ended_ms: float

    @property
    def last(self) -> RoundState:
        """The table at the end."""
        return self.happenings[-1].after


def write_truth(performance: Performance, seen_by: VideoInfo, out: Path) -> None:
    """Write `truth.jsonl`, `acts.jsonl` and, of a whole round, `sheet.json`; `InputError` where that fails."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        _write_lines(out / "truth.jsonl", _truth_lines(performance, seen_by))
        _write_lines(out / "acts.jsonl", _acts(performance))
        sheet = sheet_json(performance)
        if sheet is not None:
            (out / "sheet.json").write_text(json.dumps(sheet, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out}: cannot be written to ({error.strerror}); expected a folder for the files.") from error


def _write_lines(path: Path, lines: Iterable[Mapping[str, object]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


def _truth_lines(performance: Performance, seen_by: VideoInfo) -> Iterator[Mapping[str, object]]:
    stage = performance.stage
    yield {
        "type": "round",
        "pack": performance.pack.id,
        "options": _options(performance),
        "players": [str(player) for player in stage.players],
        "seed": seen_by.seed,
        "fps": seen_by.fps,
        "size": list(seen_by.size),
        "troubles": [
            {
                "kind": one.kind,
                "start_ms": round(one.at.start_ms, 3),
                "end_ms": round(one.at.end_ms, 3),
                "place": one.place,
            }
            for one in seen_by.troubles
        ],
        "table": format_table(performance.start),
    }
    seen = [*stage.seen, *hands_over(stage, performance.ended_ms)]
    timed: list[tuple[float, Mapping[str, object]]] = [(event.seen.at.end_ms, seen_json(event)) for event in seen]
    timed += [
        (happening.timed.at.end_ms, event_json(happening.timed, stage.players, format_table(happening.after)))
        for happening in performance.happenings
    ]
    # Sorting keeps what was seen before what it means where both have the same time.
    yield from (line for _, line in sorted(timed, key=lambda one: one[0]))
    sheet = sheet_json(performance)
    if sheet is not None:
        yield {"type": "tally", **sheet}


def _options(performance: Performance) -> dict[str, JsonValue]:
    """Keys of the pack that were played otherwise than the pack has them."""
    asked, played = performance.pack.keys(), performance.last.pack.keys()
    return {key: value for key, value in played.items() if asked[key] != value}


def _acts(performance: Performance) -> Iterator[Mapping[str, object]]:
    for happening in performance.happenings:
        if isinstance(happening.timed.event, SAID) and not _shows(performance, happening):
            yield event_json(happening.timed, performance.stage.players)


def _shows(performance: Performance, happening: Happening) -> bool:
    """Whether a camera can see what else is only said: a token laid on a card."""
    return performance.stage.has_tokens and isinstance(happening.timed.event, Modified)


def revealed_hands(state: RoundState) -> Hands:
    """The hands as they lie face up at the end."""
    return {
        player: tuple(
            ScoredCard(card.face, card.modifier) for _, card in cards_of(state, seat) if isinstance(card.face, Card)
        )
        for seat, player in enumerate(state.players)
    }


def sheet_json(performance: Performance) -> dict[str, object] | None:
    """The score sheet of a round that was played to its end, as `kibitz score` gives it."""
    last = performance.last
    if last.phase is not Phase.SCORED:
        return None
    caller = None if last.caller is None else last.players[last.caller]
    return answer_json(None, tally_round(last.pack, revealed_hands(last), caller, last.end))
