from __future__ import annotations

import json

import pytest

from kibitz_scoring.notation.score_lines import answer_json, parse_request, tally_request
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids, variant_ids
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted, SheetOpened
from kibitz_server.views.sharing.exports import export_evening

from ...acts import confirmed
from ...conftest import ANN, BEN

RULE = HouseRule(key="score.fail", value="add_10", author="Ann", reason="Twenty is too hard.")


@pytest.mark.parametrize("pack_id", [*pack_ids(), *variant_ids()])
def test_an_exported_game_scored_again_gives_the_same_totals(live: Live, pack_id: str) -> None:
    pack = with_house_rules(load_pack(pack_id, {"game.rounds": None}), [RULE])
    live.record(GameStarted(pack, pack.content_hash, (ANN, BEN)))
    for ann, ben, caller in (("9H 2C", "4D", BEN), ("AH", "QS KD", BEN), ("5H", "5D", None)):
        live.record(SheetOpened())
        live.record(confirmed(ann, ben, caller))

    exported = json.loads(json.dumps(export_evening(live.evening)))["games"][1]
    rounds = [{key: played[key] for key in ("hands", "caller", "end")} for played in exported["rounds"]]
    line = {"id": 1, "pack": exported["pack"], "options": exported["options"], "rounds": rounds}
    answer = answer_json(1, tally_request(parse_request(json.dumps(line).encode())))

    assert answer["totals"] == exported["totals"]
    assert exported["house_rules"] == [RULE.model_dump()]
    assert exported["content_hash"] == pack.content_hash


def test_a_game_that_has_just_begun_is_exported_without_rounds(live: Live) -> None:
    assert [game["rounds"] for game in export_evening(live.evening)["games"]] == [[]]
