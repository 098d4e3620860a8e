"""The breaches of the rules in a game that was written down, as they stand after corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Corrected, Event, Looked, Matched, Revealed, Ruled, Snapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.legality.violations import Violation, shown_copies
from kibitz_scoring.game.record import GameState, Numbered, play
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.score.hands import copies_of
from kibitz_scoring.snaps.records import RecordedSnaps
from kibitz_scoring.table import Heap, Interval, Place

_OF_CARDS = ("deck.base", "play.card")


@dataclass(frozen=True, slots=True)
class Breach:
    """What the event of an entry broke; `face` and `places` are of the card that cannot be, where it is about one."""

    number: int
    violation: Violation
    face: Card | None = None
    places: tuple[Place, ...] = ()
    round_number: int = 0


class Breaches:
    """A game as it is gone through, event by event: `standing` are the breaches that nothing has put right."""

    def __init__(self, start: GameState, times: Mapping[int, Interval | None]) -> None:
        self._game = start
        self._times = times
        self._snaps = RecordedSnaps()
        self.standing: tuple[Breach, ...] = ()

    def take(self, number: int, event: Event) -> tuple[Violation, ...]:
        """What the event of an entry breaks."""
        before = self._game.now
        found = check(before, event)
        self._game = play(self._game, event)
        after = self._game.now
        judged = self._snaps.take(before, event, self._times.get(number), after)
        if self._snaps.verdict is Verdict.CORRECT:
            # Lines may stand otherwise than it happened.
            found = tuple(violation for violation in found if violation.rule != "snap.closes_on_draw")
        if judged and not found:
            found = (judged,)
        self.standing = (*self._put_right(event, after), *(_breach(number, before, event, one) for one in found))
        return found

    def take_all(self, events: Iterable[Numbered]) -> None:
        """Go through events that are known to be possible."""
        for number, event in events:
            self.take(number, event)

    def let_go(self, rule: str) -> int | None:
        """The entry of the last breach of a rule that still stands."""
        return next((breach.number for breach in reversed(self.standing) if breach.violation.rule == rule), None)

    def _put_right(self, event: Event, after: RoundState) -> tuple[Breach, ...]:
        if isinstance(event, Ruled) and event.value is None:
            number = self.let_go(event.rule)
            return tuple(one for one in self.standing if (one.number, one.violation.rule) != (number, event.rule))
        if isinstance(event, Corrected):
            return tuple(one for one in self.standing if not _is_corrected(one, event, after))
        return self.standing


def _is_corrected(breach: Breach, event: Corrected, after: RoundState) -> bool:
    """Whether a correction has put right a card that could not be: it is another, or the one that it came beside is."""
    face = breach.face
    if face is None or breach.round_number != after.number:
        return False
    if breach.violation.rule == "play.card":
        return event.place in breach.places
    return shown_copies(after, face) <= copies_of(after.pack, face)


def _breach(number: int, before: RoundState, event: Event, violation: Violation) -> Breach:
    face = next((value for name in ("card", "out") if isinstance(value := getattr(event, name, None), Card)), None)
    if violation.rule not in _OF_CARDS or face is None:
        return Breach(number, violation)
    slots = (event.slot,) if isinstance(event, Revealed | Looked | Matched | Snapped) else ()
    return Breach(number, violation, face, (*slots, Heap.DISCARD), before.number)
