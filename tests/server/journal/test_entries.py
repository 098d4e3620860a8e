from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_server.journal.author import Author
from kibitz_server.journal.entries import Entry, GameStarted, format_entry, parse_author, parse_entry

from ..acts import entries
from ..conftest import ANN, BEN, PACK


@given(entries)
def test_every_entry_reads_back_as_it_was_written(entry: Entry) -> None:
    assert parse_entry(*format_entry(entry)) == entry


@given(entries, st.builds(Author, st.sampled_from(["host", "player"]), st.none() | st.sampled_from([ANN, BEN])))
def test_every_entry_reads_back_with_who_put_it_in_and_one_of_nobody_says_so(entry: Entry, author: Author) -> None:
    kind, payload = format_entry(entry, author)
    assert parse_entry(kind, payload) == entry
    assert parse_author(payload) == author
    assert parse_author(format_entry(entry)[1]) is None


@pytest.mark.parametrize("payload", ['{"by":3}', '{"by":{}}', '{"by":{"role":"host"'])
def test_an_author_that_is_not_readable_is_said_in_a_sentence(payload: str) -> None:
    with pytest.raises(InputError, match="who put it in is not readable"):
        parse_author(payload)


@pytest.mark.parametrize(
    ("kind", "payload", "says"),
    [
        ("Teleported", "{}", "newer Kibitz"),
        ("CardNamed", "{", "not a readable CardNamed"),
        ("CardNamed", '{"card_id": "1", "card": "11H"}', "'11H' is not a card"),
        ("Undone", "{}", "Field required"),
    ],
)
def test_what_is_no_entry_is_said_in_a_sentence(kind: str, payload: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_entry(kind, payload)


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_game_keeps_its_rules_whatever_the_shipped_ones_become(pack_id: str) -> None:
    pack = load_pack(pack_id, {"game.rounds": 4, "score.fives": True})
    own = pack.model_copy(update={"id": "ours", "name": "Ours"})
    ruled = with_house_rules(own, [HouseRule(key="score.fail", value="add_10", author="Ann", reason="20 hurts")])
    for played in (pack, own, ruled):
        entry = GameStarted(played, played.content_hash, (ANN, BEN))
        kind, payload = format_entry(entry)

        again = parse_entry(kind, payload)

        assert isinstance(again, GameStarted)
        assert again == entry
        assert again.pack.content_hash == entry.content_hash


def test_a_journal_from_before_a_rule_existed_is_still_read() -> None:
    kind, payload = format_entry(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    older = json.loads(payload)
    del older["pack"]["keys"]["score.fives"]
    older["pack"]["keys"]["score.forgotten"] = 1

    assert parse_entry(kind, json.dumps(older)) == GameStarted(PACK, PACK.content_hash, (ANN, BEN))
