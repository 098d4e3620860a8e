"""A ruling that overturns what an act was taken for recomputes the score sheet exactly, whenever it is made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kibitz_datasets.films.truth import revealed_hands
from kibitz_scoring.game.events import (
    Called,
    Dealt,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Passed,
    Revealed,
    Snapped,
    Swapped,
    Took,
    Verdict,
)
from kibitz_scoring.game.record import play as play_on
from kibitz_scoring.game.record import score_sheet
from kibitz_scoring.game.round_state import RoundState, cards_of, seat_of
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.players import PlayerId
from kibitz_server.evening.folding import fold
from kibitz_server.evening.round.choices import Choice, Kind, answered, dispute_of, entry_of
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import Entry, GameStarted, RoundConfirmed, Seq
from kibitz_server.journal.play_entries import ActSaid, Outcome, PlayEntry, RoundWatched, TableSeen, TimePassed
from kibitz_server.journal.recorded import Recorded

from ...simulated_rounds import entries_of, performed
from ...test_three_ways import one_round

ROUNDS = 100
EVERY_MS = 1000.0
WRONG = 3
"""So many acts of a round are told wrong and disputed at once, and as many that were right."""


def told_wrong(state: RoundState, event: Event, rng: random.Random) -> Event | None:
    """The act as somebody might tell it wrong, None where this one cannot be."""
    others = [player for player in state.players if player != getattr(event, "player", None)]
    match event:
        case Snapped():
            verdicts = [Verdict.CORRECT, Verdict.LATE, Verdict.TOO_CLOSE, Verdict.NOT_ALLOWED]
            return replace(event, verdict=rng.choice([one for one in verdicts if one is not event.verdict]))
        case Swapped():
            slots = [slot for slot, _ in cards_of(state, seat_of(state, event.player)) if slot != event.slot]
            return replace(event, slot=rng.choice(slots)) if slots else Discarded(event.player, event.out)
        case Discarded(player):
            slots = [slot for slot, _ in cards_of(state, seat_of(state, player))]
            return Swapped(player, rng.choice(slots), event.card) if slots else None
        case Drew() | Took():
            return Passed(event.player)
        case Exchanged() | Called():
            return replace(event, player=rng.choice(others))
        case _:
            return None


def entry(at_ms: float, event: Event, players: Sequence[PlayerId]) -> ActSaid:
    return ActSaid(at_ms, format_event(event, players))


def sheet_of(history: Sequence[Entry], play: Play) -> dict[PlayerId, int]:
    """The scores of the round on the page once it is confirmed."""
    seen = play.reveal()
    assert seen is not None
    assert seen.end is not None
    entries = [*history, seen, RoundConfirmed(seen.hands, seen.caller, seen.end)]
    at = datetime(2026, 11, 28, tzinfo=UTC)
    evening = fold([Recorded(Seq(number), at, one) for number, one in enumerate(entries, start=1)])
    assert evening.game
    return dict(evening.game.tally().rounds[0].scores)


class Told:
    """A round told by hand, and all that was put in of it."""

    def __init__(self, pack: object, players: tuple[PlayerId, ...], dealer: PlayerId) -> None:
        begun = RoundWatched(dealer, is_dealt=True, by_hand=True)
        self.play = Play(pack, players, begun)  # type: ignore[arg-type]
        self.entries: list[Entry] = [GameStarted(pack, pack.content_hash, players), begun]  # type: ignore[arg-type,attr-defined]

    def take(self, one: PlayEntry) -> None:
        self.play.take(one)
        self.entries.append(one)


@pytest.mark.parametrize("part", range(5))
def test_every_overturn_gives_the_score_sheet_of_a_round_that_was_told_right(part: int) -> None:
    overturned, packs, kinds = 0, set[str](), Counter[str]()
    for seed in range(part, ROUNDS, 5):
        rng = random.Random(f"overturns {seed}")
        pack_id, _, history = one_round(seed)
        game, deal = history[0]
        assert isinstance(deal, Dealt)
        told, players = Told(game.now.pack, game.now.players, deal.dealer), game.now.players
        acts = history[1:]
        wrong = {
            number: event
            for number, (before, truth) in enumerate(acts)
            if not isinstance(truth, Revealed) and (event := told_wrong(before.now, truth, rng)) is not None
        }
        chosen = rng.sample(sorted(wrong), min(WRONG, len(wrong)))
        right = rng.sample([number for number in range(len(acts)) if number not in chosen], WRONG)
        rulings: list[tuple[str, Event | None]] = []
        for number, (_, truth) in enumerate(acts):
            at_ms = EVERY_MS * (number + 1)
            told.take(entry(at_ms, wrong[number] if number in chosen else truth, players))
            if number in chosen or number in right:
                told.take(dispute_of(told.play, rng.choice(players), at_ms + EVERY_MS / 2))
                dispute = told.play.disputes.open[-1]
                assert dispute.act.startswith(f"{at_ms:.3f} ")
                rulings.append((dispute.act, truth if number in chosen else None))
        rng.shuffle(rulings)
        now_ms = EVERY_MS * (len(acts) + 1)
        for act, truth_of_it in rulings:
            if truth_of_it is None:
                ruled = entry_of(told.play, Choice(Kind.AS_IT_IS, act), now_ms)
                assert [one.outcome for one in ruled.disputes] == [Outcome.UPHELD]
            else:
                ruled = answered(told.play, act, (truth_of_it,), now_ms)
                assert [one.outcome for one in ruled.disputes] == [Outcome.OVERTURNED]
                overturned += 1
                kinds[type(truth_of_it).__name__] += 1
            told.take(ruled)
        told.take(TimePassed(now_ms + EVERY_MS))
        end = play_on(*history[-1])
        assert told.play.disputes.open == ()
        assert [one.event for one in told.play.settled] == [event for _, event in acts]  # type: ignore[union-attr]
        assert sheet_of(told.entries, told.play) == dict(score_sheet(end).rounds[0].scores), (pack_id, seed)
        packs.add(pack_id)
    assert overturned > ROUNDS / 5 * 2
    assert len(packs) > 3
    assert kinds["Swapped"]


@pytest.mark.parametrize(("pack_id", "players", "seed"), [("kaboo", 3, 278), ("cambio", 3, 5), ("cambio", 4, 11)])
def test_a_race_ruled_wrong_and_overturned_at_the_reveal_gives_the_hands_that_truly_lay_there(
    pack_id: str, players: int, seed: int
) -> None:
    acted = performed(pack_id, players, seed)
    entries = [one for one, _ in entries_of(acted)]
    assert isinstance(entries[0], RoundWatched)
    play = Play(acted.last.pack, acted.start.players, entries[0])
    ruled: dict[str, tuple[Event, ...]] = {}
    for one in entries[1:]:
        assert isinstance(one, TableSeen | ActSaid)
        play.take(one)
        for race in play.races:
            acts = [attempt.act for attempt in race.attempts if attempt.snapped.verdict is Verdict.LATE]
            for act in acts:
                if act is not None and act not in ruled and not race.ruled:
                    at_ms = play.last_ms
                    ruled |= {rival: play.events_of(rival) for rival in race.acts}
                    play.take(entry_of(play, Choice(Kind.HAS_IT, act), at_ms))
    play.take(TimePassed(acted.ended_ms + 20_000))
    for act, events in ruled.items():
        play.take(answered(play, act, events, play.last_ms))
    seen = play.reveal()
    assert seen is not None
    assert dict(seen.hands) == revealed_hands(acted.last)
