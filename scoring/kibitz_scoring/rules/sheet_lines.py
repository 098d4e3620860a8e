"""A game's rules in sentences for people, section by section."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kibitz_scoring.rules.choices import DeckBase, Power
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sections import DASH
from kibitz_scoring.rules.sheet_actions import match_lines, pairs_lines, powers_lines, snap_lines
from kibitz_scoring.rules.sheet_score import game_lines, score_lines
from kibitz_scoring.rules.sheet_words import (
    AT_EMPTY_DECK,
    CALL_WHEN,
    EMPTY_HAND,
    POWERS,
    TIMEOUTS,
    Lines,
    SheetLine,
    cards,
    listed,
    seconds,
)
from kibitz_scoring.sentences import Sentence, to_say


def sheet_sections(pack: RulePack) -> dict[str, tuple[SheetLine, ...]]:
    """Sentences by the title of their section, without sections that have none."""
    sections: Mapping[str, Callable[[RulePack], Lines]] = {
        to_say("Cards"): _deck,
        to_say("Deal"): _deal,
        to_say("Your turn"): _turn,
        to_say("Powers"): powers_lines,
        to_say("Match"): match_lines,
        to_say("Snap"): snap_lines,
        to_say("Pairs"): pairs_lines,
        to_say("End of a round"): _end,
        to_say("Score"): score_lines,
        to_say("Game"): game_lines,
        to_say("Disputes"): _disputes,
    }
    lines = {title: tuple(write(pack)) for title, write in sections.items()}
    return {title: found for title, found in lines.items() if found}


def _deck(pack: RulePack) -> Lines:
    yield from _printed_deck(pack) if pack.deck.base is not DeckBase.OWN else _own_deck(pack)
    if pack.deck.taught:
        yield SheetLine(
            Sentence("The camera reads them as the taught deck {taught}.", taught=pack.deck.taught), ("deck.taught",)
        )


def _printed_deck(pack: RulePack) -> Lines:
    deck, values = pack.deck, pack.values
    if deck.base is DeckBase.NUMERIC:
        base = Sentence(
            "52 numbers: 0 and 13 twice, 1 to 12 four times (or a French deck: A to Q are 1 to 12, K 13, red K 0)"
        )
    else:
        base = Sentence("52 French cards")
    jokers = Sentence(" and {jokers} jokers", jokers=deck.jokers) if deck.jokers else Sentence(", no jokers")
    if deck.copies > 1:
        yield SheetLine(
            Sentence("{copies} decks are shuffled together, each of these:", copies=deck.copies), ("deck.copies",)
        )
    yield SheetLine(Sentence("{base}{jokers}.", base=base, jokers=jokers), ("deck.base", "deck.jokers"))
    yield SheetLine(Sentence("A counts {ace}, numbers count themselves.", ace=values.ace), ("values.A",))
    for name, points in (("J", values.jack), ("Q", values.queen), ("K", values.king)):
        both = (
            f"{points.black}"
            if points.black == points.red
            else Sentence("{black}, red {name} {red}", black=points.black, name=name, red=points.red)
        )
        yield SheetLine(
            Sentence("{name} counts {both}.", name=name, both=both),
            (f"values.{name}.black", f"values.{name}.red"),
        )
    if deck.jokers:
        yield SheetLine(Sentence("A joker counts {joker}.", joker=values.joker), ("values.joker",))
    if pack.score.fives:
        rest = Sentence("nothing") if pack.score.fives_more == "zero" else Sentence("two of them so, the rest 5 each")
        text = Sentence(
            "One five counts {fives_one}, two count {fives_two}, more count {rest}.",
            fives_one=pack.score.fives_one,
            fives_two=pack.score.fives_two,
            rest=rest,
        )
        yield SheetLine(text, ("score.fives", "score.fives_one", "score.fives_two", "score.fives_more"))


def _own_deck(pack: RulePack) -> Lines:
    deck = pack.deck
    size = sum(own.count for own in deck.cards)
    yield SheetLine(
        Sentence("{size} cards of {kinds} kinds:", size=size, kinds=len(deck.cards)), ("deck.base", "deck.cards")
    )
    for own in deck.cards:
        power = "" if own.power is Power.NONE else Sentence(", {power}", power=Sentence(POWERS[own.power]))
        yield SheetLine(
            Sentence(
                "{card}: {count} of them, {value} points each{power}.",
                card=own.card,
                count=own.count,
                value=own.value,
                power=power,
            ),
            ("deck.cards",),
        )
    if deck.copies > 1:
        yield SheetLine(Sentence("{copies} such decks are shuffled together.", copies=deck.copies), ("deck.copies",))


def _deal(pack: RulePack) -> Lines:
    table, peek = pack.table, pack.peek
    yield SheetLine(
        Sentence("{fewest} to {most} players.", fewest=table.players[0], most=table.players[1]),
        ("table.players",),
    )
    rows = Sentence("one row") if table.rows == 1 else Sentence("{rows} rows", rows=table.rows)
    yield SheetLine(
        Sentence(
            "Each gets {cards} face down, in {rows}, and never moves them about.",
            cards=cards(table.hand_size),
            rows=rows,
        ),
        ("table.hand_size", "table.rows"),
    )
    if peek.count:
        which = Sentence("nearest to them") if peek.which == "nearest" else Sentence("of their own")
        time = Sentence(", for {seconds}", seconds=seconds(peek.seconds)) if peek.seconds else ""
        yield SheetLine(
            Sentence(
                "Before the first turn everybody looks once at {cards} {which}{time}.",
                cards=cards(peek.count),
                which=which,
                time=time,
            ),
            ("peek.count", "peek.which", "peek.seconds"),
        )
    starter = (
        Sentence("One card is turned to start the pile.")
        if pack.piles.starter
        else Sentence("No card is turned at the start.")
    )
    yield SheetLine(starter, ("piles.starter",))
    if peek.unlawful_penalty:
        text = Sentence("Looking without leave costs {cards}.", cards=cards(peek.unlawful_penalty))
        yield SheetLine(text, ("peek.unlawful_penalty",))
    if pack.display.open_hands:
        yield SheetLine(Sentence("Hands lie face up."), ("display.open_hands",))


def _turn(pack: RulePack) -> Lines:
    piles, turn = pack.piles, pack.turn
    seen = Sentence(", which all may see") if turn.drawn_card == "open" else ""
    yield SheetLine(
        Sentence("Draw from the deck{seen}: take the card for one of yours, or lay it on the pile.", seen=seen),
        ("turn.drawn_card",),
    )
    if pack.keep.ranks != "any":
        yield SheetLine(Sentence("Only {listed} may be kept.", listed=listed(pack.keep.ranks)), ("keep.ranks",))
    if piles.draw_from_discard:
        back = Sentence(", or lay it back") if piles.drawn_discard_may_return is True else ""
        yield SheetLine(
            Sentence("Or take the top of the pile for one of yours{back}.", back=back),
            ("piles.draw_from_discard", "piles.drawn_discard_may_return"),
        )
    if piles.replaced_card != "pile":
        side = Sentence("down") if piles.replaced_card == "aside_face_down" else Sentence("up")
        yield SheetLine(
            Sentence("The card it replaces goes out of play, face {side}.", side=side), ("piles.replaced_card",)
        )
    if turn.may_pass:
        yield SheetLine(Sentence("Or pass."), ("turn.pass",))
    if turn.timer_s:
        yield SheetLine(
            Sentence(
                "After {seconds}: {then}.",
                seconds=seconds(turn.timer_s),
                then=Sentence(TIMEOUTS[turn.on_timeout]),
            ),
            ("turn.timer_s", "turn.on_timeout"),
        )
        if turn.on_second_timeout is not None:
            again = Sentence(TIMEOUTS[turn.on_second_timeout])
            yield SheetLine(
                Sentence("A player's second time and later: {again}.", again=again), ("turn.on_second_timeout",)
            )


def _end(pack: RulePack) -> Lines:
    call = pack.call
    turns = (
        Sentence("everybody else has one more turn")
        if call.final_turns == "others_once"
        else Sentence("all cards are turned up")
    )
    yield SheetLine(
        Sentence(
            "Call “{call_word}” {when}: {turns}.",
            call_word=pack.call_word,
            when=Sentence(CALL_WHEN[call.when]),
            turns=turns,
        ),
        ("call.when", "call.final_turns"),
    )
    if call.earliest_round > 1:
        yield SheetLine(
            Sentence("Nobody calls before turn {earliest_round} of their own.", earliest_round=call.earliest_round),
            ("call.earliest_round",),
        )
    if call.max_points is not None:
        yield SheetLine(
            Sentence("Only who has {max_points} points at most may call.", max_points=call.max_points),
            ("call.max_points",),
        )
    if pack.empty_hand.action != DASH:
        more = Sentence(" after the turns still due") if pack.empty_hand.finish_turns else ""
        yield SheetLine(
            Sentence("Without cards, {then}{more}.", then=Sentence(EMPTY_HAND[pack.empty_hand.action]), more=more),
            ("empty_hand.action", "empty_hand.finish_turns"),
        )
    if not pack.empty_hand.final_turn:
        yield SheetLine(Sentence("Who has no cards has no final turn."), ("empty_hand.final_turn",))
    deck = Sentence("the pile is shuffled but for its top") if pack.piles.when_empty == "reshuffle" else ""
    deck = deck or Sentence("the round ends {when}", when=Sentence(AT_EMPTY_DECK[pack.piles.end_round_at]))
    yield SheetLine(Sentence("When the deck runs out, {deck}.", deck=deck), ("piles.when_empty", "piles.end_round_at"))


def _disputes(pack: RulePack) -> Lines:
    if pack.dispute.tokens:
        yield SheetLine(
            Sentence(
                "Everybody has {tokens_each} challenge tokens for the game; a dispute that is ruled against "
                "who raised it costs one, and who has none left raises no more.",
                tokens_each=pack.dispute.tokens_each,
            ),
            ("dispute.tokens", "dispute.tokens_each"),
        )
