"""The sections of a rule pack for play, and what may stand under each of their keys.

`"-"` says that a key does not apply to the game; null is no limit or no such rule. A key with a default here may be
left out of a pack file: it has that value in every game that does not say otherwise.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kibitz_scoring.rules.choices import (
    AfterWrong,
    CallerProtected,
    CallWhen,
    DeckBase,
    DrawnCard,
    EmptyHand,
    EndRoundAt,
    FinalTurns,
    ModifierOn,
    OnTimeout,
    PeekWhich,
    PenaltyWhenEmpty,
    Place,
    Power,
    PowerTrigger,
    ReplacedCard,
    ShownTo,
    SnapGive,
    SnapPerDiscard,
    SnapWhose,
    SwapCard,
    TargetChosenBy,
    TooClose,
    WhenEmpty,
    WrongMatch,
)

Dash = Literal["-"]
DASH: Dash = "-"

# Bounds keep every sum far from the longest integers that can be written out.
AnyWhole = Annotated[int, Field(ge=-9999, le=9999)]
AtLeast0 = Annotated[int, Field(ge=0, le=999_999)]
AtLeast1 = Annotated[int, Field(ge=1, le=999_999)]

YesNo = Annotated[bool, Field(description="true or false")]
YesNoOrDash = Annotated[bool | Dash, Field(description='true, false or "-"')]
Whole = Annotated[AnyWhole, Field(description="a whole number from -9999 to 9999")]
WholeOrNull = Annotated[AnyWhole | None, Field(description="a whole number from -9999 to 9999 or null")]
WholeOrDash = Annotated[AnyWhole | Dash, Field(description='a whole number from -9999 to 9999 or "-"')]
Count = Annotated[AtLeast0, Field(description="a whole number from 0 to 999999")]
CountOrDash = Annotated[AtLeast0 | Dash, Field(description='a whole number from 0 to 999999 or "-"')]
CountOrNull = Annotated[AtLeast0 | None, Field(description="a whole number from 0 to 999999 or null")]
Positive = Annotated[AtLeast1, Field(description="a whole number from 1 to 999999")]
PositiveOrNull = Annotated[AtLeast1 | None, Field(description="a whole number from 1 to 999999 or null")]
Seconds = Annotated[AtLeast1 | None, Field(description="seconds, 1 or more, or null")]


class Section(BaseModel):
    """Keys that belong together; frozen, and nothing is coerced into another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=False)


class ByColour(Section):
    """Points of a rank by the colour of its suit."""

    black: Whole
    red: Whole


_OWN_CARD = r"^(#[A-Za-z0-9]([A-Za-z0-9_]{0,18}[A-Za-z0-9])?|(A|[2-9]|10|J|Q|K)[CDHS]|JK|[0-9]|1[0-3])$"


class OwnCard(Section):
    """One kind of card of a deck of one's own: what it is called, its points, how many there are, and its power."""

    card: str = Field(pattern=_OWN_CARD)
    value: AnyWhole
    count: int = Field(default=1, ge=1, le=60)
    power: Power = Power.NONE


class Deck(Section):
    """The cards played with; `taught`: the name of the taught deck by which they are read, null where none is."""

    base: DeckBase
    jokers: int = Field(ge=0, le=4, description="a whole number from 0 to 4")
    copies: int = Field(default=1, ge=1, le=4, description="a whole number from 1 to 4")
    cards: tuple[OwnCard, ...] = Field(
        default=(),
        max_length=120,
        description='a list of tables with card ("#DRAGON", or 7, QH, JK as text), value from -9999 to 9999, '
        "count from 1 to 60 and, where it has one, power",
    )
    taught: str | None = Field(
        default=None, pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$", description="the name of a taught deck or null"
    )


class Values(Section):
    """Points of the cards that are not worth their number."""

    ace: Whole = Field(alias="A")
    jack: ByColour = Field(alias="J")
    queen: ByColour = Field(alias="Q")
    king: ByColour = Field(alias="K")
    joker: WholeOrDash


class Table(Section):
    """Players and the cards in front of them."""

    players: tuple[AtLeast1, AtLeast1] = Field(description="[fewest, most] players, such as [2, 8]")
    hand_size: Positive
    rows: Positive
    penalty_place: Place | Dash
    max_hand: PositiveOrNull = None


class Peek(Section):
    """The look at own cards before the first turn."""

    count: Count
    which: PeekWhich
    seconds: Seconds
    unlawful_penalty: Count = 0


class Piles(Section):
    """Draw pile and discard pile."""

    starter: YesNo
    draw_from_discard: YesNo
    drawn_discard_may_return: YesNoOrDash
    when_empty: WhenEmpty
    end_round_at: EndRoundAt = EndRoundAt.FINISH_TURN
    penalty_when_empty: PenaltyWhenEmpty = PenaltyWhenEmpty.AS_DRAW
    starter_power: YesNo = False
    replaced_card: ReplacedCard = ReplacedCard.PILE


class Turn(Section):
    """What a turn may be."""

    may_pass: YesNo = Field(alias="pass")
    timer_s: Seconds
    on_timeout: OnTimeout = OnTimeout.REMIND
    on_second_timeout: OnTimeout | None = Field(
        default=None, description="remind, skip, skip_and_penalty, random_card, leaves or null"
    )
    drawn_card: DrawnCard = DrawnCard.PRIVATE


_KEEP = r"^((A|[0-9]|1[0-3]|J|Q|K|JK)(\.(black|red))?|#[A-Z0-9]([A-Z0-9_]{0,18}[A-Z0-9])?)$"


class Keep(Section):
    """Which drawn cards may be kept."""

    ranks: Literal["any"] | tuple[Annotated[str, Field(pattern=_KEEP)], ...] = Field(
        description='"any" or a list of ranks such as "A" or "K.red"'
    )


class PowerByColour(Section):
    """Power of a rank by the colour of its suit."""

    black: Power
    red: Power


class Powers(Section):
    """Powers by rank; in the numeric deck 11, 12 and 13 are J, Q and K."""

    trigger: PowerTrigger
    zero: Power = Field(default=Power.NONE, alias="0")
    seven: Power = Field(alias="7")
    eight: Power = Field(alias="8")
    nine: Power = Field(alias="9")
    ten: Power = Field(alias="10")
    jack: Power = Field(alias="J")
    jack_optional: YesNo = Field(alias="J.optional")
    queen: Power = Field(alias="Q")
    king: PowerByColour = Field(alias="K")
    after_snap_window: YesNoOrDash
    optional: YesNo = True
    red_royals_effect: YesNo = True
    look_optional: YesNo = False
    swap_card: SwapCard = SwapCard.LOOKED_AT
    target_chosen_by: TargetChosenBy = TargetChosenBy.PLAYER
    shown_to: ShownTo = ShownTo.PLAYER
    caller_protected: CallerProtected = CallerProtected.NONE
    modifier_on: ModifierOn = ModifierOn.CARD


class Match(Section):
    """Discarding a matching card as the own turn."""

    enabled: YesNo
    ends_turn: YesNoOrDash
    wrong: WrongMatch | Dash
    wrong_penalty: Count = 1
    ends_turn_on_fail: YesNo = True
    on_starter: YesNo = True
    powers: YesNo = False


class Snap(Section):
    """Discarding a matching card out of turn."""

    enabled: YesNo
    whose: SnapWhose
    give: SnapGive | Dash
    wrong_penalty: Count
    wrong_other_takes_card: YesNoOrDash
    late_penalty: Count
    lift_commits: YesNoOrDash
    per_discard: SnapPerDiscard
    on_starter: YesNoOrDash
    during_peek: YesNoOrDash
    window_ms: Annotated[AtLeast0 | Dash | None, Field(description='milliseconds, 0 or more, null or "-"')]
    closes_on_draw: YesNoOrDash
    final_window_ms: CountOrDash = Field(description='milliseconds, 0 or more, or "-"')
    after_wrong: AfterWrong | Dash
    discarder_may: YesNoOrDash
    caller_may: YesNoOrDash
    caller_protected: YesNo
    on_power_cards: YesNo = True
    during_power: YesNo = False
    with_card_drawn: YesNo = True
    early_return_costs: YesNo = True
    late_alone_costs: YesNo = True
    grace_ms: Annotated[AtLeast0, Field(description="milliseconds, 0 or more")] = 0
    chain: YesNo = False
    powers: YesNo = False
    too_close: TooClose = TooClose.BOTH_RETURNED


class Pairs(Section):
    """Discarding two own cards of one rank."""

    enabled: YesNo
    wrong_penalty: CountOrDash
    with_drawn_card: YesNo = False
    before_draw: YesNo = False
    powers: YesNo = False
    opens_window: YesNo = False


class Call(Section):
    """Ending the round by a call."""

    when: CallWhen
    final_turns: FinalTurns
    earliest_round: Positive
    max_points: CountOrNull


class EmptyHandRule(Section):
    """A player without cards."""

    action: EmptyHand | Dash
    exempt_from_fail: YesNoOrDash
    finish_turns: YesNo = False
    final_turn: YesNo = True


class Display(Section):
    """What the table shows."""

    open_hands: YesNo


class Disputes(Section):
    """What a dispute costs who raises it."""

    tokens: YesNo = False
    tokens_each: Positive = 2
