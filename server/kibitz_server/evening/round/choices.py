"""What the table may answer, by what it chose and not by its words: the entry is made as the round stands then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Event, Moved, Snapped, Verdict
from kibitz_scoring.game.round_state import seat_of
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.acts.act import is_slot
from kibitz_scoring.referee.questions import ActId, Question
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.evening.round.disputes import Words
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.play_entries import ActDisputed, Outcome, QuestionAnswered, RuledDispute, SnapRuled

_GONE = to_say("This was answered on another page, or is not there any more.")


class Kind(StrEnum):
    """What is chosen."""

    READING = "reading"
    NOTHING = "nothing"
    NO_CARD = "no_card"
    AS_IT_IS = "as_it_is"
    HAS_IT = "has_it"
    NOBODY_HAS_IT = "nobody_has_it"
    TOO_CLOSE = "too_close"
    COUNTS = "counts"
    LATE = "late"
    NOT_ALLOWED = "not_allowed"


_VERDICTS = {
    Kind.COUNTS: Verdict.CORRECT,
    Kind.LATE: Verdict.LATE,
    Kind.NOT_ALLOWED: Verdict.NOT_ALLOWED,
}
_SAID_OUTRIGHT = {Kind.AS_IT_IS: Outcome.UPHELD, Kind.TOO_CLOSE: Outcome.TOO_CLOSE}


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer about an act; of several readings the one at `number`."""

    kind: Kind
    act: ActId
    number: int = 0


def question_about(play: Play, act: ActId) -> Question | None:
    """What is or could be asked about an act, None where there is no such act."""
    known = next((one for one in (*play.questions, *reversed(play.decided)) if one.act == act), None)
    laid_off = play.laid_off if known is None else None
    return laid_off if laid_off is not None and laid_off.act == act else known


def slot_in_question(question: Question) -> SlotId | None:
    """The place of a hand that a question is about, None where it is about none."""
    places = (getattr(seen, name, None) for seen in question.about for name in ("origin", "place"))
    return next((SlotId(str(place)) for place in places if is_slot(place)), None)


def entry_of(play: Play | None, choice: Choice, now_ms: float, reason: str = "") -> QuestionAnswered | SnapRuled:
    """The entry that a choice is, for this reason; `InputError` where what it is about is gone."""
    if play is None:
        raise InputError(Sentence(_GONE))
    is_raced = any(choice.act in race.acts for race in play.races)
    if choice.kind in (Kind.HAS_IT, Kind.NOBODY_HAS_IT) or (choice.kind is Kind.TOO_CLOSE and is_raced):
        entry: QuestionAnswered | SnapRuled = replace(_ruling(play, choice, now_ms), reason=reason)
    else:
        question = question_about(play, choice.act)
        if question is None and not play.events_of(choice.act):
            raise InputError(Sentence(_GONE))
        entry = replace(answered(play, choice.act, _chosen(play, question, choice), now_ms), reason=reason)
    if choice.kind in _SAID_OUTRIGHT:
        outcome = _SAID_OUTRIGHT[choice.kind]
        return replace(entry, disputes=tuple(replace(one, outcome=outcome) for one in entry.disputes))
    return entry


def answered(play: Play, act: ActId, events: Iterable[Event], now_ms: float) -> QuestionAnswered:
    """The entry that says what an act was, nothing where it was none, and what that means for disputes about it."""
    said = tuple(events)
    texts = tuple(format_event(event, play.state.players) for event in said)
    return QuestionAnswered(act=act, events=texts, at_ms=now_ms, disputes=_disputes_by(play, {act: said}))


def said_by(play: Play, entry: QuestionAnswered | SnapRuled) -> Words:
    """What an answer says of each act that it is about."""
    if isinstance(entry, SnapRuled):
        return play.words_of(entry)
    return {entry.act: tuple(parse_event(text, play.state.players) for text in entry.events)}


def dispute_of(play: Play | None, player: PlayerId, now_ms: float) -> ActDisputed:
    """A player's dispute of what happened last; `InputError` where nothing has, or nobody is called so."""
    acts = any(timed.act is not None for timed in play.happened) if play else False
    if play is None or not (acts or play.seen_just_now or play.said_just_now):
        raise InputError(Sentence("Nothing has happened yet that could be disputed."))
    seat_of(play.state, player)
    return ActDisputed(player, at_ms=now_ms)


def _disputes_by(play: Play, words: Words) -> tuple[RuledDispute, ...]:
    return tuple(dispute.ruled(words) for dispute in play.disputes.about(words.keys()))


def _ruling(play: Play, choice: Choice, now_ms: float) -> SnapRuled:
    for number, race in enumerate(play.races):
        if choice.act in race.acts:
            attempt = race.acts.index(choice.act) if choice.kind is Kind.HAS_IT else None
            ruled = SnapRuled(number, attempt, now_ms, race.acts)
            return replace(ruled, disputes=_disputes_by(play, play.words_of(ruled)))
    raise InputError(Sentence(_GONE))


def _chosen(play: Play, question: Question | None, choice: Choice) -> tuple[Event, ...]:
    match choice.kind:
        case Kind.READING if question and choice.number < len(question.readings):
            return question.readings[choice.number].events
        case Kind.AS_IT_IS | Kind.TOO_CLOSE:
            return play.events_of(choice.act)
        case Kind.COUNTS | Kind.LATE | Kind.NOT_ALLOWED:
            verdict = _VERDICTS[choice.kind]
            now = play.events_of(choice.act)
            return tuple(replace(one, verdict=verdict) if isinstance(one, Snapped) else one for one in now)
        case Kind.NO_CARD if question and (slot := slot_in_question(question)) is not None:
            return (Moved(slot, Heap.ASIDE),)
        case _:
            return ()
