"""Ambiguity: whether another card than the one told may have come to the pile first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Place
from kibitz_vision.decoding.attribution.contact_attribution import MAYBE, came_with, only_bringer
from kibitz_vision.decoding.cards.carry_times import CARRY_MS, LONGEST_CARRY_MS
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_before, when_ms
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import HandStop

_CONTESTED = 0.6
"""Confidence in a card on the pile that may not have been the first."""
_TWIN_MS = 40.0
"""Hands that come to rest so near each other may be one that reached into another's grid.

Chosen on development films.
"""


def contested(change: Change) -> Change:
    """A card on the pile that may not have been the first."""
    return replace(change, confidence=min(change.confidence, _CONTESTED))


def is_lost(lift: InFlightCard, by: HandPosterior, change: Change) -> bool:
    """Whether a card in the air may lie on the pile, unseen: taken up long ago by another hand that came there."""
    is_another = lift.is_sure and not lift.replaced and not lift.change.by.may_be_one_with(by)
    is_another &= any(_brought(lift, stop, change) for stop in change.stops)
    return is_another and not isinstance(lift.place, Heap) and change.at.end_ms - when_ms(lift) > LONGEST_CARRY_MS


def _brought(lift: InFlightCard, stop: HandStop, change: Change) -> bool:
    """Whether a hand that came to rest on the pile may have brought a card there."""
    return stop.player in lift.change.by.players and is_before(lift.change, replace(change, at=stop.at))


def brings_no_other(lift: InFlightCard, change: Change, in_air: Iterable[InFlightCard]) -> bool:
    """Whether the only hand at the pile had no card but the one that has surely gone (`lift`).

    It may have taken that one up, even if another hand seemed likelier to have.
    """
    player = only_bringer(change)
    if player is None or not lift.is_sure or came_with(change) != {player}:
        return False
    others = [one for one in in_air if one.place != lift.place]
    return _may_be_of(player, lift.change) and not may_bring(player, change, others, but=lift.place)


def may_bring(player: PlayerId, change: Change, in_air: Iterable[InFlightCard], but: Place | None = None) -> bool:
    """Whether a hand may have had a card as one came to the pile: one in the air, or from a place that is not seen.

    `but`: a place from where it is known to be none. Nor is it one that was seen to lie in its place just before.
    """
    others = (*change.hidden, *change.reached, *(one.change for one in in_air))
    near = (one for one in others if one.place != but and one.at.start_ms < change.at.end_ms - CARRY_MS)
    return any(not one.by or _may_be_of(player, one) for one in near)


def is_guessed(came: Change, named: Change, in_air: Collection[InFlightCard]) -> bool:
    """Whether a card that came is only guessed to be of the hand that it is `named` after, for how that came to rest.

    Another hand, that may have had one, seemed to lay it; or none did, and no arm leads on from the one that came to
    rest, which was not seen to take one up.
    """
    rivals = [player for player, _ in came.by[:1] if player != named.by[0][0]]
    if any(may_bring(rival, came, in_air) for rival in rivals):
        return True
    unseen = [stop for stop in named.stops if not came.by and stop.player == only_bringer(named)]
    if not unseen or min(unseen, key=named.off_ms).is_whole:
        return False
    taken = (one.change for one in in_air if one.is_sure and is_before(one.change, came))
    return not any(unseen[0].player in one.by.players for one in taken)


def _may_be_of(player: PlayerId, taken: Change) -> bool:
    return taken.by.of(player) >= MAYBE


def may_have_brought(
    players: Collection[PlayerId],
    change: Change,
    timed: Sequence[tuple[InFlightCard, HandStop]],
    in_air: Iterable[InFlightCard],
) -> bool:
    """Whether one of these hands that may have had a card seems to lay one, or came to rest together with another.

    `timed`: cards that have surely gone, and how their hands came to rest; `in_air`: all that lie nowhere.
    """
    others = [(lift, stop) for lift, stop in timed if stop.player not in players]
    told = {lift.place for lift, _ in others}
    free = [one for one in in_air if one.place not in told]
    able = [player for player in players if may_bring(player, change, free)]
    doubtful_ms = [stop.at.end_ms for lift, stop in others if not _surely_laid(stop.player, lift, change)]
    theirs_ms = [stop.at.end_ms for stop in change.stops if stop.player in able]
    is_twin = any(abs(one - other) < _TWIN_MS for one in theirs_ms for other in doubtful_ms)
    return is_twin or any(player in able for player, _ in change.by[:1])


def _surely_laid(player: PlayerId, lift: InFlightCard, change: Change) -> bool:
    """Whether a hand surely took a card up, and no other seems to lay it."""
    return player in lift.change.by.surely and only_bringer(change) == player
