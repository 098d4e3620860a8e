"""Pending arrivals: cards that were seen to land on the pile, until it is known which one lies there at last."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.cards import JOKER
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face, Interval
from kibitz_vision.decoding.attribution.contact_attribution import SEEN_MS, by_arm, only_bringer
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS, ONE_CARD_MS, TAKEN_BACK_MS
from kibitz_vision.decoding.cards.faces import same_rank
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import READ, CardObservation

_BEFORE_MS, _AFTER_MS = 10.0, 35.0
"""So long before and after a card seems to land it does: of 155 filmed none more than 3 and 31."""
_RECENT_MS = 3000.0
"""No hand rests for longer on a card that it has laid; chosen on development films."""
_MOVES_MS = 250.0
"""So soon after a hand has laid a card it only moves: it cannot have fetched another; chosen on development films."""
_READ_TWICE = 0.8
"""Certainty from which on a card is one that is surely read later; chosen on development films."""
_ALONE = 0.8
"""Odds from which on a card was brought by one hand; chosen on development films."""


@dataclass(slots=True, eq=False)
class PendingArrivals:
    """Cards that landed, in order of time, and are not told yet.

    A hand may rest on a card for long before that is read, and another card may cover it by then.
    """

    landed: list[Change] = field(default_factory=list)
    laid_ms: dict[PlayerId, float] = field(default_factory=dict)
    """When each hand had brought, or taken back, the last card that was read as it did."""

    since_ms: float = 0.0
    """From when on the last card that is told may have come."""

    def note(self, landed: Change) -> None:
        """A card lands on the pile, and is perhaps read."""
        self.landed.append(landed)

    def forget(self) -> None:
        """None of them lies there."""
        self.landed.clear()

    def until(
        self, came: Change, face: Callable[[CardObservation | None], Face], known: Collection[Face]
    ) -> list[Change]:
        """What came to the pile when a card lies there: those that it covers, of which nothing is `known`, and itself.

        Where it was seen to land before it seems to have come, it came then; but for jokers, which look alike.
        """
        before = [one for one in self.landed if one.at.end_ms <= came.at.end_ms]
        self.landed = [one for one in self.landed if one.at.end_ms > came.at.end_ms]
        if _certainty(came) < READ:
            return [came]
        top, stops = face(came.lying), came.stops
        came, landing, covered, left = self._landed_before(before, came, face, known)
        came = replace(came, stops=(*came.stops, *self._unseen(left, (*stops, *came.stops))))
        if top == face(came.before):
            return [came]  # once more: it may have been read too early, on the card of another hand
        is_second = bool(covered) and same_rank(face(covered[-1].lying), top)
        if is_second and (rested := _as_rested(seen := landing or came, seen)) is not None:
            came, landing = _as_landed(came, rested), rested
        return list(self._each_by_its_hand([*((one, True) for one in covered), (came, landing is not None)]))

    def _landed_before(
        self,
        before: Sequence[Change],
        came: Change,
        face: Callable[[CardObservation | None], Face],
        known: Collection[Face],
    ) -> tuple[Change, Change | None, list[Change], list[Change]]:
        """A card as it landed, how it did where that was seen, those that it covers, and what else landed before."""
        top, left = face(came.lying), list(before)
        landing, covered = None, list[Change]()
        recent = [one for one in before if 0 <= came.at.start_ms - one.seen_ms < _RECENT_MS]
        top_ms = [one.at.end_ms for one in (*recent, came) if face(one.lying) == top]
        for one in recent:
            shown = face(one.lying)
            # Hardly anybody races with another rank: it was misread, or is the next card as its hand still moved it.
            is_raced = any(0 <= at_ms - one.at.end_ms < LONGEST_CARRY_MS for at_ms in top_ms)
            is_match = same_rank(shown, top)
            rested = _as_rested(one.after(self.since_ms), came) if is_match else None
            is_read = one.lying is not None and one.lying.is_sure and (is_match or not is_raced)
            is_read |= rested is not None and _certainty(one) >= _READ_TWICE
            if shown == top and top != JOKER and _certainty(one) >= _READ_TWICE and not self._is_covered(one, came):
                came, landing = _as_landed(came, one), one
                left.remove(one)
            elif shown != top and shown not in known and is_read:
                beneath = replace(came, lying=one.lying, confidence=round(_certainty(one), 3))
                covered.append(_as_landed(beneath, rested or one))
                came = replace(came, before=one.lying)
                left.remove(one)
        return came, landing, covered, left

    def _unseen(self, landed: Iterable[Change], stops: Iterable[HandStop]) -> list[HandStop]:
        """How hands came to rest that were not seen to, but alone with a card that was read as it landed."""
        found = dict[PlayerId, HandStop]()
        since = [stop for stop in stops if stop.at.end_ms > self.since_ms]
        for one in landed:
            player, odds = one.by.likeliest
            is_anothers = any(stop.player == player or one.off_ms(stop) < _AFTER_MS for stop in since)
            is_read = _certainty(one) >= _READ_TWICE and one.at.start_ms > self.since_ms
            if player is not None and odds >= _ALONE and is_read and not is_anothers:
                found.setdefault(player, _stop(player, one.at, odds))
        return list(found.values())

    def _is_covered(self, landed: Change, came: Change) -> bool:
        """Whether another hand came to rest with the card that lies there, soon after one landed and was read as that.

        It was seen as that hand still moved it, on the one that had landed with its own hand.
        """
        hand = only_bringer(by_arm(landed, self.since_ms))
        own = [stop for stop in landed.stops if stop.player == hand and landed.off_ms(stop) < SEEN_MS]
        others = [stop for stop in came.stops if stop.is_whole and stop.player != hand and came.off_ms(stop) < SEEN_MS]
        return bool(own) and any(
            stop.at.start_ms > landed.at.end_ms and stop.at.end_ms - landed.seen_ms < SEEN_MS for stop in others
        )

    def _each_by_its_hand(self, cards: Iterable[tuple[Change, bool]]) -> Iterator[Change]:
        """Cards that came one after the other, each without the hands that rest there since they brought those before.

        Not where they may take theirs back. They may seem to come to rest twice. The one left of several at a card that
        was seen to land came to rest with it.
        """
        for card, was_landing in cards:
            recent_ms = card.at.start_ms - TAKEN_BACK_MS
            recent = {player: at_ms for player, at_ms in self.laid_ms.items() if at_ms > recent_ms}
            # Part of an arm that rests may seem to stop once more.
            stops = tuple(stop for stop in card.stops if stop.is_whole or stop.player not in recent)
            own = replace(card, stops=stops)
            own = own.without({player: at_ms + ONE_CARD_MS for player, at_ms in recent.items()})
            if was_landing and (left := only_bringer(own)) is not None and all(one.player != left for one in own.stops):
                own = replace(own, stops=(*own.stops, _stop(left, own.at, card.by.of(left))))
            yield own
            brought = by_arm(own, self.since_ms)
            self.since_ms, player = brought.at.start_ms, only_bringer(brought)
            if player is not None:
                self.laid_ms[player] = brought.at.end_ms


def _certainty(change: Change) -> float:
    """How surely a face was read (0 to 1)."""
    return 0.0 if change.lying is None or change.lying.is_back else change.lying.certainty


def _as_rested(landed: Change, came: Change) -> Change | None:
    """A card as the only hand that is there when one shows (`came`) had come to rest with it, long before.

    Others had come to rest before, of which one brought the card beneath, and none did since the first was seen.
    """
    hand, stops = only_bringer(came), landed.stops
    own = [stop for stop in stops if stop.player == hand]
    if len(own) != 1 or any(stop.at.end_ms > landed.seen_ms for stop in (*stops, *came.stops)):
        return None
    is_last = len(stops) > 1 and all(stop.at.end_ms <= own[0].at.end_ms for stop in stops)
    is_late = came.at.start_ms - own[0].at.end_ms > TAKEN_BACK_MS
    return replace(landed, at=own[0].at, by=HandPosterior.sole(own[0].player)) if is_last and is_late else None


def _as_landed(came: Change, landed: Change) -> Change:
    """A card on the pile with when, and by whose hand, it was seen to land."""
    at, by, stops = landed.at, landed.by, landed.stops
    player, odds = by.likeliest
    own = [stop for stop in stops if stop.player == player]
    was_seen = any(landed.off_ms(stop) < SEEN_MS for stop in own)
    next_hands = [stop for stop in stops if stop.player != player and at.end_ms < stop.at.end_ms < landed.seen_ms]
    if player is not None and odds >= _ALONE and not was_seen:
        if len(next_hands) == 1 and any(0 < at.end_ms - stop.at.end_ms < _MOVES_MS for stop in own):
            # The hand that had brought the card before only moved: the next one brought this.
            at, by = next_hands[0].at, HandPosterior.sole(next_hands[0].player)
        else:
            stops = (*stops, _stop(player, at, odds))
    return replace(came, kind=Kind.CAME, at=at, frame=landed.frame, by=by, stops=stops, seen_ms=landed.seen_ms)


def _stop(player: PlayerId, landed: Interval, odds: float) -> HandStop:
    """How a hand came to rest with a card that was seen to land."""
    return HandStop(player, Interval(landed.start_ms - _BEFORE_MS, landed.end_ms + _AFTER_MS), odds)
