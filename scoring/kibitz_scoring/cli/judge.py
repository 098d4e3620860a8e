"""`kibitz judge`: the answer to one line, for programs and for people."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kibitz_scoring.notation.judge_lines import JudgeRequest, parse_judge_request, verdicts_json
from kibitz_scoring.rules.choices import SnapGive
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import SnapVerdict

_GIVES = {
    SnapGive.NONE: "",
    SnapGive.OPTIONAL: " May give a card into the gap.",
    SnapGive.REQUIRED: " Has to give a card into the gap.",
}


def judge_json(line: bytes) -> str:
    """Verdicts on one line as JSON; raises `LineError`."""
    request = parse_judge_request(line)
    return json.dumps(verdicts_json(request.line_id, judge_snaps(request.pack, request.snaps)))


def judge_text(line: bytes) -> str:
    """Verdicts on one line for a person, an empty line at their end; raises `LineError`."""
    request = parse_judge_request(line)
    return "\n".join((_title(request), *_sentences(judge_snaps(request.pack, request.snaps)), ""))


def _title(request: JudgeRequest) -> str:
    name = "" if request.line_id is None else f", {request.line_id}"
    return f"{request.pack.name}{name}: {request.snaps.top} on the pile"


def _sentences(verdicts: tuple[SnapVerdict, ...]) -> Iterator[str]:
    width = max((len(verdict.player) for verdict in verdicts), default=0)
    for verdict in verdicts:
        words = verdict.verdict.replace("_", " ")
        yield f"  {verdict.player:<{width}}  {words}: {verdict.reason}{_cost(verdict)} [{verdict.rule}]"


def _cost(verdict: SnapVerdict) -> str:
    cards = verdict.penalty_cards
    cost = "" if not cards else f" {cards} penalty card{'' if cards == 1 else 's'}."
    return cost + (" Takes the card too." if verdict.takes_card else "") + _GIVES[verdict.give]
