"""What the table said of a watched round: acts, answers and rulings, and the game's events that followed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_scoring.notation.seen_lines import Said, TimedEvent
from kibitz_scoring.notation.wording import describe
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_server.evening.round.play import Play
from kibitz_server.evening.round.ruled_races import ruling_of
from kibitz_server.evening.round.said_acts import timed_act
from kibitz_server.journal.entries import Entry
from kibitz_server.journal.play_entries import (
    ActSaid,
    PlayEntry,
    RevealWatched,
    RoundWatched,
    SnapRuled,
)
from kibitz_vision.recording.confirmed_sheet import Asked, RevealedHands


@dataclass(frozen=True, slots=True)
class ToldRound:
    """Times are ms at the table. `said` is what people said and ruled, and when all clocks stood still meanwhile,
    `events` what everybody may know of the game, `asked` the questions in order, `read` the hands that the
    camera brought to the sheet, None where it did not.
    """

    said: Said
    events: tuple[TimedEvent, ...]
    asked: tuple[Asked, ...]
    read: RevealedHands | None


def told_round(pack: RulePack, players: tuple[PlayerId, ...], entries: Sequence[Entry]) -> ToldRound:
    """Go once more through the entries of a round, of which the first is its `RoundWatched`, up to its reveal."""
    begun = entries[0]
    assert isinstance(begun, RoundWatched)
    play = Play(pack, players, begun)
    acts: list[TimedEvent] = []
    asked: dict[ActId, Asked] = {}
    read: RevealedHands | None = None
    for entry in entries[1:]:
        if isinstance(entry, RevealWatched):
            # Without hands the round was left for a picture of them.
            read = RevealedHands(dict(entry.hands), entry.caller, entry.end) if entry.hands else None
            break
        if not isinstance(entry, PlayEntry):
            continue
        if isinstance(entry, ActSaid):
            acts.append(timed_act(entry, players))
        elif isinstance(entry, SnapRuled) and (ruling := ruling_of(play.races, entry)) is not None:
            acts.append(ruling)
        before = dict(play.said_of_acts)
        play.take(entry)
        for question in play.questions:
            asked.setdefault(question.act, Asked(question.text))
        for act, events in play.said_of_acts.items():
            if act in asked and before.get(act) != events:
                asked[act] = Asked(asked[act].text, is_answered=True, answer=describe(events) if events else None)
    return ToldRound(Said(tuple(acts), play.disputes.pauses), play.happened, tuple(asked.values()), read)
