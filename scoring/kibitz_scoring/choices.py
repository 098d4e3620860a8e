"""The values that a key of a rule pack chooses from; each value is its notation in TOML and JSON."""

from __future__ import annotations

from enum import StrEnum


class DeckBase(StrEnum):
    """Which cards a deck is made of, jokers apart."""

    FRENCH52 = "french52"
    NUMERIC = "numeric0_13"


class Place(StrEnum):
    """Where a penalty card goes."""

    FIRST_GAP = "first_gap"
    END = "end"


class PeekWhich(StrEnum):
    """Which own cards may be looked at before the first turn."""

    NEAREST = "nearest"
    ANY = "any"


class WhenEmpty(StrEnum):
    """What happens when the draw pile runs out."""

    RESHUFFLE = "reshuffle"
    END_ROUND = "end_round"


class PowerTrigger(StrEnum):
    """What sets off the power of a card."""

    DRAWN_DISCARDED = "drawn_discarded"
    OWN_PLACEMENT = "own_placement"
    DRAWN = "drawn"


class Power(StrEnum):
    """What a card lets its player do."""

    NONE = "none"
    PEEK_OWN = "peek_own"
    PEEK_OTHER = "peek_other"
    BLIND_SWAP = "blind_swap"
    BLIND_SWAP_ANY_TWO = "blind_swap_any_two"
    LOOK_SWAP = "look_swap"
    LOOK_OTHER_SWAP = "look_other_swap"
    LOOK_OTHER_SWAP_ANY = "look_other_swap_any"
    LOOK_TWO_SWAP = "look_two_swap"
    PLUS_ONE = "plus_one"
    MINUS_ONE = "minus_one"


class WrongMatch(StrEnum):
    """What a wrong match on the own turn costs."""

    FORCED_EXCHANGE = "forced_exchange"
    PENALTY = "penalty"
    RETURN = "return"


class SnapWhose(StrEnum):
    """Whose cards may be snapped."""

    OWN = "own"
    ANY = "any"


class SnapGive(StrEnum):
    """Whether a card is given away after snapping another player's card."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


class SnapPerDiscard(StrEnum):
    """How many valid snaps one discard takes."""

    ONE = "one"
    MANY = "many"


class AfterWrong(StrEnum):
    """What a wrong snap does to the window."""

    STAYS_OPEN = "stays_open"
    CLOSES = "closes"


class CallWhen(StrEnum):
    """When a round may be called."""

    TURN_START = "turn_start"


class FinalTurns(StrEnum):
    """Who plays on after a call."""

    OTHERS_ONCE = "others_once"
    NONE = "none"


class EmptyHand(StrEnum):
    """What an empty hand does."""

    NONE = "none"
    END_NOW = "end_now"
    AUTO_CALL = "auto_call"


class CallerSucceeds(StrEnum):
    """When a call succeeds; NONE judges no caller."""

    SOLE_LOWEST = "sole_lowest"
    JOINT_LOWEST = "joint_lowest"
    NONE = "none"


class ThresholdAt(StrEnum):
    """Whether a game ends on reaching its threshold or on exceeding it."""

    REACHED = "reached"
    EXCEEDED = "exceeded"


class TieBreak(StrEnum):
    """How equal totals at the end of a game are told apart."""

    MOST_SUCCESSFUL_CALLS = "most_successful_calls"
    SHARED = "shared"
