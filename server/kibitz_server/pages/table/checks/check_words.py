"""What the checks before play found, in sentences: pass, or the one thing to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kibitz_scoring.cards import Card, Rank
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.deck_check import DeckCheck
from kibitz_scoring.sentences import to_say
from kibitz_server.texts import say
from kibitz_server.views.words.card_words import glyphs
from kibitz_vision.intervals import wilson
from kibitz_vision.table.setup_score import SeatLook, SetupFault, SetupScore

_WHOLE: Mapping[SetupFault, str] = {
    SetupFault.NO_CARDS: to_say("No card is seen: deal, or lay the cards before everybody's seat, and look again."),
    SetupFault.DARK: to_say("The picture is too dark: switch on another lamp."),
    SetupFault.BRIGHT: to_say("The cards are washed out: dim the lamp over the table, or lower the camera's exposure."),
    SetupFault.BLURRED: to_say("The picture is not sharp: focus the camera on the table, or clean its lens."),
    SetupFault.SLOW: to_say("The camera is slow: more light or a smaller picture lets it send more pictures a second."),
}
_AT_SEAT: Mapping[SetupFault, str] = {
    SetupFault.NO_CARDS: to_say("No card is seen before {player}: turn the camera until all hands are in the picture."),
    SetupFault.BLURRED: to_say("{player}'s cards are not sharp: focus the camera on the whole table."),
    SetupFault.SMALL: to_say("{player}'s cards are too small in the picture: bring the camera nearer."),
    SetupFault.GLARE: to_say("A lamp is mirrored in {player}'s cards: move the lamp, or tilt the camera a little."),
    SetupFault.SHADED: to_say("{player}'s cards lie in a shadow: move the lamp so that nothing stands before it."),
}
_MOST_NAMED = 8
Pair = tuple[Card | None, Card | None]
"""A card that was laid, None for one that was not, and the one that was read, None where it is missing."""


def setup_words(score: SetupScore) -> str:
    """Whether the table is set up well, or what to change first."""
    if score.fault is None:
        return say("Pass: every hand shows well.")
    if score.at is not None:
        return say(_AT_SEAT[score.fault], player=score.at)
    return say(_WHOLE[score.fault])


def seat_words(look: SeatLook) -> str:
    """A seat's figures."""
    return say(
        "{size:.1f} px a mm, edges {blur:.1f} mm wide, paper {white:.0%} bright, {glare:.0%} of a card washed out",
        size=look.px_per_mm,
        blur=look.blur_mm,
        white=look.white / 255,
        glare=look.glare,
    )


def deck_words(pack: RulePack, check: DeckCheck, unread: int) -> str:
    """Whether this is the pack's deck, or what it lacks and has too many of."""
    if check.is_other_kind:
        return say(
            "These are number cards, and {game} is played with French ones: take another deck or another game.",
            game=pack.name,
        )
    if not check.counted:
        return say("No card was read: lay the cards face up, side by side, and read them again.")
    told = [say("{count} cards counted.", count=check.counted)]
    if unread:
        told.append(say("{count} could not be read: lay them apart and read again.", count=unread))
    if check.missing:
        told.append(say("Missing: {cards}.", cards=_named(check.missing)))
    if check.extra:
        told.append(say("Too many: {cards}.", cards=_named(check.extra)))
    if not (check.missing or check.extra or unread):
        kinds = {DeckBase.NUMERIC: say("numbers 0 to 13"), DeckBase.OWN: say("its own cards")}
        kind = kinds.get(pack.deck.base, say("French cards"))
        jokers = say(" and {count} jokers", count=pack.deck.jokers * pack.deck.copies) if pack.deck.jokers else ""
        told.append(say("The deck is right: {kind}{jokers}.", kind=kind, jokers=jokers))
    return " ".join(told)


def side_by_side(laid: Sequence[Card], read: Sequence[Card]) -> list[Pair]:
    """Each card that was laid with itself where it was read, then what was read and does not lie there."""
    found = Counter(read)
    pairs: list[Pair] = []
    for card in laid:
        pairs.append((card, card if found[card] > 0 else None))
        found[card] -= 1
    return [*pairs, *((None, card) for card in (+found).elements())]


def accuracy_words(right: int, laid: int, wrong: Sequence[Card]) -> str:
    """This table's figure with its interval, and what was read that does not lie there."""
    low, high = wilson(right, laid)
    told = say(
        "{right} of {laid} read: between {low:.0%} and {high:.0%} of cards on this table, with 95 % certainty.",
        right=right,
        laid=laid,
        low=low,
        high=high,
    )
    return f"{told} {say('Read and not laid: {cards}.', cards=_named(wrong))}" if wrong else told


def _named(cards: Sequence[Card]) -> str:
    """Cards by their glyphs, each once with its number; of many the first."""
    counted = list(Counter(cards).items())
    named = [
        say("{count} times {card}", count=count, card=_name(card)) if count > 1 else _name(card)
        for card, count in counted[:_MOST_NAMED]
    ]
    more = len(counted) - len(named)
    return ", ".join(named) + (say(" and {count} more kinds", count=more) if more else "")


def _name(card: Card) -> str:
    return say("joker") if card.rank is Rank.JOKER else glyphs(card)
