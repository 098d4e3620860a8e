"""What somebody may put into the journal, decided in one place for pages, phones and programs."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Called
from kibitz_scoring.notation.events import parse_event
from kibitz_server.access.viewer import Right, Role, Viewer
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import Entry, GameImported, PicturesDeleted
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, QuestionAnswered, SnapRuled
from kibitz_server.journal.recorded import Recorded
from kibitz_server.texts import say

_NEEDED: Mapping[type[Entry], Right] = {
    ActSaid: Right.PLAY,
    ActDisputed: Right.PLAY,
    QuestionAnswered: Right.PLAY,
    SnapRuled: Right.PLAY,
    GameImported: Right.MANAGE,
    PicturesDeleted: Right.MANAGE,
}
"""All other entries need the right of a referee."""


class NotAllowedError(InputError):
    """Somebody asked for what their role may not do."""


def may_record(role: Role, kind: type[Entry]) -> bool:
    """Whether a role may do such a thing at all: what leads to it is not drawn for others."""
    return role.may(_NEEDED.get(kind, Right.JUDGE))


def record(live: Live, viewer: Viewer, entry: Entry) -> Recorded:
    """Append what somebody does; `NotAllowedError` where they may not, `InputError` where it makes no sense now."""
    check_right(live, viewer, entry)
    return live.record(entry, Author(viewer.role, viewer.player))


def check_right(live: Live, viewer: Viewer, entry: Entry) -> None:
    """Raise `NotAllowedError` unless this viewer may do it: a player speaks for nobody but themself."""
    if not may_record(viewer.role, type(entry)):
        raise NotAllowedError(say("A {role} may not do this.", role=say(viewer.role)))
    if viewer.role.may(Right.JUDGE):
        return
    match entry:
        case ActDisputed(player) if player != viewer.player:
            raise NotAllowedError(say("{player} has to dispute this.", player=player))
        case ActSaid(_, event):
            _check_said(live, viewer, event)
        case QuestionAnswered() | SnapRuled():
            _check_answer(live.play, entry)
        case _:
            pass


def _check_answer(play: Play | None, entry: QuestionAnswered | SnapRuled) -> None:
    """From a phone what the table is asked is answered, and nothing else is corrected."""
    about = entry.acts if isinstance(entry, SnapRuled) else (entry.act,)
    if play is None or not _asked_about(play).intersection(about):
        raise NotAllowedError(say("Only what is asked in the inbox may be answered from this device."))


def _asked_about(play: Play) -> frozenset[str]:
    """The acts that somebody has yet to decide about."""
    acts = {question.act for question in play.questions}
    acts |= {act for race in play.races if race.is_open for act in race.acts}
    acts |= {act for dispute in play.disputes.open for act in (dispute.act, *dispute.taken_for)}
    return frozenset(acts | {doubt.act for doubt in play.doubts} - {""})


def _check_said(live: Live, viewer: Viewer, event: str) -> None:
    """From a phone a player calls, and tells nothing else of the round."""
    players = live.play.state.players if live.play is not None else ()
    said = parse_event(event, players)
    if not isinstance(said, Called) or said.player != viewer.player:
        raise NotAllowedError(say("From this device only its own player's call is told."))
