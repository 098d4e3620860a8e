"""A table's own figure: recorded rounds watched once more, beside the sheets that their tables confirmed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz_models.shares import share
from kibitz_models.watching.measuring.result import is_exact
from kibitz_models.watching.measuring.wanted import TOLERANCE_MS
from kibitz_models.watching.measuring.watched import Watched
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_vision.recording.recorded_round import RecordedRound


@dataclass(frozen=True, slots=True)
class RoundProof:
    """What became of one recorded round as it was watched again.

    `sheet_exact` is None where no sheet was confirmed; `questions` are those that the table is asked; `corrected` is
    what people had to correct of the hands when it was played. `found`, `missed` and `extra` count the game's events
    against those that the table left standing.
    """

    name: str
    sheet_exact: bool | None
    questions: int
    corrected: tuple[str, ...]
    found: int
    missed: int
    extra: int
    torn: str


def proof_of(recorded: RecordedRound, watched: Watched) -> RoundProof:
    """Compare what the watcher makes of a recording today with what its table confirmed."""
    told = list(_public(recorded, watched.done))
    found = _found(recorded, told)
    sheet = recorded.sheet
    return RoundProof(
        recorded.folder.name,
        None if sheet is None else is_exact(sheet.tally_json(recorded.pack), watched.sheet),
        len(watched.questions),
        () if sheet is None else sheet.corrected,
        found,
        len(recorded.done) - found,
        len(told) - found,
        recorded.torn,
    )


def _public(recorded: RecordedRound, done: Sequence[TimedEvent]) -> Iterator[tuple[str, float]]:
    """Each event as everybody may know it, in the notation, and its time in ms: as it stands in a recording."""
    state = parse_table(recorded.start, recorded.pack, recorded.players)
    for timed in done:
        yield format_event(public_event(state, timed.event), recorded.players), timed.at.end_ms
        state = apply(state, timed.event)


def _found(recorded: RecordedRound, told: Sequence[tuple[str, float]]) -> int:
    """How many events are told as they stand in the recording, one to one and in order of time."""
    waiting: dict[str, list[float]] = defaultdict(list)
    for text, at_ms in told:
        waiting[text].append(at_ms)
    found = 0
    for timed in recorded.done:
        times = waiting[format_event(timed.event, recorded.players)]
        near = next((at_ms for at_ms in times if abs(at_ms - timed.at.end_ms) <= TOLERANCE_MS), None)
        if near is not None:
            times.remove(near)
            found += 1
    return found


def proof_figures(proofs: Sequence[RoundProof]) -> dict[str, Any]:
    """Figures over recorded rounds, shares with their 95 % Wilson intervals; those without a sheet count nowhere."""
    confirmed = [proof for proof in proofs if proof.sheet_exact is not None]
    found, missed, extra = (sum(getattr(proof, name) for proof in confirmed) for name in ("found", "missed", "extra"))
    questions = sum(proof.questions for proof in confirmed)
    counted = 2 * found + missed + extra
    return {
        "rounds": len(proofs),
        "sheet_exact": share(sum(proof.sheet_exact is True for proof in confirmed), len(confirmed)),
        "corrected": share(sum(bool(proof.corrected) for proof in confirmed), len(confirmed)),
        "questions": questions,
        "questions_per_round": round(questions / len(confirmed), 2) if confirmed else None,
        "events": {
            "f1": round(2 * found / counted, 4) if counted else None,
            "recall": share(found, found + missed),
            "precision": share(found, found + extra),
        },
    }


def proof_words(figures: dict[str, Any]) -> str:
    """The figures in one line for people."""
    sheets, corrected, f1 = figures["sheet_exact"], figures["corrected"], figures["events"]["f1"]
    if not sheets["of"]:
        return "no sheet was confirmed: nothing to compare with"
    low, high = sheets["interval"]
    words = [
        f"{sheets['count']} of {sheets['of']} sheets exact ({low:.0%} to {high:.0%})".replace("%", " %"),
        f"{figures['questions_per_round']:.1f} questions a round",
        f"{corrected['count']} of {corrected['of']} sheets corrected when they were played",
    ]
    if f1 is not None:
        words.append(f"events F1 {f1:.2f} against those that the table left standing")
    return ", ".join(words)
