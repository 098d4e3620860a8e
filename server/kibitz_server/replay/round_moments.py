"""What of a watched round people may want to look at again, in words for people, and what they have decided of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.referee.races import Race
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Interval
from kibitz_server.evening.round.choices import question_about
from kibitz_server.evening.round.disputes import Dispute
from kibitz_server.evening.round.play import Play
from kibitz_server.evening.round.said_acts import event_said, timed_act
from kibitz_server.journal.entries import (
    CallerNamed,
    CardAdded,
    CardMoved,
    CardNamed,
    CardRemoved,
    Entry,
    HandsGiven,
    ModifierPut,
)
from kibitz_server.journal.play_entries import ActSaid, QuestionAnswered
from kibitz_server.views.words.act_words import ActWords
from kibitz_vision.clips.clip import ClipKind, ClipRuling
from kibitz_vision.clips.moments import (
    ClipMoment,
    moment_at,
    moment_of_dispute,
    moment_of_race,
    moment_of_reveal,
    moments_of,
)

OF_THE_SHEET = (CardNamed, CardMoved, CardAdded, CardRemoved, ModifierPut, HandsGiven, CallerNamed)
"""Entries by which people say that the sheet is not right."""
_AFTERWARDS_MS = 1000.0
"""What is said of a time so long ago was not tapped as it happened."""


def moments_now(play: Play) -> list[ClipMoment]:
    """All races and questions, what is disputed and not ruled on yet, and taps that do not count."""
    words = _words(play)
    told = (replace(one, title=words.retold(one.title)) for one in moments_of(play.races, play.questions))
    disputed = (_disputed(play, dispute, words) for dispute in play.disputes.open)
    doubted = (
        moment_at(ClipKind.QUESTION, doubt.act, words.told([doubt.tap.event]), doubt.tap.at) for doubt in play.doubts
    )
    return [*told, *filter(None, disputed), *doubted]


def decided(play: Play, moment: ClipMoment) -> ClipMoment:
    """What is not open any more, with what the table has said of it since."""
    race = _race_of(play, moment.acts[0])
    ruling = moment_of_race(race).ruling if race is not None and race.ruled else _said(play, moment.acts[0])
    return replace(moment, ruling=ruling or moment.ruling)


def corrections(play: Play, newest: Entry, now_ms: float) -> Iterator[ClipMoment]:
    """What people have just corrected in a round: an act that they say was another or none, or one told afterwards."""
    words = _words(play)
    match newest:
        case QuestionAnswered(act=act) if act and (at := _when(play, act)) is not None:
            question, said = question_about(play, act), event_said(act, play.state.players)
            title = words.retold(question.text) if question else ""
            if said is not None:
                title = Sentence("It was corrected: {what}.", what=words.told([said]))
            yield replace(moment_at(ClipKind.CORRECTION, act, title, at), ruling=_said(play, act))
        case ActSaid(at_ms=at_ms) if now_ms - at_ms >= _AFTERWARDS_MS:
            said_act = timed_act(newest, play.state.players)
            title = Sentence("It was told afterwards: {what}.", what=words.told([said_act.event]))
            yield moment_at(ClipKind.CORRECTION, said_act.act or "", title, said_act.at)
        case _:
            pass


def sheet_corrected(revealed_ms: float) -> ClipMoment:
    """People changed what is on the sheet of a round: one looks at the cards as they lay there to be counted."""
    title = Sentence("The sheet was corrected after the reveal.")
    return replace(moment_of_reveal(revealed_ms), kind=ClipKind.CORRECTION, acts=("sheet",), title=title)


def _disputed(play: Play, dispute: Dispute, words: ActWords) -> ClipMoment | None:
    """What somebody disputes, None where nobody knows yet what that is."""
    at, what = _when(play, dispute.act), words.told(play.events_of(dispute.act))
    title = Sentence("{player} disputes: {what}.", player=dispute.player, what=what)
    return None if at is None else moment_of_dispute(dispute.act, title, at, play.races)


def _race_of(play: Play, act: ActId) -> Race | None:
    return next((race for race in play.races if act in race.acts), None)


def _when(play: Play, act: ActId) -> Interval | None:
    """When an act was, None where there is none of this name."""
    question = question_about(play, act)
    if question is not None:
        return question.at
    if event_said(act, play.state.players) is None:
        return None
    at_ms = float(act.partition(" ")[0])
    return Interval(at_ms, at_ms)


def _said(play: Play, act: ActId) -> ClipRuling | None:
    """What the table said of an act, None where it said nothing."""
    events = play.said_of_acts.get(act)
    if events is None:
        return None
    what = _words(play).told(events) if events else Sentence("None of these.")
    return ClipRuling(what, play.reasons.get(act, ""))


def _words(play: Play) -> ActWords:
    # Sentences: they are said in the language of whoever looks at the clip.
    return ActWords(play.state.pack, play.state.players, Sentence)
