"""The sheet of a recorded round as its table confirmed it: the hands, what was corrected, and what was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, PlainSerializer, PlainValidator, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.files import read_file
from kibitz_scoring.notation.score_lines import answer_json
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import format_hand, format_scored_card, parse_scored_card
from kibitz_scoring.score.hands import Hands, ScoredCard
from kibitz_scoring.score.tally import RoundEnd, tally_round

SHEET = "sheet.json"
ScoredText = Annotated[ScoredCard, PlainValidator(parse_scored_card), PlainSerializer(format_scored_card)]


class _Reveal(BaseModel):
    hands: dict[str, tuple[ScoredText, ...]]
    caller: str | None = None
    end: RoundEnd | None = None


class _Asked(BaseModel):
    text: str
    is_answered: bool = False
    answer: str | None = None


class _SheetFile(_Reveal):
    read: _Reveal | None = None
    questions: tuple[_Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealedHands:
    """The hands at the end of a round, who called, and how it ended."""

    hands: Hands
    caller: PlayerId | None = None
    end: RoundEnd | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the table, and the reading that people chose: None for none of them, or where nobody answered."""

    text: str
    is_answered: bool = False
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class ConfirmedSheet:
    """What the table confirmed, what the camera had brought to the sheet before, if anything, and what was asked."""

    confirmed: RevealedHands
    read: RevealedHands | None = None
    asked: tuple[Asked, ...] = ()

    @property
    def corrected(self) -> tuple[str, ...]:
        """What people changed of what the camera brought to the sheet, in words, one for each hand and the caller."""
        if self.read is None:
            return ("no hands were read",)
        before, after = self.read, self.confirmed
        changed = [
            f"{player}: {format_hand(before.hands.get(player, ())) or 'nothing'} to {format_hand(hand) or 'nothing'}"
            for player, hand in after.hands.items()
            if sorted(map(format_scored_card, before.hands.get(player, ()))) != sorted(map(format_scored_card, hand))
        ]
        if before.caller != after.caller:
            changed.append(f"caller: {before.caller or 'nobody'} to {after.caller or 'nobody'}")
        return tuple(changed)

    def tally_json(self, pack: RulePack) -> dict[str, object]:
        """The score sheet as `kibitz score` gives it; `InputError` where the hands fit no round of the pack."""
        after = self.confirmed
        return answer_json(None, tally_round(pack, after.hands, after.caller, after.end))


def sheet_json(sheet: ConfirmedSheet, pack: RulePack) -> dict[str, Any]:
    """The content of `sheet.json`: that of a filmed round's, and the hands, what was read and what was asked."""
    return {
        **sheet.tally_json(pack),
        **_reveal_json(sheet.confirmed),
        "read": None if sheet.read is None else _reveal_json(sheet.read),
        "corrected": list(sheet.corrected),
        "questions": [
            {"text": asked.text, "is_answered": asked.is_answered, "answer": asked.answer} for asked in sheet.asked
        ],
    }


def read_sheet(path: Path) -> ConfirmedSheet | None:
    """The confirmed sheet of a file, None where there is none; `InputError` for anything else."""
    if not path.is_file():
        return None
    try:
        content = _SheetFile.model_validate_json(read_file(path))
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); expected a confirmed sheet.") from error
    except (ValidationError, InputError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
        raise InputError(f"{path} is no confirmed sheet ({reason}); expected hands, caller and end.") from error
    asked = tuple(Asked(one.text, one.is_answered, one.answer) for one in content.questions)
    return ConfirmedSheet(_reveal(content), None if content.read is None else _reveal(content.read), asked)


def _reveal(read: _Reveal) -> RevealedHands:
    hands = {PlayerId(player): hand for player, hand in read.hands.items()}
    return RevealedHands(hands, None if read.caller is None else PlayerId(read.caller), read.end)


def _reveal_json(reveal: RevealedHands) -> Mapping[str, Any]:
    hands = {str(player): list(map(format_scored_card, hand)) for player, hand in reveal.hands.items()}
    return {"hands": hands, "caller": reveal.caller, "end": reveal.end}
