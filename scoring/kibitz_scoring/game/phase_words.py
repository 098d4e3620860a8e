"""What the parts of a round are called."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.sentences import to_say

PHASE_WORDS: Mapping[Phase, str] = {
    Phase.SETUP: to_say("before the deal"),
    Phase.INITIAL_PEEK: to_say("first look"),
    Phase.TURNS: to_say("in play"),
    Phase.FINAL: to_say("final turns"),
    Phase.AFTER_LAST_TURN: to_say("last chance to snap"),
    Phase.REVEAL: to_say("reveal"),
    Phase.SCORED: to_say("over"),
}
