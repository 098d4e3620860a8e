"""A whole round by a program alone: told act by act, corrected, disputed, revealed, looked at and confirmed."""

from __future__ import annotations

from typing import Any

from .conftest import Generated

CARDS = ["AH", "2C", "3H", "4S", "KS", "9D", "8H", "7C"]


def offer(call: Generated, player: str | None, label: str, **when: str) -> dict[str, Any]:
    (found,) = [one for one in call("offers", **when) if (one["player"], one["label"]) == (player, label)]
    assert isinstance(found, dict)
    return found


def tell(call: Generated, player: str | None, label: str, card: str | None = None, **when: str) -> dict[str, Any]:
    """Tell the last act on offer of a player; `card` is what everybody sees of it."""
    act = offer(call, player, label, **when)["acts"][-1]
    faces = {act["faces"][0]["name"]: card} if card else {}
    done = call("tell", {"event": act["event"], "faces": faces, **when})
    assert done["status"] == 200, done
    assert isinstance(done, dict)
    return done


def begin(call: Generated) -> None:
    """Ann deals to Ben, who draws and lays off a seven."""
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    call("begin_round", {"dealer": "Ann"})
    tell(call, None, "Turn the first card of the pile", "9C")
    tell(call, "Ben", "Draw a card")
    tell(call, "Ben", "Lay it off", "7H")


def play_to_reveal(call: Generated) -> dict[str, Any]:
    """Ben calls; what the last act is answered with."""
    begin(call)
    tell(call, "Ann", "Draw a card")
    tell(call, "Ann", "Lay it off", "2C")
    assert call("call", {"player": "Ben"})["status"] == 200
    tell(call, "Ann", "Draw a card")
    tell(call, "Ann", "Lay it off", "5C")
    return tell(call, None, "The time for snaps is over")


def test_a_card_that_is_turned_up_has_no_tokens_yet(call: Generated) -> None:
    play_to_reveal(call)
    slot = call("reveal")[0]["waiting"][0]["slot"]
    refused = call("turn_up", {"slot": slot, "card": "7C+1"})
    assert refused["status"] == 400
    assert "'7C+1' is not a card" in refused["detail"]


def test_a_program_plays_and_scores_a_round_without_the_page(call: Generated) -> None:
    assert play_to_reveal(call)["table"]["phase"] == "reveal"
    assert "waited for" in call("count")["detail"]

    cards = iter(CARDS)
    for hand in call("reveal"):
        for place in hand["waiting"]:
            last = call("turn_up", {"slot": place["slot"], "card": next(cards)})
    assert last["table"] is None
    sheet = call("sheet")
    assert [[card["card"] for card in hand["cards"]] for hand in sheet["hands"]] == [CARDS[:4], CARDS[4:]]
    assert (sheet["caller"], sheet["end"], sheet["doubts"]) == ("Ben", "call", 0)
    assert sheet["scores"] == {"Ann": 10, "Ben": 57}

    scored = call("confirm_sheet")
    assert scored["round"]["scores"] == {"Ann": 10, "Ben": 57}
    assert call("state")["game"]["totals"] == {"Ann": 10, "Ben": 57}
    assert call("sheet")["status"] == 409


def test_an_act_is_inserted_corrected_and_taken_out(call: Generated) -> None:
    begin(call)
    first = call("acts")[0]
    tell(call, "Ann", "Look at a card", before=first["key"])
    assert call("acts")[0]["text"].startswith("Ann looked at")

    laid = call("acts")[-1]
    assert laid["card"] == "7H"
    tell(call, "Ben", "Lay it off", "8H", instead=laid["act"])
    assert call("acts")[-1]["card"] == "8H"

    taken_out = call("answer", {"choice": call("acts")[0]["answers"][-1]["choice"]})
    assert taken_out["status"] == 200
    assert not any(one["text"].startswith("Ann looked at") for one in call("acts"))


def test_a_round_is_watched_only_with_a_camera(call: Generated) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    assert "No camera is open" in call("begin_round", {"by_hand": False})["detail"]
    assert call("table")["status"] == 409


def test_a_dispute_waits_in_the_inbox_until_it_is_ruled(call: Generated) -> None:
    begin(call)
    assert call("dispute", {"player": "Ann"})["table"]["questions"] == 1
    (item,) = call("inbox")
    assert item["is_ruled"]
    stays = next(one for one in item["answers"] if one["choice"]["kind"] == "as_it_is")
    assert call("answer", {"choice": stays["choice"], "reason": "we all saw it"})["table"]["questions"] == 0
    assert call("answer", {"choice": {"kind": "nothing", "act": "unheard of"}})["status"] == 409
    assert "not at the table" in call("dispute", {"player": "Zoe"})["detail"]


def test_a_race_is_ruled_another_way(call: Generated) -> None:
    begin(call)
    tell(call, "Ben", "Do without")
    snap = offer(call, "Ann", "Snap")["acts"][0]
    done = call("tell", {"event": snap["event"], "faces": {"card": "7C"}, "verdict": "correct"})
    assert done["table"]["verdicts"], done
    (race,) = call("races")
    nobody = next(one for one in race["answers"] if one["choice"]["kind"] == "nobody_has_it")
    assert call("answer", {"choice": nobody["choice"]})["status"] == 200
    assert call("races")[0]["sentence"] != race["sentence"]


def test_no_act_is_called_by_a_face_that_may_lie_covered_again(call: Generated) -> None:
    begin(call)
    tell(call, "Ann", "Draw a card")
    tell(call, "Ann", "Lay it off", "5C")
    sent = [{name: value for name, value in one.items() if name != "card"} for one in call("acts")]
    assert not any(face in str(sent) for face in ("9C", "7H", "5C"))


def test_a_sheet_is_entered_card_by_card_and_a_round_that_counts_is_corrected(call: Generated) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    assert call("sheet")["status"] == 409
    call("open_sheet", {})
    call("add_card", {"player": "Ann", "card": "AH"})
    wrong = call("add_card", {"player": "Ben", "card": "2C"})["hands"][1]["cards"][0]
    call("name_card", {"card": "3C"}, card_id=wrong["id"])
    extra = call("add_card", {"player": "Ben", "card": "KS"})["hands"][1]["cards"][1]
    call("move_card", {"player": "Ann"}, card_id=extra["id"])
    call("remove_card", card_id=extra["id"])
    assert "how the round ended" in call("confirm_sheet")["detail"]
    assert call("name_caller", {"caller": "Ann"})["scores"] == {"Ann": 1, "Ben": 3}
    call("give_hands", {"owners": {"Ann": "Ben", "Ben": "Ann"}})
    assert call("confirm_sheet")["game"]["totals"] == {"Ann": 23, "Ben": 1}

    assert call("open_sheet", {"round": 7})["status"] == 404
    assert call("open_sheet", {"round": 1})["corrects"]
    call("name_caller", {"caller": "Ben"})
    assert call("confirm_sheet")["game"]["totals"] == {"Ann": 3, "Ben": 1}


def test_people_come_go_and_take_over(call: Generated) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    assert call("join", {"player": "Cleo"})["players"] == ["Ann", "Ben", "Cleo"]
    assert call("take_over", {"player": "Cleo", "successor": "Dan"})["players"] == ["Ann", "Ben", "Dan"]
    assert call("leave", {"player": "Dan"})["players"] == ["Ann", "Ben"]
    assert call("leave", {"player": "Zoe"})["status"] == 409
    assert call("rule", {"rule": "score.fail", "value": "double"})["status"] == 200
    assert call("rule", {"rule": "score.nothing", "value": 1, "at_once": False})["status"] in (400, 409)


def test_what_was_played_is_listed_and_counted(call: Generated) -> None:
    call("begin_game", {"pack": "kaboo", "players": ["Ann", "Ben"]})
    call("score_round", {"hands": {"Ann": ["AH"], "Ben": ["KS"]}, "caller": "Ann"})
    (evening,) = call("history")
    assert [game["ahead"] for game in evening["games"]] == [["Ann"]]
    assert call("history", search_for="nobody") == []
    assert [(one["player"], one["calls_won"]) for one in call("statistics")] == [("Ann", 1), ("Ben", 0)]
    assert call("clips") == []
