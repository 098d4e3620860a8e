"""`kibitz score`: the answer to one line, for programs and for people."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kibitz_scoring.notation.score_lines import ScoreRequest, answer_json, parse_request, tally_request
from kibitz_scoring.score.tally import RoundTally
from kibitz_scoring.score.totals import GameTally


def score_json(line: bytes) -> str:
    """Score sheet of one line as JSON; raises `LineError`."""
    request = parse_request(line)
    return json.dumps(answer_json(request.line_id, tally_request(request), with_warnings=request.strict is not None))


def score_text(line: bytes) -> str:
    """Score sheet of one line for a person, an empty line at its end; raises `LineError`."""
    request = parse_request(line)
    return "\n".join((_title(request), *sheet(tally_request(request)), ""))


def _title(request: ScoreRequest) -> str:
    return request.pack.name if request.line_id is None else f"{request.pack.name}, {request.line_id}"


def sheet(tally: RoundTally | GameTally) -> Iterator[str]:
    """Lines of a score sheet for a person."""
    if isinstance(tally, RoundTally):
        yield from _round_sheet(tally)
        return
    for number, played in enumerate(tally.rounds, start=1):
        yield f"  Round {number}"
        yield from _round_sheet(played)
    yield from (f"  {note}" for note in (*tally.seats, *tally.resets))
    yield f"  Totals: {', '.join(f'{player} {total}' for player, total in tally.totals.items())}"
    yield f"  {'Finished' if tally.finished else 'Not finished'}: {tally.reason}"


def _round_sheet(tally: RoundTally) -> Iterator[str]:
    width = max(map(len, tally.scores))
    for player, points in tally.scores.items():
        yield f"    {player:<{width}}  {points:>4}  {tally.reasons[player]}"
    yield from (f"    Note: {warning}" for warning in tally.warnings)
    yield f"    Lowest: {' and '.join(tally.winners)}"
