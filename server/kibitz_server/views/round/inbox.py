"""The inbox: all that the table is asked and all that is disputed, until somebody has answered it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kibitz_scoring.game.events import Called, Ended, Event, Snapped, Verdict
from kibitz_scoring.game.round_state import RoundState, card_at
from kibitz_scoring.notation.wording import player_of
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import HOW_IT_ENDED, ActId, Question
from kibitz_scoring.referee.races import Race, race_sentence
from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_server.evening.round.choices import Choice, Kind, question_about, slot_in_question
from kibitz_server.evening.round.disputes import Dispute
from kibitz_server.evening.round.doubted_taps import DoubtedTap
from kibitz_server.evening.round.play import Play
from kibitz_server.texts import say
from kibitz_server.views.words.act_words import ActWords
from kibitz_vision.clips.moments import window_of

_OFFERED = 3
"""So many readings are offered besides "none of these"; of who called, every one, as none is likelier."""


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer in words, the places that it lights up, and what choosing it means."""

    label: str
    places: tuple[SlotId, ...]
    choice: Choice


@dataclass(frozen=True, slots=True)
class ItemView:
    """Something to decide: `key` is the same until it is decided, `minor` that nothing depends on it.

    `is_race` says that it is a snap race which nobody can decide by what was seen, `is_ruled` that the table rules on
    it: a dispute, or what does not count.

    `acts` are what it is about, `window_ms` is the time of the film that shows it, `places` are those in question;
    `disputed_by` is who disputes it.
    """

    key: str
    title: str
    answers: tuple[AnswerView, ...]
    window_ms: Interval
    places: tuple[SlotId, ...]
    acts: tuple[ActId, ...]
    minor: bool = False
    is_race: bool = False
    is_ruled: bool = False
    disputed_by: PlayerId | None = None


def inbox_of(play: Play, words: ActWords, shown: RoundState) -> tuple[ItemView, ...]:
    """All items, the oldest first, those on which nothing depends after the others."""
    items = [
        *(_asked(question, words, shown) for question in play.questions),
        *(_open(race, words) for race in play.races if race.is_open),
        *(_disputed(play, dispute, words) for dispute in play.disputes.open),
        *(_doubted(play, doubt, words) for doubt in play.doubts),
    ]
    return tuple(sorted(items, key=lambda item: (item.minor, item.window_ms.end_ms)))


def alternatives(play: Play, act: ActId, words: ActWords) -> tuple[AnswerView, ...]:
    """What an act may be corrected to, what it is taken for left out."""
    race = next((race for race in play.races if act in race.acts), None)
    rulings = tuple(rulings_of(race, words)) if race and len(race.acts) > 1 else ()
    question, now = question_about(play, act), play.events_of(act)
    readings = _readings(question, words) if question else ()
    others = [answer for answer, events in readings if events != now]
    return (*rulings, *others[:_OFFERED], AnswerView(say("It did not happen"), (), Choice(Kind.NOTHING, act)))


def places_of(events: Iterable[Event]) -> tuple[SlotId, ...]:
    """The places of hands that events name, each once."""
    named = (getattr(event, name, None) for event in events for name in ("slot", "first", "second", "origin", "target"))
    return tuple(dict.fromkeys(place for place in named if place is not None and not isinstance(place, Heap)))


def _asked(question: Question, words: ActWords, shown: RoundState) -> ItemView:
    act, slot = question.act, slot_in_question(question)
    answers = [answer for answer, _ in _readings(question, words)]
    if act != HOW_IT_ENDED:
        del answers[_OFFERED:]
        if slot is not None and card_at(shown, slot) is not None:
            label = say("No card lies at {place}", place=words.place(slot))
            answers.append(AnswerView(label, (slot,), Choice(Kind.NO_CARD, act)))
        if all(reading.events for reading in question.readings[:_OFFERED]):
            answers.append(AnswerView(say("None of these"), (), Choice(Kind.NOTHING, act)))
    title = _title(question) if question.presses else _taken_for(question, words)
    places = () if slot is None else (slot,)
    return ItemView(act, title, tuple(answers), window_of(question.at), places, (act,), minor=not question.presses)


def _readings(question: Question, words: ActWords) -> Iterator[tuple[AnswerView, tuple[Event, ...]]]:
    for number, reading in enumerate(question.readings):
        told = words.told(reading.events)
        choice = Choice(Kind.READING, question.act, number)
        yield AnswerView(told[:1].upper() + told[1:], places_of(reading.events), choice), reading.events


def _title(question: Question) -> str:
    if question.act == HOW_IT_ENDED or any(isinstance(event, Ended) for event in question.readings[0].events):
        return say("Who called?")
    if len(question.readings) == 1:
        return say("Is this right?")
    first, second = (reading.events for reading in question.readings[:2])
    same = [type(event) for event in first] == [type(event) for event in second]
    who = [next(filter(None, map(player_of, events)), "") for events in (first, second)]
    return say("Who was it?") if same and who[0] != who[1] else say("What was it?")


def _taken_for(question: Question, words: ActWords) -> str:
    """What play went on from, where it makes no difference if it was otherwise."""
    if not question.supposed:
        return say("Not seen clearly: most likely nothing that counts")
    return say("Not seen clearly: {what}?", what=words.told(question.supposed))


def _open(race: Race, words: ActWords) -> ItemView:
    answers, window = tuple(rulings_of(race, words)), window_of(race.window_ms)
    return ItemView(f"race {race.acts[:1]}", say(race_sentence(race)), answers, window, (), race.acts, is_race=True)


def rulings_of(race: Race, words: ActWords) -> Iterator[AnswerView]:
    """The ways to rule on a race."""
    for attempt in race.attempts:
        if attempt.act is not None:
            slot = attempt.snapped.slot
            label = say("{player} has it, with {place}", player=attempt.player, place=words.place(slot))
            yield AnswerView(label, (slot,), Choice(Kind.HAS_IT, attempt.act))
    if race.acts:
        yield AnswerView(say("Nobody has it"), (), Choice(Kind.NOBODY_HAS_IT, race.acts[0]))


def _disputed(play: Play, dispute: Dispute, words: ActWords) -> ItemView:
    key, now = f"dispute {dispute.player} {dispute.raised_ms:.3f}", play.events_of(dispute.act)
    if not dispute.act:
        title = say("{player} disputes what has just happened: wait until it is settled.", player=dispute.player)
        window = window_of(Interval(dispute.raised_ms, dispute.raised_ms))
        return ItemView(key, title, (), window, (), (), disputed_by=dispute.player)
    title = say("{player} disputes: {what}", player=dispute.player, what=words.told(now))
    question = question_about(play, dispute.act)
    stays = AnswerView(say("It stays as it is"), places_of(now), Choice(Kind.AS_IT_IS, dispute.act))
    at = question.at if question else Interval(play.last_ms, play.last_ms)
    others = alternatives(play, dispute.act, words)
    too_close = AnswerView(say("Too close to say"), (), Choice(Kind.TOO_CLOSE, dispute.act))
    others = tuple(one for one in others if one.choice.kind is not Kind.NOBODY_HAS_IT)
    answers = (stays, *_verdicts(dispute.act, now, others), *others, too_close)
    window, acts = window_of(at), (dispute.act,)
    return ItemView(key, title, answers, window, places_of(now), acts, is_ruled=True, disputed_by=dispute.player)


def _verdicts(act: ActId, now: tuple[Event, ...], others: tuple[AnswerView, ...]) -> Iterator[AnswerView]:
    """What else may have become of a snap that had no rival: of a race the table says who has it."""
    snap = next((event for event in now if isinstance(event, Snapped)), None)
    if snap is None or any(one.choice.kind is Kind.HAS_IT for one in others):
        return
    if snap.verdict is not Verdict.CORRECT:
        yield AnswerView(say("It counts"), (snap.slot,), Choice(Kind.COUNTS, act))
        return
    yield AnswerView(say("It was too late"), (snap.slot,), Choice(Kind.LATE, act))
    yield AnswerView(say("It was not allowed"), (snap.slot,), Choice(Kind.NOT_ALLOWED, act))


def _doubted(play: Play, doubt: DoubtedTap, words: ActWords) -> ItemView:
    event, is_sure = doubt.tap.event, play.is_surely_doubted(doubt)
    what = words.told([event])
    if not is_sure:
        title = say("{what}. Not seen clearly whether that counts: {reason}", what=what, reason=doubt.reason)
    elif isinstance(event, Called):
        title = say("{player} called, which does not count: {reason}", player=event.player, reason=doubt.reason)
    else:
        title = say("{what}, which does not count: {reason}", what=what, reason=doubt.reason)
    answers = (
        AnswerView(say("Count it all the same"), (), Choice(Kind.AS_IT_IS, doubt.act)),
        AnswerView(say("It does not count"), (), Choice(Kind.NOTHING, doubt.act)),
    )
    window, acts = window_of(doubt.tap.at), (doubt.act,)
    return ItemView(f"tap {doubt.act}", title, answers, window, (), acts, minor=not is_sure, is_ruled=True)
