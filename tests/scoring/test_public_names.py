"""What other programs may rely on: the names that `kibitz_scoring` exports."""

from __future__ import annotations

import kibitz_scoring

PUBLIC = """
Attempt Card Course Ending Event FACE_DOWN Face GameFile GameRecord GameState GameTally HandPosterior Heap InputError
Interval KibitzError Phase Place PlayedRound PlayerId Rank RoundEnd RoundState RoundTally RulePack ScoredCard Seen
SlotId SnapVerdict Snaps Suit TableEvent TimedEvent Verdict Violation apply begin_game card_value check find_pack
first_state format_event format_game format_hand format_table hand_points judge_snaps legal_acts load_pack pack_ids
parse_card parse_event parse_game parse_hand parse_seen parse_table project public_event push read_game read_pack
rules_sheet score_sheet seen_json tally_game tally_round
"""


def test_no_public_name_is_lost_or_comes_unsaid() -> None:
    assert sorted(kibitz_scoring.__all__) == sorted(PUBLIC.split())


def test_a_game_is_tallied_by_public_names_alone() -> None:
    pack = kibitz_scoring.load_pack("kaboo")
    ann, ben = kibitz_scoring.PlayerId("Ann"), kibitz_scoring.PlayerId("Ben")
    hands = {ann: kibitz_scoring.parse_hand("AC 2C"), ben: kibitz_scoring.parse_hand("9H 9D")}
    tally = kibitz_scoring.tally_round(pack, hands, caller=ann)
    assert tally.scores[ann] < tally.scores[ben]
