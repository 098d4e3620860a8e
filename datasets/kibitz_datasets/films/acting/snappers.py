"""Who goes for a card on the pile: mostly with a right one, several at once, now and then wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from kibitz_datasets.films.acting.snap_race import SnapTry
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import RoundState, cards_of
from kibitz_scoring.players import PlayerId

_MOST_CARDS = 6
"""A player with so many cards snaps no more wrongly: there is no place for another penalty card."""


@dataclass(frozen=True, slots=True)
class Snappers:
    """How often right and wrong snaps are tried, and the gaps between contacts: from 5 to 400 ms, or always one."""

    right: float = 0.85
    wrong: float = 0.04
    only_lifts: float = 0.04
    gap_ms: float | None = None

    def tries(self, state: RoundState, rng: Generator) -> list[SnapTry]:
        """Up to three tries by different players, none where the rules allow none."""
        if not state.discard or state.due:
            return []
        right = _by_player(_snaps(state, right=True))
        if not right and rng.random() > self.wrong * 3:
            return []
        chosen = [event for event in _one_each(right, rng) if rng.random() < self.right]
        players = {event.player for event in chosen}
        wrong = _by_player(event for event in _snaps(state, right=False) if event.player not in players)
        odds = self.wrong if right else 1.0
        chosen += [event for event in _one_each(wrong, rng)[:1] if rng.random() < odds]
        order = rng.permutation(len(chosen))
        tries = [chosen[k] for k in order][:3]
        return [SnapTry(event.player, event.slot, bool(rng.random() < self.only_lifts)) for event in tries]

    def gaps(self, count: int, rng: Generator) -> list[float]:
        """Times between one contact and the next, in ms."""
        if self.gap_ms is not None:
            return [self.gap_ms] * count
        return [float(gap) for gap in np.exp(rng.uniform(np.log(5.0), np.log(400.0), count))]


def _snaps(state: RoundState, *, right: bool) -> Iterator[Snapped]:
    """Snaps that the rules allow to be tried."""
    top = state.discard[-1].face
    verdict = Verdict.CORRECT if right else Verdict.WRONG
    for player in state.players:
        for owner in range(len(state.players)):
            for slot, card in cards_of(state, owner):
                event = Snapped(player, slot, card.face, verdict)
                if same_rank(card.face, top) is right and not check(state, event) and (right or _room(state, event)):
                    yield event


def _room(state: RoundState, event: Snapped) -> bool:
    return len(state.hands[state.players.index(event.player)]) < _MOST_CARDS


def _by_player(events: Iterable[Snapped]) -> dict[PlayerId, list[Snapped]]:
    found: dict[PlayerId, list[Snapped]] = {}
    for event in events:
        found.setdefault(event.player, []).append(event)
    return found


def _one_each(found: dict[PlayerId, list[Snapped]], rng: Generator) -> list[Snapped]:
    """One snap by every player who has one, in random order; no card twice."""
    chosen: list[Snapped] = []
    players = list(found)
    for k in rng.permutation(len(players)):
        taken = {event.slot for event in chosen}
        options = [event for event in found[players[k]] if event.slot not in taken]
        if options:
            chosen.append(options[int(rng.integers(len(options)))])
    return chosen
