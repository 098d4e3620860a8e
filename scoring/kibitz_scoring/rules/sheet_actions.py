"""What players may do in a game, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import JsonValue

from kibitz_scoring.rules.choices import DeckBase, Power
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sections import DASH
from kibitz_scoring.rules.sheet_words import (
    GIVE,
    POWERS,
    TRIGGERS,
    WRONG_MATCH,
    Lines,
    SheetLine,
    cards,
    listed,
    rank_name,
)
from kibitz_scoring.sentences import Sentence, to_say

Notes = Mapping[str, Mapping[JsonValue, str]]
"""Sentence for a value of a key that is worth one."""


def powers_lines(pack: RulePack) -> Lines:
    """Powers: when they come and what they do."""
    powers = pack.powers
    when = SheetLine(Sentence("A power comes {when}.", when=Sentence(TRIGGERS[powers.trigger])), ("powers.trigger",))
    if pack.deck.base is DeckBase.OWN:
        yield when
        yield from _notes(pack, _POWER_NOTES)
        return
    keys = pack.keys()
    by_power: dict[Power, list[str]] = {}
    for key in _POWER_KEYS:
        by_power.setdefault(Power(str(keys[key])), []).append(key)
    by_power.pop(Power.NONE, None)
    if not by_power:
        return
    yield when
    for power, having in by_power.items():
        names = listed(tuple(rank_name(pack, key) for key in having))
        yield SheetLine(Sentence("{cards}: {power}.", cards=names, power=Sentence(POWERS[power])), tuple(having))
    may = Sentence("may") if powers.optional else Sentence("has to")
    jack = "" if powers.jack_optional or not powers.optional else Sentence("; the Jack's has to be")
    yield SheetLine(
        Sentence("A power {may} be used{jack}.", may=may, jack=jack), ("powers.optional", "powers.J.optional")
    )
    yield from _notes(pack, _POWER_NOTES)


_POWER_KEYS = (
    "powers.0",
    *(f"powers.{rank}" for rank in ("7", "8", "9", "10", "J", "Q", "K.black", "K.red")),
)
_POWER_NOTES: Notes = MappingProxyType(
    {
        "powers.red_royals_effect": {False: to_say("Red J, Q and K have no power.")},
        "powers.swap_card": {"same_player": to_say("After a look, another card of the same player may be taken.")},
        "powers.target_chosen_by": {"opponent": to_say("The opponent says which card is looked at.")},
        "powers.shown_to": {"all": to_say("A card looked at is shown to all.")},
        "powers.caller_protected": {
            "swaps": to_say("A caller's cards are not swapped."),
            "all": to_say("A caller's cards are neither looked at nor swapped."),
        },
        "powers.modifier_on": {"slot": to_say("A +1 or -1 stays at its place.")},
        "piles.starter_power": {True: to_say("The card turned at the start has its power for the first player.")},
    }
)


def match_lines(pack: RulePack) -> Lines:
    """The match on the own turn."""
    match = pack.match
    if not match.enabled:
        return
    ends = Sentence("It is your whole turn") if match.ends_turn is True else Sentence("Then you play on")
    yield SheetLine(
        Sentence(
            "Instead of drawing, turn up an own card of the top's rank: it goes onto the pile. {ends}.", ends=ends
        ),
        ("match.enabled", "match.ends_turn"),
    )
    what = Sentence(WRONG_MATCH[str(match.wrong)], cards=cards(match.wrong_penalty))
    over = "" if match.ends_turn_on_fail else Sentence(" You still have your turn.")
    yield SheetLine(
        Sentence("If it does not match, {what}.{over}", what=what, over=over),
        ("match.wrong", "match.wrong_penalty", "match.ends_turn_on_fail"),
    )
    if not match.on_starter:
        yield SheetLine(Sentence("The card turned at the start is not matched."), ("match.on_starter",))
    if match.powers:
        yield SheetLine(Sentence("A matched card has its power."), ("match.powers",))


def snap_lines(pack: RulePack) -> Lines:
    """Snaps: whose, when and at what cost."""
    snap = pack.snap
    if not snap.enabled:
        return
    whose = Sentence("an own card") if snap.whose == "own" else Sentence("a card, own or another's,")
    yield SheetLine(
        Sentence("Anybody may lay {whose} of the rank on the pile there, in turn or not.", whose=whose),
        ("snap.enabled", "snap.whose"),
    )
    yield from _snap_time(pack)
    if snap.whose == "any":
        text = Sentence("For another's card, {then}.", then=Sentence(GIVE[str(snap.give)]))
        yield SheetLine(text, ("snap.give",))
    takes = (
        Sentence(", and another's wrong card is yours")
        if snap.wrong_other_takes_card is True and snap.whose == "any"
        else ""
    )
    yield SheetLine(
        Sentence("A wrong card goes back and costs {cards}{takes}.", cards=cards(snap.wrong_penalty), takes=takes),
        ("snap.wrong_penalty", "snap.wrong_other_takes_card"),
    )
    what = Sentence("Too late or only lifted") if snap.lift_commits is True else Sentence("Too late")
    yield SheetLine(
        Sentence(
            "{what}: {cost}.",
            what=what,
            cost=cards(snap.late_penalty) if snap.late_penalty else Sentence("the card goes back"),
        ),
        ("snap.late_penalty", "snap.lift_commits"),
    )
    where = Sentence("into the first gap") if pack.table.penalty_place == "first_gap" else Sentence("beside the others")
    yield SheetLine(Sentence("Penalty cards go {where}, unseen.", where=where), ("table.penalty_place",))
    yield from _notes(pack, _SNAP_NOTES)


def _snap_time(pack: RulePack) -> Lines:
    snap = pack.snap
    window = snap.window_ms
    until = (
        Sentence("until the next card is laid")
        if window is None
        else Sentence("for {window:g} s", window=window / 1000)
        if window != DASH
        else ""
    )
    draw = Sentence(", or until the next player touches a pile") if snap.closes_on_draw is True else ""
    yield SheetLine(
        Sentence("The pile is open {until}{draw}.", until=until, draw=draw), ("snap.window_ms", "snap.closes_on_draw")
    )
    once = Sentence("once") if snap.per_discard == "one" and not snap.chain else Sentence("more than once")
    yield SheetLine(
        Sentence("A card is snapped onto {once}: the first on the pile counts.", once=once),
        ("snap.per_discard", "snap.chain"),
    )


_SNAP_NOTES: Notes = MappingProxyType(
    {
        "powers.after_snap_window": {
            True: to_say("A power is used after the snap."),
            False: to_say("A power is used before anybody snaps."),
        },
        "snap.during_peek": {True: to_say("Snapping starts with the first look.")},
        "snap.on_starter": {False: to_say("The card turned at the start is not snapped onto.")},
        "snap.on_power_cards": {False: to_say("Cards with a power are not snapped onto.")},
        "snap.during_power": {True: to_say("Snapping is allowed while a power is used.")},
        "snap.powers": {True: to_say("A snapped card has its power.")},
        "snap.with_card_drawn": {False: to_say("Nobody snaps while somebody holds a drawn card.")},
        "snap.late_alone_costs": {False: to_say("Who is late without anybody having been first pays nothing.")},
        "snap.after_wrong": {"closes": to_say("A wrong card ends the snapping.")},
        "snap.discarder_may": {False: to_say("Whoever discarded the card does not snap onto it.")},
        "snap.caller_may": {False: to_say("The caller does not snap.")},
        "snap.caller_protected": {True: to_say("The caller's cards are not snapped.")},
        "snap.early_return_costs": {False: to_say("A card put back before anybody snapped costs nothing.")},
        "snap.too_close": {
            "both_returned": to_say("Too close to tell: the cards go back."),
            "replay": to_say("Too close to tell: look at the replay."),
            "coin_flip": to_say("Too close to tell: a coin decides."),
            "callers_left": to_say("Too close to tell: whoever sits first to the left of the caller has it."),
        },
    }
)


def pairs_lines(pack: RulePack) -> Lines:
    """Pairs put away in the own turn."""
    pairs = pack.pairs
    if not pairs.enabled:
        return
    drawn = Sentence(", or one of them and the drawn card") if pairs.with_drawn_card else ""
    before = Sentence(", before drawing or calling too") if pairs.before_draw else ""
    yield SheetLine(
        Sentence(
            "Two own cards of one rank{drawn} may go to the pile in your turn{before}.", drawn=drawn, before=before
        ),
        ("pairs.enabled", "pairs.before_draw"),
    )
    assert isinstance(pairs.wrong_penalty, int)
    yield SheetLine(
        Sentence("A wrong pair goes back and costs {cards}.", cards=cards(pairs.wrong_penalty)),
        ("pairs.wrong_penalty",),
    )


def _notes(pack: RulePack, notes: Notes) -> Lines:
    keys = pack.keys()
    for key, by_value in notes.items():
        text = by_value.get(keys[key])
        if text:
            yield SheetLine(text, (key,))
