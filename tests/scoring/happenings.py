"""Whatever may happen on a table, for Hypothesis to choose from; and legal games by their seed."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from kibitz_scoring.game.events import (
    Called,
    CardTaken,
    Corrected,
    Dealt,
    Declined,
    Departed,
    Discarded,
    Drew,
    Ended,
    Event,
    Exchanged,
    Gave,
    LastWindowClosed,
    Looked,
    Matched,
    Misdealt,
    Modified,
    Moved,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Refilled,
    Revealed,
    Ruled,
    Snapped,
    StarterTurned,
    Swapped,
    TimedOut,
    Took,
    Verdict,
)
from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.record import (
    Entry,
    GameState,
    Redo,
    Undo,
)
from kibitz_scoring.game.round_state import RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.table import FACE_DOWN, Heap, SlotId

NAMES = ("Ann", "Ben", "Cleo d'Arc", "p4")
PLAYERS = tuple(map(PlayerId, NAMES))
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"display.open_hands": True},
    {"snap.enabled": True, "snap.whose": "any", "snap.give": "required", "snap.wrong_other_takes_card": True},
    {"pairs.enabled": True, "pairs.wrong_penalty": 2, "pairs.with_drawn_card": True},
    {"match.enabled": True, "match.wrong": "penalty", "match.ends_turn": False, "match.powers": True},
    {"powers.modifier_on": "slot", "powers.8": "plus_one", "powers.9": "minus_one", "score.modifier_clamp": [0, 13]},
    {"empty_hand.action": "end_now", "snap.enabled": True},
    {"piles.when_empty": "end_round", "piles.end_round_at": "at_once"},
    {"snap.enabled": True, "snap.powers": True, "empty_hand.final_turn": False, "deck.copies": 2},
    {"piles.when_empty": "reshuffle", "powers.look_optional": True, "pairs.enabled": True, "pairs.before_draw": True},
    {"turn.timer_s": 60, "turn.on_timeout": "random_card", "turn.on_second_timeout": "leaves"},
)

packs = st.builds(load_pack, st.sampled_from(pack_ids()), st.sampled_from(HOUSES))
seeds = st.integers(0, 10**6)
people = st.sampled_from(PLAYERS[:2])
slots = st.builds(
    lambda seat, place: SlotId(f"p{seat}.{place}"),
    st.integers(1, 2),
    st.sampled_from(("a1", "a2", "b1", "b2", "x1", "x2", "x9")),
)
cards = st.sampled_from(deck_cards(load_pack("kaboo"))[-20:])
faces = cards | st.just(FACE_DOWN)
places = slots | st.sampled_from(Heap)
words = st.text(min_size=1, max_size=8)
rulings = st.sampled_from(
    (("snap.wrong_penalty", "2"), ("score.fail", '"double"'), ("snap.enabled", "true"), ("turn.pass", None))
)

events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Dealt, people, st.just(()) | st.just((deck_cards(load_pack("kaboo"))[:4],) * 2)),
    st.builds(StarterTurned, faces),
    st.builds(Looked, people, slots, faces),
    st.builds(Drew, people, faces),
    st.builds(Drew, people, faces),
    st.builds(Took, people),
    st.builds(Swapped, people, slots, faces),
    st.builds(Discarded, people, faces),
    st.builds(PowerClaimed, people, faces),
    st.builds(Exchanged, people, slots, slots),
    st.builds(Modified, people, slots, st.sampled_from((1, -1, 2))),
    st.builds(Declined, people),
    st.builds(Matched, people, slots, faces),
    st.builds(Snapped, people, slots, faces, st.sampled_from(Verdict)),
    st.builds(Paired, people, slots, slots | st.none(), faces, faces),
    st.builds(PenaltyTaken, people, slots, faces),
    st.builds(CardTaken, people, slots, slots),
    st.builds(Gave, people, slots, slots),
    st.builds(Passed, people),
    st.builds(Called, people),
    st.builds(TimedOut, people, slots, faces) | st.builds(TimedOut, people),
    st.just(Refilled()),
    st.just(LastWindowClosed()),
    st.builds(Revealed, slots, cards),
    st.builds(Corrected, places, faces),
    st.builds(Moved, places, places),
    st.builds(lambda ruling, who, why: Ruled(*ruling, who, why), rulings, words, words),
    st.builds(Ended, st.sampled_from((RoundEnd.DECK, RoundEnd.EMPTY_HAND, RoundEnd.LEFT)), people | st.none()),
    st.builds(Ended, st.just(RoundEnd.CALL), people),
    st.builds(Departed, people),
    st.builds(Misdealt, words),
)
entries: st.SearchStrategy[Entry] = st.one_of(events, events, events, st.just(Undo()), st.just(Undo()), st.just(Redo()))


def started(pack: RulePack) -> RoundState:
    return apply(first_state(pack, PLAYERS[:2]), Dealt(PLAYERS[1]))


def game_events(pack: RulePack, seed: int, *, rounds: int = 1) -> list[tuple[GameState, Event]]:
    rng = random.Random(seed)
    seats = rng.randint(pack.min_players, min(len(PLAYERS), pack.max_players))
    return list(play_out(pack, PLAYERS[:seats], rng.randrange, rounds=rounds))
