"""The words that a rules sheet has for the values of a pack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz_scoring.rules.choices import DeckBase, Power
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import Sentence, joined, to_say


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One sentence and the keys that it stands for."""

    text: str
    keys: tuple[str, ...]


Lines = Iterator[SheetLine]

POWERS = {
    Power.PEEK_OWN: to_say("look at an own card"),
    Power.PEEK_OTHER: to_say("look at another player's card"),
    Power.BLIND_SWAP: to_say("swap an own card with another player's, both unseen"),
    Power.BLIND_SWAP_ANY_TWO: to_say("swap any two cards on the table, both unseen"),
    Power.LOOK_SWAP: to_say("look at another player's card, then swap it with an own one or not"),
    Power.LOOK_OTHER_SWAP: to_say("look at another player's card, then swap it with an own one or not"),
    Power.LOOK_OTHER_SWAP_ANY: to_say("look at another player's card, then swap any other's with an own one or not"),
    Power.LOOK_TWO_SWAP: to_say("look at any two cards, then swap them or not"),
    Power.PLUS_ONE: to_say("add 1 to any card"),
    Power.MINUS_ONE: to_say("take 1 from any card"),
}
TRIGGERS = {
    "drawn_discarded": to_say("when a card drawn from the deck goes straight to the pile"),
    "own_placement": to_say("with any card you lay on the pile in your turn"),
    "drawn": to_say("when a card is drawn, in place of keeping it"),
}
WRONG_MATCH = {
    "forced_exchange": to_say("it changes places with the top, which goes face down into the hand"),
    "penalty": to_say("it goes back and costs {cards}"),
    "return": to_say("it goes back"),
}
GIVE = {
    "none": to_say("nothing is given back"),
    "optional": to_say("you may lay one of yours into the gap"),
    "required": to_say("you have to lay one of yours into the gap"),
}
CALL_WHEN = {
    "turn_start": to_say("instead of a turn"),
    "after_draw": to_say("at the start of a turn or after drawing"),
    "turn_end": to_say("at the end of a turn"),
}
EMPTY_HAND = {
    "none": to_say("you play on"),
    "end_now": to_say("the round is over"),
    "auto_call": to_say("you have called: everybody else has one more turn"),
}
AT_EMPTY_DECK = {
    "finish_turn": to_say("with that turn"),
    "at_once": to_say("at once"),
    "failed_draw": to_say("when somebody cannot draw"),
}
TIMEOUTS = {
    "remind": to_say("a reminder"),
    "skip": to_say("the turn is lost"),
    "skip_and_penalty": to_say("the turn is lost, 1 card"),
    "random_card": to_say("the card drawn takes a place drawn by lot"),
    "leaves": to_say("the player leaves the game"),
}
TIE_BREAKS = {
    "most_successful_calls": to_say("most successful calls"),
    "play_off": to_say("another round"),
    "shared": to_say("shared"),
}


def cards(count: int) -> str:
    """So many cards."""
    return Sentence("1 card") if count == 1 else Sentence("{count} cards", count=count)


def seconds(count: int | None) -> str:
    """So many seconds."""
    return Sentence("{count} s", count=count)


def listed(words: Sequence[str]) -> str:
    """Words in a row."""
    kings = {"K.red": Sentence("red K"), "K.black": Sentence("black K")}
    return joined(", ", (kings.get(word, word) for word in words))


def rank_name(pack: RulePack, key: str) -> str:
    """What the cards of a power's key are called in the pack's deck."""
    name = key.removeprefix("powers.")
    if pack.deck.base is DeckBase.NUMERIC:
        return {"J": "11", "Q": "12", "K.black": "13", "K.red": Sentence("13 (red K)")}.get(name, name)
    return name


def success_words(rule: str, flat: int | None) -> str:
    """What a caller who succeeds scores."""
    kind, _, amount = rule.partition("_")
    words = {
        "sum": Sentence("scores the hand"),
        "zero": Sentence("scores 0"),
        "minus": Sentence("scores the hand less {amount}", amount=amount),
    }
    return words[kind] if flat is None else Sentence("scores {flat}", flat=flat)


def fail_words(rule: str, flat: int | None) -> str:
    """What a caller who fails scores."""
    kind, _, amount = rule.partition("_")
    words = {
        "none": Sentence("scores the hand"),
        "double": Sentence("scores it twice"),
        "add": Sentence("scores {amount} more", amount=amount),
    }
    return words[kind] if flat is None else Sentence("scores {flat}", flat=flat)
