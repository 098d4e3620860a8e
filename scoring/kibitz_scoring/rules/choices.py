"""The values that a key of a rule pack chooses from; each value is its notation in TOML and JSON."""

from __future__ import annotations

from enum import StrEnum


class DeckBase(StrEnum):
    """Which cards a deck is made of, jokers apart; OWN: those that `deck.cards` lists."""

    FRENCH52 = "french52"
    NUMERIC = "numeric0_13"
    OWN = "own"


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


class EndRoundAt(StrEnum):
    """Which moment ends a round whose draw pile is not refilled."""

    FINISH_TURN = "finish_turn"
    AT_ONCE = "at_once"
    FAILED_DRAW = "failed_draw"


class PenaltyWhenEmpty(StrEnum):
    """Where a penalty card comes from once the draw pile is empty; AS_DRAW follows `piles.when_empty`."""

    AS_DRAW = "as_draw"
    RESHUFFLE = "reshuffle"
    PILE_TOP = "pile_top"
    NONE = "none"


class ReplacedCard(StrEnum):
    """Where a card goes whose place a drawn card takes."""

    PILE = "pile"
    ASIDE_FACE_DOWN = "aside_face_down"
    ASIDE_FACE_UP = "aside_face_up"


class DrawnCard(StrEnum):
    """Who sees a drawn card before it is placed."""

    PRIVATE = "private"
    OPEN = "open"


class OnTimeout(StrEnum):
    """What a table does once the time for a turn is over; Kibitz itself only reminds.

    RANDOM_CARD: the card drawn takes a place that is drawn by lot.
    """

    REMIND = "remind"
    SKIP = "skip"
    SKIP_AND_PENALTY = "skip_and_penalty"
    RANDOM_CARD = "random_card"
    LEAVES = "leaves"


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


class SwapCard(StrEnum):
    """Which card a look-and-swap power may take: the one looked at, or another of the same player too."""

    LOOKED_AT = "looked_at"
    SAME_PLAYER = "same_player"


class TargetChosenBy(StrEnum):
    """Who says which card of an opponent is looked at."""

    PLAYER = "player"
    OPPONENT = "opponent"


class CallerProtected(StrEnum):
    """Which powers stop at a caller's cards: none, those that swap, or all."""

    NONE = "none"
    SWAPS = "swaps"
    ALL = "all"


class ShownTo(StrEnum):
    """Who sees a card that a power turns up."""

    PLAYER = "player"
    ALL = "all"


class ModifierOn(StrEnum):
    """What a +1 or -1 stays with."""

    CARD = "card"
    SLOT = "slot"


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


class TooClose(StrEnum):
    """What a table does about snaps that cannot be told apart; the verdict stays `too_close`."""

    BOTH_RETURNED = "both_returned"
    REPLAY = "replay"
    COIN_FLIP = "coin_flip"
    CALLERS_LEFT = "callers_left"


class CallWhen(StrEnum):
    """When a round may be called: in place of a turn, with a drawn card in hand, or after the own turn."""

    TURN_START = "turn_start"
    AFTER_DRAW = "after_draw"
    TURN_END = "turn_end"


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


class Lowest(StrEnum):
    """What the lowest hand scores; with ZERO a successful caller who shares the lowest points takes it alone."""

    SUM = "sum"
    ZERO = "zero"


class RoundTie(StrEnum):
    """Who wins a round among equal lowest hands."""

    SHARED = "shared"
    CALLER_BELOW = "caller_below"
    CALLER_ABOVE = "caller_above"
    FEWEST_CARDS = "fewest_cards"
    MOST_CARDS = "most_cards"


class FivesMore(StrEnum):
    """What three or four fives count: nothing, or two as a pair and the rest as fives."""

    ZERO = "zero"
    TWO_AND_REST = "two_and_rest"


class ThresholdAt(StrEnum):
    """Whether a game ends on reaching its threshold or on exceeding it."""

    REACHED = "reached"
    EXCEEDED = "exceeded"


class TieBreak(StrEnum):
    """How equal totals at the end of a game are told apart; PLAY_OFF plays on until one is ahead."""

    MOST_SUCCESSFUL_CALLS = "most_successful_calls"
    PLAY_OFF = "play_off"
    SHARED = "shared"


class WonBy(StrEnum):
    """What wins a game."""

    LOWEST_TOTAL = "lowest_total"
    ROUND_WINS = "round_wins"


class NextDealer(StrEnum):
    """Who deals the next round: the next to the left, or who had the lowest or highest score of the round."""

    ROTATE_LEFT = "rotate_left"
    LOWEST = "lowest"
    HIGHEST = "highest"
