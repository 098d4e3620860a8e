"""Rules, points and tallies of the Cabo family: a pure core without pictures, clocks or files.

The names below are what other programs may rely on; modules and their other names may move.
"""

from kibitz_scoring.cards import Card, Rank, Suit, parse_card
from kibitz_scoring.errors import InputError, KibitzError
from kibitz_scoring.game.events import Event, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.legality.legal_acts import legal_acts
from kibitz_scoring.game.legality.violations import Violation
from kibitz_scoring.game.projection import project, public_event
from kibitz_scoring.game.record import GameRecord, GameState, begin_game, push, score_sheet
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.games import GameFile, format_game, parse_game, read_game
from kibitz_scoring.notation.seen_lines import TimedEvent, parse_seen, seen_json
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.course import Course, Ending
from kibitz_scoring.rules.packs import find_pack, load_pack, pack_ids, read_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sheet import rules_sheet
from kibitz_scoring.score.card_text import format_hand, parse_hand
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.points import card_value, hand_points
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game
from kibitz_scoring.snaps.costs import judge_snaps
from kibitz_scoring.snaps.judge import Attempt, Snaps, SnapVerdict
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Interval, Place, Seen, SlotId, TableEvent

__all__ = [
    "FACE_DOWN",
    "Attempt",
    "Card",
    "Course",
    "Ending",
    "Event",
    "Face",
    "GameFile",
    "GameRecord",
    "GameState",
    "GameTally",
    "HandPosterior",
    "Heap",
    "InputError",
    "Interval",
    "KibitzError",
    "Phase",
    "Place",
    "PlayedRound",
    "PlayerId",
    "Rank",
    "RoundEnd",
    "RoundState",
    "RoundTally",
    "RulePack",
    "ScoredCard",
    "Seen",
    "SlotId",
    "SnapVerdict",
    "Snaps",
    "Suit",
    "TableEvent",
    "TimedEvent",
    "Verdict",
    "Violation",
    "apply",
    "begin_game",
    "card_value",
    "check",
    "find_pack",
    "first_state",
    "format_event",
    "format_game",
    "format_hand",
    "format_table",
    "hand_points",
    "judge_snaps",
    "legal_acts",
    "load_pack",
    "pack_ids",
    "parse_card",
    "parse_event",
    "parse_game",
    "parse_hand",
    "parse_seen",
    "parse_table",
    "project",
    "public_event",
    "push",
    "read_game",
    "read_pack",
    "rules_sheet",
    "score_sheet",
    "seen_json",
    "tally_game",
    "tally_round",
]
