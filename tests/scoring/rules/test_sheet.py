from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.choices import Power
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule, RulePack
from kibitz_scoring.rules.sheet import changed_keys, rules_sheet
from kibitz_scoring.rules.sheet_lines import sheet_sections
from kibitz_scoring.rules.sheet_words import POWERS

ALL = (*pack_ids(), *variant_ids())


def sentences(pack: RulePack) -> list[str]:
    return [line.text for line in chain.from_iterable(sheet_sections(pack).values())]


def marked(page: str) -> list[str]:
    return re.findall(r"<li class=house>(.*?)</li>", page)


class Balanced(HTMLParser):
    """Counts tags that are opened and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("pack_id", ALL)
def test_a_sheet_is_a_whole_page_without_marks_as_shipped(pack_id: str) -> None:
    page = rules_sheet(load_pack(pack_id))
    reader = Balanced()
    reader.feed(page)
    assert reader.open == []
    assert marked(page) == []
    assert "The rules as shipped with Kibitz." in page


@pytest.mark.parametrize("pack_id", ALL)
def test_sentences_name_only_keys_of_the_contract_and_no_python_value(pack_id: str) -> None:
    for line in chain.from_iterable(sheet_sections(load_pack(pack_id)).values()):
        assert set(line.keys) <= set(KEY_PATHS)
        assert not re.search(r"None|True|False|\"-\"|_", line.text), line.text


def test_the_five_games_read_as_their_rule_texts_have_them() -> None:
    assert "A caller who is not alone lowest scores it twice." not in sentences(load_pack("scambodia"))
    expected = {
        "scambodia": ("K counts 13, red K 0.", "A caller who is alone lowest scores 0.", "3 rounds."),
        "dragons_gambit": (
            "8: add 1 to any card.",
            "Until a total reaches 100.",
            "A caller who is not scores 10 more.",
        ),
        "kaboo": (
            "J counts 11, red J 0.",
            "A joker counts -1.",
            "When the deck runs out, the round ends with that turn.",
        ),
        "cameo": ("2 to 2 players.", "Only A, 2, 3, 4, 5, 6, red K may be kept.", "7, 8: look at an own card."),
        "cambio": ("K counts -1, red K 40.", "7, 8: look at another player's card.", "Or pass."),
    }
    for pack_id, texts in expected.items():
        assert set(texts) <= set(sentences(load_pack(pack_id))), pack_id


CHANGES: tuple[tuple[str, object, str], ...] = (
    ("score.fives", True, "One five counts 25, two count -25, more count nothing."),
    ("peek.unlawful_penalty", 1, "Looking without leave costs 1 card."),
    ("display.open_hands", True, "Hands lie face up."),
    (
        "dispute.tokens",
        True,
        "Everybody has 2 challenge tokens for the game; a dispute that is ruled against who raised it costs one, "
        "and who has none left raises no more.",
    ),
    ("table.rows", 1, "Each gets 4 cards face down, in one row, and never moves them about."),
    ("peek.seconds", 3, "Before the first turn everybody looks once at 2 cards of their own, for 3 s."),
    ("piles.starter", False, "No card is turned at the start."),
    (
        "turn.drawn_card",
        "open",
        "Draw from the deck, which all may see: take the card for one of yours, or lay it on the pile.",
    ),
    ("piles.drawn_discard_may_return", True, "Or take the top of the pile for one of yours, or lay it back."),
    ("piles.replaced_card", "aside_face_up", "The card it replaces goes out of play, face up."),
    ("piles.replaced_card", "aside_face_down", "The card it replaces goes out of play, face down."),
    ("turn.timer_s", 60, "After 60 s: a reminder."),
    ("powers.optional", False, "A power has to be used."),
    ("powers.J.optional", False, "A power may be used; the Jack's has to be."),
    ("powers.red_royals_effect", False, "Red J, Q and K have no power."),
    ("powers.caller_protected", "swaps", "A caller's cards are not swapped."),
    (
        "match.enabled",
        True,
        "If it does not match, it changes places with the top, which goes face down into the hand.",
    ),
    ("snap.whose", "any", "For another's card, you may lay one of yours into the gap."),
    ("snap.window_ms", None, "The pile is open until the next card is laid, or until the next player touches a pile."),
    ("snap.chain", True, "A card is snapped onto more than once: the first on the pile counts."),
    ("snap.late_penalty", 1, "Too late or only lifted: 1 card."),
    ("table.penalty_place", "end", "Penalty cards go beside the others, unseen."),
    ("powers.after_snap_window", False, "A power is used before anybody snaps."),
    ("snap.too_close", "coin_flip", "Too close to tell: a coin decides."),
    ("pairs.enabled", True, "A wrong pair goes back and costs 1 card."),
    ("call.when", "turn_end", "Call “Kaboo” at the end of a turn: everybody else has one more turn."),
    ("call.final_turns", "none", "Call “Kaboo” instead of a turn: all cards are turned up."),
    ("deck.copies", 2, "2 decks are shuffled together, each of these:"),
    ("empty_hand.final_turn", False, "Who has no cards has no final turn."),
    ("score.success_flat", -5, "A caller who is alone lowest scores -5."),
    ("score.fail_flat", 50, "A caller who is not scores 50 (not a caller without cards)."),
    ("game.pot", 20, "The pot of 20 is the winner's; a shared win shares it."),
    ("game.more_resets", [{"from": 50, "to": 0, "once": False}], "A total of exactly 50 becomes 0."),
    ("game.joins_with", "average", "Who joins between rounds begins with the average of the totals."),
    ("snap.with_card_drawn", False, "Nobody snaps while somebody holds a drawn card."),
    ("snap.late_alone_costs", False, "Who is late without anybody having been first pays nothing."),
    ("call.earliest_round", 3, "Nobody calls before turn 3 of their own."),
    ("call.max_points", 5, "Only who has 5 points at most may call."),
    ("empty_hand.action", "end_now", "Without cards, the round is over."),
    (
        "empty_hand.finish_turns",
        True,
        "Without cards, you have called: everybody else has one more turn after the turns still due.",
    ),
    ("piles.when_empty", "reshuffle", "When the deck runs out, the pile is shuffled but for its top."),
    ("score.lowest", "zero", "The lowest hand counts 0."),
    ("score.success", "minus_5", "A caller who is alone lowest scores the hand less 5."),
    ("empty_hand.exempt_from_fail", False, "A caller who is not scores 20 more."),
    (
        "score.kamikaze",
        {"cards": ["QS", "KS"], "holder": 0, "others": 50},
        "QS KS in hand: 0 points, everybody else 50.",
    ),
    ("score.tie", "fewest_cards", "Among equal hands fewer cards win."),
    ("game.threshold", 100, "Until a total reaches 100."),
    ("game.rounds", None, "As many rounds as you like."),
    ("game.rounds", 5, "5 rounds."),
    ("game.tie_break", ["play_off"], "The lowest total wins; a tie: another round."),
    ("game.won_by", "round_wins", "The most rounds won wins; a tie: shared."),
    ("game.next_dealer", "highest", "The highest score deals next."),
    ("powers.7", "none", "8: look at an own card."),
)


@pytest.mark.parametrize(("key", "value", "sentence"), CHANGES)
def test_a_changed_rule_is_put_into_words_and_marked(key: str, value: object, sentence: str) -> None:
    pack = load_pack("kaboo", {key: value})
    assert sentence in sentences(pack)
    assert key in changed_keys(pack)
    assert marked(rules_sheet(pack))


def test_more_changes_that_only_other_games_show() -> None:
    texts = sentences(
        load_pack("scambodia", {"match.wrong": "penalty", "match.wrong_penalty": 2, "match.powers": True})
    )
    assert "If it does not match, it goes back and costs 2 cards." in texts
    assert "A matched card has its power." in texts
    texts = sentences(
        load_pack("scambodia", {"match.ends_turn_on_fail": False, "match.ends_turn": False, "match.on_starter": False})
    )
    assert any(text.endswith("You still have your turn.") for text in texts)
    assert "The card turned at the start is not matched." in texts
    assert any("Then you play on." in text for text in texts)
    assert "A card with +1 or -1 counts 0 to 13." in sentences(load_pack("dragons_gambit"))
    assert "A total of exactly 100 becomes 50, once for each player." in sentences(load_pack("cabo_second_edition"))
    fives = load_pack("cambio", {"score.fives": True, "score.fives_more": "two_and_rest"})
    assert "One five counts 25, two count -25, more count two of them so, the rest 5 each." in sentences(fives)
    assert "Without cards, you play on." in sentences(load_pack("cambio", {"empty_hand.action": "none"}))


def test_without_powers_a_first_look_or_pairs_there_is_no_word_about_them() -> None:
    none: dict[str, object] = {f"powers.{rank}": "none" for rank in ("7", "8", "9", "10", "J", "Q", "K.black", "K.red")}
    pack = load_pack("kaboo", none | {"peek.count": 0, "snap.enabled": False})
    assert not {"Powers", "Snap", "Pairs", "Match"} & set(sheet_sections(pack))
    assert not any("looks once" in text for text in sentences(pack))


def test_every_power_has_its_words() -> None:
    assert set(POWERS) == set(Power) - {Power.NONE}


def other_values() -> list[object]:
    """Values that some key takes, to try on any key."""
    return [True, False, None, 0, 1, 2, 7, 3000, "none", "any", "all", "slot", "zero", "reshuffle", "end", "end_now",
            "failed_draw", "pile_top", "aside_face_up", "open", "skip", "peek_own", "same_player", "opponent", "own",
            "swaps", "replay", "closes", "required", "many", "turn_end", "fewest_cards", "two_and_rest", "round_wins",
            "lowest", "exceeded", "add_9", "minus_5", "sole_lowest", "penalty", "drawn", "nearest", "numeric0_13",
            [3, 5], ["A"], ["play_off"]]  # fmt: skip


@pytest.mark.parametrize("key", KEY_PATHS)
def test_no_change_of_any_key_goes_unmarked(key: str) -> None:
    tried = 0
    for pack_id in pack_ids():
        for value in other_values():
            try:
                pack = load_pack(pack_id, {key: value})
            except InputError:
                continue
            if pack != load_pack(pack_id):
                tried += 1
                assert marked(rules_sheet(pack)), (pack_id, key, value)
    assert tried or key in ("deck.cards", "score.kamikaze", "game.reset_exact", "game.more_resets", "powers.0"), key


def test_house_rules_are_listed_with_author_and_reason_escaped() -> None:
    rule = HouseRule(key="score.fail", value="add_10", author="Ann & Ben", reason="<b>Twenty</b> was too hard.")
    pack = with_house_rules(load_pack("kaboo"), (rule,))
    page = rules_sheet(pack)
    assert marked(page) == [
        "A caller who is not scores 10 more (not a caller without cards).",
        "score.fail = &quot;add_10&quot; <span class=why>Ann &amp; Ben: &lt;b&gt;Twenty&lt;/b&gt; was too hard.</span>",
    ]
    assert "1 rule of the house changed." in page


def test_a_change_without_a_sentence_of_its_own_is_listed_by_its_key() -> None:
    page = rules_sheet(load_pack("cambio", {"turn.on_timeout": "skip", "turn.pass": False}))
    assert marked(page) == ["turn.pass = false", "turn.on_timeout = &quot;skip&quot;"]
    assert "2 rules of the house changed." in page


def test_a_sheet_says_what_a_second_time_out_does() -> None:
    page = rules_sheet(load_pack("kaboo", {"turn.timer_s": 60, "turn.on_second_timeout": "leaves"}))
    assert "After 60 s: a reminder." in page
    assert "A player&#x27;s second time and later: the player leaves the game." in page


def test_a_sheet_says_what_a_game_is_based_on() -> None:
    friday = load_pack("kaboo", {"score.fail": "add_10"}).model_copy(
        update={"id": "friday", "name": "Friday", "base": "kaboo"}
    )
    assert "Based on Kaboo." in rules_sheet(friday)
    assert "Rules of your own." in rules_sheet(friday.model_copy(update={"base": None}))


@pytest.mark.browser
@pytest.mark.parametrize("pack_id", ["cambio", "kaboo", "cabo_second_edition"])
def test_a_sheet_prints_on_one_page(pack_id: str, chromium: Path, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    rules = (HouseRule(key="score.fail", value="add_9", author="Ann", reason="So it is."),)
    path = tmp_path / "sheet.html"
    path.write_text(rules_sheet(with_house_rules(load_pack(pack_id), rules)), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(path.as_uri())
        pdf = page.pdf(prefer_css_page_size=True)
        browser.close()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
