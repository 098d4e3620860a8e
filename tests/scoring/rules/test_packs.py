from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules import packs
from kibitz_scoring.rules.packs import find_pack, load_pack, original_of, pack_ids, read_pack, variant_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS, REQUIRED_KEYS

SHIPPED = Path(packs.__file__).parent / "packs"


@pytest.fixture
def kaboo_file(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text((SHIPPED / "kaboo.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return path


def replace(path: Path, old: str, new: str) -> int:
    """Replace the one line `old` and return its number."""
    lines = path.read_text(encoding="utf-8").splitlines()
    number = lines.index(old)
    lines[number] = new
    path.write_text("\n".join(lines), encoding="utf-8")
    return number + 1


def test_the_five_games_are_shipped() -> None:
    assert pack_ids() == ("scambodia", "dragons_gambit", "kaboo", "cameo", "cambio")
    assert {path.stem for path in SHIPPED.glob("*.toml")} == set(pack_ids())


def test_variants_are_shipped_beside_the_games() -> None:
    assert {path.stem for path in (SHIPPED / "variants").glob("*.toml")} == set(variant_ids())
    assert not set(variant_ids()) & set(pack_ids())
    assert [load_pack(variant).base in (*pack_ids(), *variant_ids()) for variant in variant_ids()] == [True] * 6


@pytest.mark.parametrize("variant", variant_ids())
def test_a_variant_is_its_own_original_and_reads_from_its_file(variant: str) -> None:
    assert original_of(load_pack(variant, {"score.fail": "add_99"})) == load_pack(variant)
    assert read_pack(SHIPPED / "variants" / f"{variant}.toml") == load_pack(variant)


def test_a_pack_is_found_by_its_id_or_its_file(kaboo_file: Path) -> None:
    assert find_pack("kaboo") == find_pack(str(kaboo_file)) == load_pack("kaboo")


def test_a_game_of_ones_own_has_no_original(kaboo_file: Path) -> None:
    replace(kaboo_file, 'id = "kaboo"', 'id = "own"')
    assert original_of(read_pack(kaboo_file)) is None


def test_a_pack_file_may_leave_out_what_all_games_share(kaboo_file: Path) -> None:
    assert set(KEY_PATHS) - set(REQUIRED_KEYS) >= {"snap.chain", "match.ends_turn_on_fail", "game.next_dealer"}
    replace(kaboo_file, "[display]", "[display]\n")
    assert read_pack(kaboo_file).snap.too_close == "both_returned"


SNAP_BRINGS = {
    "table.penalty_place": "first_gap",
    "powers.after_snap_window": True,
    "snap.give": "optional",
    "snap.wrong_other_takes_card": False,
    "snap.lift_commits": False,
    "snap.on_starter": False,
    "snap.during_peek": False,
    "snap.window_ms": None,
    "snap.closes_on_draw": False,
    "snap.final_window_ms": 3000,
    "snap.after_wrong": "stays_open",
    "snap.discarder_may": True,
    "snap.caller_may": True,
    "empty_hand.action": "auto_call",
    "empty_hand.exempt_from_fail": True,
}


def test_a_rule_turned_on_takes_the_values_that_the_documentation_lists() -> None:
    plain, snap = load_pack("cameo").keys(), load_pack("cameo", {"snap.enabled": True}).keys()
    assert {key: value for key, value in snap.items() if value != plain[key]} == SNAP_BRINGS | {"snap.enabled": True}
    assert load_pack("cameo", {"snap.enabled": True, "snap.give": "none"}).snap.give == "none"
    assert load_pack("scambodia", {"snap.enabled": True}).empty_hand.action == "end_now"


def test_a_match_pairs_or_the_pile_turned_on_bring_their_keys_too() -> None:
    matched = load_pack("cameo", {"match.enabled": True})
    assert (matched.match.ends_turn, matched.match.wrong) == (True, "forced_exchange")
    assert load_pack("scambodia", {"match.wrong": "penalty"}).table.penalty_place == "first_gap"
    assert load_pack("cambio", {"pairs.enabled": True}).pairs.wrong_penalty == 1
    assert load_pack("cameo", {"piles.draw_from_discard": True}).piles.drawn_discard_may_return is False


def test_a_rule_turned_on_without_a_key_it_needs_gives_one_sentence(kaboo_file: Path) -> None:
    line = replace(kaboo_file, "window_ms = 3000", 'window_ms = "-"')
    with pytest.raises(InputError) as caught:
        read_pack(kaboo_file)
    assert line > 0
    assert str(caught.value).endswith(
        ": 'snap.enabled' is true, so 'snap.window_ms' needs a value other than \"-\" too."
    )


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_shipped_file_reads_as_its_game(pack_id: str) -> None:
    assert read_pack(SHIPPED / f"{pack_id}.toml") == load_pack(pack_id)


def test_an_unknown_game_gives_one_sentence() -> None:
    with pytest.raises(InputError) as caught:
        load_pack("kabo")
    assert str(caught.value) == (
        "'kabo' is not a known game: expected scambodia, dragons_gambit, kaboo, cameo, cambio or a variant "
        "that `kibitz rules list` shows."
    )


@pytest.mark.parametrize(
    ("key", "nearest"), [("score.fial", "score.fail"), ("values.k.red", "values.K.red"), ("rounds", "game.rounds")]
)
def test_an_unknown_key_gives_the_nearest_known_key(key: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        load_pack("kaboo", {key: 1})
    assert str(caught.value) == f"options: '{key}' is not a key of a rule pack; the nearest is '{nearest}'."


@pytest.mark.parametrize("name", ["id", "name", "call_word"])
def test_the_identity_of_a_game_is_no_option(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}' is not a key"):
        load_pack("kaboo", {name: "other"})


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("score.fail", "treble", "'score.fail' is \"treble\": expected none, double or add_n (as in add_10)."),
        ("score.fail", "add_", "'score.fail' is \"add_\": expected none, double or add_n (as in add_10)."),
        ("score.success", "minus", "'score.success' is \"minus\": expected sum, zero or minus_n (as in minus_5)."),
        ("values.A", True, "'values.A' is true: expected a whole number from -9999 to 9999."),
        ("values.A", "1", "'values.A' is \"1\": expected a whole number from -9999 to 9999."),
        ("values.A", 1.5, "'values.A' is 1.5: expected a whole number from -9999 to 9999."),
        ("score.fives", 1, "'score.fives' is 1: expected true or false."),
        ("snap.give", "maybe", '\'snap.give\' is "maybe": expected none, optional, required or "-".'),
        ("call.when", "later", "'call.when' is \"later\": expected turn_start, after_draw or turn_end."),
        ("deck.jokers", 5, "'deck.jokers' is 5: expected a whole number from 0 to 4."),
        ("table.players", [4, 2], "'table.players' is [4, 2]: expected the lower number first."),
        ("score.modifier_clamp", [3, 1], "'score.modifier_clamp' is [3, 1]: expected the lower number first."),
        ("game.rounds", 0, "'game.rounds' is 0: expected a whole number from 1 to 999999 or null."),
        (
            "game.tie_break",
            [],
            "'game.tie_break' is []: expected a list of most_successful_calls, play_off and shared, the first to "
            "decide first.",
        ),
        (
            "keep.ranks",
            ["K.blue"],
            '\'keep.ranks\' is ["K.blue"]: expected "any" or a list of ranks such as "A" or "K.red".',
        ),
        (
            "score.kamikaze",
            {"cards": ["ZZ"], "holder": 0, "others": 50},
            '\'score.kamikaze\' is {"cards": ["ZZ"], "holder": 0, "others": 50}: expected null or '
            "{cards, holder, others} of 1 to 8 cards (as in {'cards': [12, 12, 13, 13], 'holder': 0, 'others': 50}).",
        ),
        (
            "game.reset_exact",
            {"from": 100, "to": 50},
            '\'game.reset_exact\' is {"from": 100, "to": 50}: expected null or {from, to, once} '
            "(as in {'from': 100, 'to': 50, 'once': true}).",
        ),
    ],
)
def test_an_option_of_the_wrong_kind_gives_one_sentence(key: str, value: object, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        load_pack("kaboo", {key: value})
    assert str(caught.value) == f"options: {sentence}"


def test_a_long_value_is_cut_in_the_sentence() -> None:
    with pytest.raises(InputError) as caught:
        load_pack("kaboo", {"values.A": "x" * 500})
    assert f"'values.A' is \"{'x' * 56}...: expected" in str(caught.value)


def test_jokers_in_a_game_without_them_need_a_value() -> None:
    with pytest.raises(InputError) as caught:
        load_pack("scambodia", {"deck.jokers": 2})
    assert str(caught.value) == "options: 'deck.jokers' is 2, so 'values.joker' needs a whole number too."
    assert load_pack("scambodia", {"deck.jokers": 2, "values.joker": 0}).deck.jokers == 2


def test_a_threshold_makes_a_game_of_one_round_a_game_of_many() -> None:
    assert load_pack("kaboo", {"game.threshold": 100}).game.rounds is None
    assert load_pack("kaboo", {"game.threshold": 100, "game.rounds": 1}).game.rounds == 1
    assert load_pack("kaboo", {"game.threshold": None}).game.rounds == 1
    assert load_pack("scambodia", {"game.threshold": 60}).game.rounds == 3


def test_a_pack_file_without_a_key_names_the_key(kaboo_file: Path) -> None:
    replace(kaboo_file, 'fail = "add_20"', "")
    with pytest.raises(InputError) as caught:
        read_pack(kaboo_file)
    assert str(caught.value) == f"{kaboo_file}: the key 'score.fail' is missing: a rule pack gives every key."


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'fail = "add_20"',
            'fial = "add_20"',
            "'score.fial' is not a key of a rule pack; the nearest is 'score.fail'.",
        ),
        ("J.red = 0", 'J.red = "no"', "'values.J.red' is \"no\": expected a whole number from -9999 to 9999."),
        ('"J.optional" = true', '"J.optional" = 3', "'powers.J.optional' is 3: expected true or false."),
        ('id = "kaboo"', 'id = "Kaboo!"', "'id' is \"Kaboo!\": expected lower-case letters, digits and _."),
        ("jokers = 2", "jokers = 1979-05-27", "'deck.jokers' is \"1979-05-27\": expected a whole number from 0 to 4."),
        ("jokers = 2", "jokers = nan", "'deck.jokers' is NaN: expected a whole number from 0 to 4."),
        ("[deck]", "[dekk]", "'dekk.base' is not a key of a rule pack; the nearest is 'deck.base'."),
    ],
)
def test_a_typo_in_a_pack_file_is_named_with_its_line(kaboo_file: Path, old: str, new: str, sentence: str) -> None:
    line = replace(kaboo_file, old, new) + (1 if old == "[deck]" else 0)
    with pytest.raises(InputError) as caught:
        read_pack(kaboo_file)
    assert str(caught.value) == f"{kaboo_file}, line {line}: {sentence}"


@pytest.mark.parametrize(
    "new", ["jokers = ", "jokers = 2 2", "base = 'french52'", f"jokers = {'9' * 5000}", "x = " + "[" * 5000]
)
def test_a_pack_file_that_is_not_toml_gives_one_sentence(kaboo_file: Path, new: str) -> None:
    replace(kaboo_file, "jokers = 2", new)
    with pytest.raises(InputError, match="not valid TOML: ") as caught:
        read_pack(kaboo_file)
    assert str(caught.value).startswith(f"{kaboo_file}: ")


def test_a_pack_file_of_an_editor_that_writes_a_byte_order_mark_is_read(kaboo_file: Path) -> None:
    kaboo_file.write_bytes(b"\xef\xbb\xbf" + kaboo_file.read_bytes())
    assert read_pack(kaboo_file) == load_pack("kaboo")


def test_a_pack_file_that_cannot_be_read_gives_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        read_pack(tmp_path / "none.toml")
    assert str(caught.value) == f"{tmp_path / 'none.toml'}: cannot be read (No such file or directory)."


def test_a_pack_file_in_another_encoding_gives_one_sentence(kaboo_file: Path) -> None:
    kaboo_file.write_bytes(b"name = '\xe9t\xe9'")
    with pytest.raises(InputError) as caught:
        read_pack(kaboo_file)
    assert str(caught.value) == f"{kaboo_file}: byte 8 is not UTF-8 text, as TOML has to be."


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(st.sampled_from(pack_ids()), st.dictionaries(st.sampled_from(sorted(KEY_PATHS)) | st.text(), JSON, max_size=4))
def test_any_options_give_a_pack_or_a_sentence(pack_id: str, options: dict[str, object]) -> None:
    try:
        pack = load_pack(pack_id, options)
    except InputError as error:
        assert str(error).startswith("options: ")
    else:
        assert {key: pack.keys()[key] for key in options} == json.loads(json.dumps(options))
