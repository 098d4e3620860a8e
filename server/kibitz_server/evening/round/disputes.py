"""Disputes of a round: who raised one about what, how it was ruled, and how long all clocks stood still for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.game.events import Event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.referee.races import Race
from kibitz_scoring.snaps.pauses import Pauses
from kibitz_scoring.table import Interval
from kibitz_server.journal.play_entries import ActDisputed, Outcome, RuledDispute

Words = Mapping[ActId, tuple[Event, ...]]
"""What acts are taken for, or said to be."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A player who did not agree, at a time, with what happened last.

    `act` is empty until all that was done before is settled; `taken_for` is what it and its rivals were taken for then.
    """

    player: PlayerId
    raised_ms: float
    act: ActId = ""
    taken_for: Words = field(default_factory=dict)

    def ruled(self, words: Words) -> RuledDispute:
        """What it means for the dispute that acts are said to be so."""
        stands = all(words.get(act, events) == events for act, events in self.taken_for.items())
        return RuledDispute(self.player, self.raised_ms, Outcome.UPHELD if stands else Outcome.OVERTURNED)


@dataclass(frozen=True, slots=True)
class Disputes:
    """Those that are `open` and those that were ruled on; all clocks stand still while any is open."""

    open: tuple[Dispute, ...] = ()
    ruled: tuple[Dispute, ...] = ()
    pauses: Pauses = ()

    def raised(self, entry: ActDisputed, last_ms: float) -> Disputes:
        """With one more; what earlier versions wrote has no time, and stops no clock."""
        at_ms = last_ms if entry.at_ms is None else entry.at_ms
        opened = replace(self, open=(*self.open, Dispute(entry.player, at_ms, entry.act)))
        since_ms = max([at_ms, *(pause.end_ms for pause in self.pauses)])
        if entry.at_ms is None or since_ms == float("inf"):
            return opened
        return replace(opened, pauses=(*self.pauses, Interval(since_ms, float("inf"))))

    def decided(self, acts: Collection[ActId], at_ms: float) -> Disputes:
        """Once the table has said what these acts were."""
        about = tuple(dispute for dispute in self.open if dispute.act in acts)
        left = tuple(dispute for dispute in self.open if dispute not in about)
        pauses = self.pauses
        if about and not left:
            pauses = tuple(replace(one, end_ms=min(one.end_ms, max(one.start_ms, at_ms))) for one in pauses)
        return Disputes(left, (*self.ruled, *about), pauses)

    def settled(
        self, is_settled: Callable[[float], bool], acts: Sequence[TimedEvent], races: Sequence[Race]
    ) -> Disputes:
        """With the act of each that is about nothing yet, once that is known."""
        return replace(
            self, open=tuple(dispute for one in self.open if (dispute := _settled(one, is_settled, acts, races)))
        )

    def about(self, acts: Collection[ActId]) -> tuple[Dispute, ...]:
        """Those about any of these acts, ruled or not."""
        return tuple(dispute for dispute in (*self.ruled, *self.open) if dispute.act in acts)

    @property
    def waiting_ms(self) -> tuple[float, ...]:
        """When those were raised of which nobody knows yet what they are about."""
        return tuple(dispute.raised_ms for dispute in self.open if not dispute.taken_for)


def _settled(
    dispute: Dispute, is_settled: Callable[[float], bool], acts: Sequence[TimedEvent], races: Sequence[Race]
) -> Dispute | None:
    """The dispute with its act, None where nothing had happened before it."""
    if dispute.taken_for or not is_settled(dispute.raised_ms):
        return dispute
    before = [one.act for one in acts if one.act is not None and one.at.end_ms <= dispute.raised_ms]
    act = dispute.act or (before[-1] if before else "")
    if not act:
        return None
    rivals = next((race.acts for race in races if act in race.acts), (act,))
    taken_for = {rival: tuple(one.event for one in acts if one.act == rival) for rival in rivals}
    return replace(dispute, act=act, taken_for=taken_for)
