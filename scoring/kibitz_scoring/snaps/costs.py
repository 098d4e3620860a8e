"""What snaps cost: penalty cards with their places, cards taken, cards given, in the order of the attempts' times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Verdict
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import PenaltyWhenEmpty, Place, SnapGive, WhenEmpty
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import copies_of
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.snaps.judge import (
    Attempt,
    Ruling,
    Snaps,
    SnapVerdict,
    cards_of,
    is_in_deck,
    place_index,
    rule_alone,
)
from kibitz_scoring.snaps.race import rule_race


def judge_snaps(pack: RulePack, snaps: Snaps) -> tuple[SnapVerdict, ...]:
    """Verdict on each attempt, in the order given; the order given changes no verdict."""
    in_time = sorted(range(len(snaps.attempts)), key=lambda place: _order(snaps.attempts[place]))
    rulings = _rulings(pack, snaps, [snaps.attempts[place] for place in in_time])
    snapped = any(ruling.verdict in (Verdict.CORRECT, Verdict.TOO_CLOSE) for ruling, _ in rulings)
    table = _Table(pack, snaps)
    verdicts = {
        place: table.settle(snaps.attempts[place], ruling, _cost(pack, ruling, after_ms, snapped))
        for place, (ruling, after_ms) in zip(in_time, rulings, strict=True)
    }
    return tuple(verdicts[place] for place in range(len(snaps.attempts)))


def _rulings(pack: RulePack, snaps: Snaps, in_time: Sequence[Attempt]) -> list[tuple[Ruling, float]]:
    """Ruling on each attempt, and how long after what decided it its contact was seen, in ms."""
    alone = [
        _too_many(pack, snaps, attempt, in_time[:place]) or rule_alone(pack, snaps, attempt)
        for place, attempt in enumerate(in_time)
    ]
    pairs = list(zip(in_time, alone, strict=True))
    racing = [attempt for attempt, ruling in pairs if ruling is None]
    wrong = [attempt for attempt, ruling in pairs if ruling and ruling.verdict is Verdict.WRONG]
    race = iter(rule_race(pack, snaps, racing, wrong))
    return [next(race) if ruling is None else (ruling, 0.0) for ruling in alone]


def _too_many(pack: RulePack, snaps: Snaps, attempt: Attempt, earlier: Sequence[Attempt]) -> Ruling | None:
    """Ruling on a card of which the deck has no more than lie on the pile or were laid by others before it."""
    card = attempt.card
    if attempt.placed_ms is None or not isinstance(card, Card) or not is_in_deck(pack, card):
        return None
    copies = copies_of(pack, card)
    others = [other for other in earlier if other.placed_ms is not None and other.card == card]
    laid = (card == snaps.top) + sum(not _may_be_same(pack, attempt, other) for other in others)
    if not copies or laid < copies:
        return None
    times = Sentence("once") if copies == 1 else Sentence("{copies} times", copies=copies)
    return Ruling(
        Verdict.INVALID,
        "deck.base",
        Sentence("{card} is in {game}'s deck {times} and was seen elsewhere.", card=card, game=pack.name, times=times),
    )


def _may_be_same(pack: RulePack, attempt: Attempt, other: Attempt) -> bool:
    """Whether two attempts may have been made with one card of the same player."""
    if attempt.owner != other.owner:
        return False
    if attempt.slot is None or other.slot is None:
        return True
    return place_index(pack, attempt.slot) == place_index(pack, other.slot)


def _order(attempt: Attempt) -> tuple[float, str, str, str]:
    """Time first; what shares a time has an order of its own, whatever the order given."""
    return attempt.time_ms, attempt.player, str(attempt.slot), str(attempt.card)


def _cost(pack: RulePack, ruling: Ruling, after_ms: float, snapped: bool) -> int:
    """Penalty cards due for a ruling, as long as there are cards."""
    snap = pack.snap
    match ruling.verdict:
        case Verdict.WRONG:
            return snap.wrong_penalty
        case Verdict.LATE:
            in_grace = after_ms <= snap.grace_ms and snap.grace_ms
            alone = ruling.rule != "snap.per_discard" and not snap.late_alone_costs
            return 0 if in_grace or alone else snap.late_penalty
        case Verdict.RETURNED:
            free = snap.lift_commits is not True or not (snapped or snap.early_return_costs)
            return 0 if free else snap.late_penalty
        case _:
            return 0


@dataclass(slots=True)
class _Table:
    """Cards in front of the players and in the piles while the verdicts are carried out."""

    pack: RulePack
    snaps: Snaps
    counts: dict[PlayerId, int] = field(default_factory=dict)
    places: dict[PlayerId, int] = field(default_factory=dict)
    dealt: int = 0
    snapped: int = 0

    def settle(self, attempt: Attempt, ruling: Ruling, due: int) -> SnapVerdict:
        """Carry out one ruling."""
        slots = self._deal(attempt.player, due)
        other = attempt.player != attempt.owner
        takes = other and ruling.verdict is Verdict.WRONG and self.pack.snap.wrong_other_takes_card is True
        give = SnapGive.NONE
        if takes:
            self._leave(attempt)
            self._change(attempt.player, 1)
        if ruling.verdict is Verdict.CORRECT:
            self.snapped += 1
            self._leave(attempt)
            give = self._give(attempt.player) if other else give
            if give is SnapGive.REQUIRED:
                self._move(attempt.player, attempt.owner)
        return SnapVerdict(
            player=attempt.player,
            verdict=ruling.verdict,
            penalty_cards=len(slots),
            penalty_slots=slots,
            takes_card=takes,
            give=give,
            rule=ruling.rule,
            reason=ruling.reason,
        )

    def _deal(self, player: PlayerId, due: int) -> tuple[Place, ...]:
        slots: list[Place] = []
        most = self.pack.table.max_hand
        while len(slots) < due and self._left() and (most is None or self._count(player) < most):
            gap = self._count(player) < self._places(player)
            slots.append(Place.FIRST_GAP if gap and self.pack.table.penalty_place is not Place.END else Place.END)
            self._change(player, 1)
            self.dealt += 1
        return tuple(slots)

    def _left(self) -> int:
        """Cards that can still be dealt as penalties, with those that a refill or the pile gives."""
        refill = self.pack.piles.penalty_when_empty
        if refill is PenaltyWhenEmpty.AS_DRAW and self.pack.piles.when_empty is WhenEmpty.END_ROUND:
            refill = PenaltyWhenEmpty.NONE
        below_top = max(0, self.snaps.discard_pile + self.snapped - 1)
        return self.snaps.draw_pile + (0 if refill is PenaltyWhenEmpty.NONE else below_top) - self.dealt

    def _give(self, player: PlayerId) -> SnapGive:
        rule = self.pack.snap.give
        return rule if isinstance(rule, SnapGive) and self._count(player) else SnapGive.NONE

    def _move(self, source: PlayerId, target: PlayerId) -> None:
        self._change(source, -1)
        self._change(target, 1)

    def _change(self, player: PlayerId, by: int) -> None:
        self.places[player] = self._places(player)
        self.counts[player] = self._count(player) + by

    def _leave(self, attempt: Attempt) -> None:
        """A card that goes leaves a gap, but for the last of the places beside the grid, which go with their cards."""
        owner, size = attempt.owner, self.pack.table.hand_size
        index = None if attempt.slot is None else place_index(self.pack, attempt.slot)
        self._change(owner, -1)
        self.places[owner] -= index is not None and index >= max(size, self.places[owner] - 1)

    def _places(self, player: PlayerId) -> int:
        """Places in front of a player, gaps included, as far as they are known."""
        known = self.places.get(player, self.snaps.places.get(player, 0))
        return max(self.pack.table.hand_size, known, self._count(player))

    def _count(self, player: PlayerId) -> int:
        return self.counts.get(player, cards_of(self.pack, self.snaps, player))
