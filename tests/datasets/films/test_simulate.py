"""Simulated rounds: legal, true to the game, and the same for the same seed."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.decks.vector_decks import VectorDeck
from kibitz_datasets.films.simulate import SimulationConfig, choose_deck, film_of, perform
from kibitz_datasets.films.stage.hands_over import hands_over
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.films.truth import SAID, Performance, VideoInfo, revealed_hands, write_truth
from kibitz_datasets.pool import Split, split_decks
from kibitz_scoring.cards import JOKER
from kibitz_scoring.cli.score import score_json
from kibitz_scoring.game.events import Called, Drew, Refilled, Snapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import Phase, cards_of, count_cards, deck_size
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import parse_seen, parse_timed
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.score.card_text import format_scored_card
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import (
    CardLifted,
    CardPlaced,
    Heap,
    PileRefilled,
    PileShuffled,
    PileTopChanged,
    SlotEmptied,
    SlotFilled,
)

TABLES = [
    (pack_id, players)
    for pack_id in pack_ids()
    for players in range(load_pack(pack_id).min_players, min(6, load_pack(pack_id).max_players) + 1)
]


def _config(pack_id: str, players: int, seed: int, **changes: object) -> SimulationConfig:
    return SimulationConfig(load_pack(pack_id), players, seed, **changes)


@pytest.fixture(params=[*TABLES, ("cambio", 8)], ids=lambda table: f"{table[0]}-{table[1]}", scope="module")
def rounds(request: pytest.FixtureRequest) -> list[Performance]:
    return [perform(_config(*request.param, seed)) for seed in range(3)]


def test_every_card_is_somewhere_exactly_once_after_every_event(rounds: list[Performance]) -> None:
    for played in rounds:
        cards = deck_size(played.start.pack)
        assert {count_cards(happening.after) for happening in played.happenings} == {cards}
        lying = [body for pile in played.stage.lying.values() for body in pile]
        assert len(lying) == len({id(body) for body in lying}) == cards


def test_no_act_breaks_a_rule_and_states_follow_from_events(rounds: list[Performance]) -> None:
    for played in rounds:
        state = played.start
        for happening in played.happenings:
            # In a race a right card may come while a wrong one's penalty is still to be dealt.
            racing = isinstance(happening.timed.event, Snapped)
            broken = {violation.rule for violation in check(state, happening.timed.event)}
            assert broken <= ({"play.due"} if racing else set())
            state = apply(state, happening.timed.event)
            assert state == happening.after
        assert state.phase is Phase.SCORED


def test_cards_lie_where_the_game_has_them(rounds: list[Performance]) -> None:
    for played in rounds:
        last, lying = played.last, played.stage.lying
        for seat in range(len(last.players)):
            for slot, card in cards_of(last, seat):
                assert [(body.face, body.up) for body in lying[slot]] == [(card.face, True)]
        for heap, cards in ((Heap.DISCARD, last.discard), (Heap.ASIDE, last.aside)):
            assert [body.face for body in lying.get(heap, [])] == [card.face for card in cards]
        assert len(lying[Heap.DRAW]) == last.draw_pile


def test_what_was_seen_leads_from_the_deal_to_the_hands_at_the_end(rounds: list[Performance]) -> None:
    for played in rounds:
        full = set()
        for event in sorted(played.stage.seen, key=lambda event: event.seen.at.end_ms):
            match event:
                case SlotFilled():
                    assert event.place not in full
                    full.add(event.place)
                case SlotEmptied():
                    full.remove(event.place)
                case _:
                    pass
        seats = range(len(played.last.players))
        assert full == {slot for seat in seats for slot, _ in cards_of(played.last, seat)}


def test_a_hand_moves_one_card_at_a_time(rounds: list[Performance]) -> None:
    for played in rounds:
        for body in played.stage.bodies:
            assert all(start < end for start, end in body.aloft)
            assert all(end <= after for (_, end), (after, _) in zip(body.aloft, body.aloft[1:], strict=False))


def test_rounds_take_at_most_45_seconds_with_up_to_6_players(rounds: list[Performance]) -> None:
    for played in rounds:
        if len(played.last.players) <= 6:
            assert played.ended_ms <= 45_000


def test_the_sheet_is_what_kibitz_score_says_of_the_revealed_hands(rounds: list[Performance], tmp_path: Path) -> None:
    for number, played in enumerate(rounds):
        write_truth(played, VideoInfo(number, 30.0, (320, 180)), tmp_path)
        lines = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
        hands = {
            player: [format_scored_card(card) for card in hand] for player, hand in revealed_hands(played.last).items()
        }
        caller = None if played.last.caller is None else played.last.players[played.last.caller]
        asked = {
            "pack": lines[0]["pack"],
            "options": lines[0]["options"],
            "hands": hands,
            "caller": caller,
            "end": played.last.end,
        }
        sheet = json.loads((tmp_path / "sheet.json").read_text())
        assert sheet == json.loads(score_json(json.dumps(asked).encode()))
        assert lines[-1] == {"type": "tally", **sheet}


def test_truth_and_acts_can_be_read_back(rounds: list[Performance], tmp_path: Path) -> None:
    played = rounds[0]
    players, pack = played.last.players, played.last.pack
    write_truth(played, VideoInfo(0, 30.0, (320, 180)), tmp_path)
    first, *between, _ = (tmp_path / "truth.jsonl").read_bytes().splitlines()
    state = parse_table(json.loads(first)["table"], pack, players)
    seen = 0
    for line in between:
        data = json.loads(line)
        if data["type"] == "event":
            state = apply(state, parse_timed(line, players).event)
            assert parse_table(data["table"], pack, players) == state
        else:
            parse_seen(line)
            seen += 1
    assert state == played.last
    assert seen == len(played.stage.seen) + len(hands_over(played.stage, played.ended_ms))
    acts = [parse_timed(line, players).event for line in (tmp_path / "acts.jsonl").read_bytes().splitlines()]
    assert acts == [done.timed.event for done in played.happenings if isinstance(done.timed.event, SAID)]


def test_the_same_seed_plays_the_same_round_and_another_seed_another(tmp_path: Path) -> None:
    texts = []
    for number, seed in enumerate((4, 4, 5)):
        out = tmp_path / str(number)
        write_truth(perform(_config("kaboo", 3, seed)), VideoInfo(1, 30.0, (320, 180)), out)
        texts.append((out / "truth.jsonl").read_text())
    assert texts[0] == texts[1] != texts[2]


def _all_rounds() -> list[Performance]:
    return [perform(_config("cambio", 2 + seed % 4, 100 + seed)) for seed in range(60)]


def test_races_mishaps_and_every_verdict_that_a_race_can_have_come_up() -> None:
    verdicts: Counter[Verdict] = Counter()
    for played in _all_rounds():
        for happening in played.happenings:
            if isinstance(happening.timed.event, Snapped):
                verdicts[happening.timed.event.verdict] += 1
    assert {Verdict.CORRECT, Verdict.LATE, Verdict.WRONG, Verdict.TOO_CLOSE, Verdict.RETURNED} <= verdicts.keys()
    assert verdicts[Verdict.CORRECT] == max(verdicts.values())


def test_a_given_gap_lies_between_the_contacts_of_a_race() -> None:
    gaps = []
    for seed in range(12):
        played = perform(_config("cambio", 4, seed, gap_ms=90.0))
        contacts = [
            event.seen.at.end_ms
            for event in played.stage.seen
            if isinstance(event, PileTopChanged) and event.origin is not None and not isinstance(event.origin, Heap)
        ]
        snaps = sorted(done.timed.at.end_ms for done in played.happenings if isinstance(done.timed.event, Snapped))
        placed = [time for time in snaps if time in contacts]
        gaps += [b - a for a, b in pairwise(placed) if b - a < 500]
    assert gaps
    assert gaps == pytest.approx([90.0 * round(gap / 90.0) for gap in gaps])


def test_a_patient_table_plays_more_slowly() -> None:
    def pause_ms(thinking_s: float) -> float:
        played = perform(_config("scambodia", 3, 2, thinking_s=thinking_s, seconds=300.0))
        before_draws = [
            b.timed.at.start_ms - a.timed.at.end_ms
            for a, b in pairwise(played.happenings)
            if isinstance(b.timed.event, Drew)
        ]
        return sum(before_draws) / len(before_draws)

    assert pause_ms(5.0) > 3 * pause_ms(0.5)


def test_somebody_calls_in_time_and_acts_say_who() -> None:
    played = perform(_config("dragons_gambit", 4, 9))
    calls = [done.timed.event for done in played.happenings if isinstance(done.timed.event, Called)]
    assert [call.player for call in calls] == [played.last.players[played.last.caller or 0]]


def test_lifts_come_before_placements_and_name_frames_that_show_them(rounds: list[Performance]) -> None:
    for played in rounds:
        stage: Stage = played.stage
        for event in stage.seen:
            (frame,) = event.seen.frames
            at_ms = event.seen.at.end_ms
            assert stage.clock.times_ms[frame] >= at_ms > stage.clock.times_ms[frame - 1]
        lifted = Counter(type(event) for event in stage.seen if isinstance(event, CardLifted | CardPlaced))
        assert lifted[CardLifted] >= lifted[CardPlaced]


def test_a_game_with_jokers_is_filmed_with_a_deck_that_has_them() -> None:
    cards = deck_cards(load_pack("kaboo"))
    decks = [choose_deck(np.random.default_rng(seed), split_decks(Split.MEASURE), cards) for seed in range(12)]
    assert all(JOKER in deck.faces for deck in decks)
    assert len({deck.name for deck in decks}) > 1


def test_with_own_decks_only_a_film_does_not_depend_on_which_decks_are_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = _config("cambio", 2, 3, own_decks_only=True)
    played = perform(config)
    here, _ = film_of(config, played)
    other = VectorDeck("standard", "gnome", Path("nowhere"))
    monkeypatch.setattr("kibitz_datasets.pool.installed_vector_decks", lambda: [other])
    assert "standard" in split_decks(Split.MEASURE)
    elsewhere, _ = film_of(config, played)
    assert np.array_equal(here.frame(0.0, np.eye(3)), elsewhere.frame(0.0, np.eye(3)))


@pytest.mark.parametrize(("pack_id", "seed"), [("cambio", 3), ("scambodia", 1), ("dragons_gambit", 1)])
def test_a_short_draw_pile_runs_out_and_is_shuffled_and_refilled(pack_id: str, seed: int) -> None:
    config = _config(pack_id, 2, seed, thinking_s=0.3, seconds=30.0, draw_pile=3)
    played, again = perform(config), perform(config)
    states = [happening.after for happening in played.happenings]
    assert states[played.last.pack.piles.starter].draw_pile == 3
    (refilled,) = [number for number, one in enumerate(played.happenings) if isinstance(one.timed.event, Refilled)]
    assert states[refilled - 1].draw_pile == 0
    assert states[refilled].draw_pile == len(states[refilled - 1].discard) - 1
    piles = [event for event in played.stage.seen if isinstance(event, PileShuffled | PileRefilled)]
    assert [type(event) for event in piles] == [PileShuffled, PileRefilled]
    assert piles == [event for event in again.stage.seen if isinstance(event, PileShuffled | PileRefilled)]
