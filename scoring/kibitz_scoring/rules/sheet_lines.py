"""A game's rules in sentences for people, section by section."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kibitz_scoring.rules.choices import DeckBase, Power
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sections import DASH
from kibitz_scoring.rules.sheet_actions import match_lines, pairs_lines, powers_lines, snap_lines
from kibitz_scoring.rules.sheet_words import (
    AT_EMPTY_DECK,
    CALL_WHEN,
    EMPTY_HAND,
    POWERS,
    TIE_BREAKS,
    TIMEOUTS,
    Lines,
    SheetLine,
    cards,
    fail_words,
    listed,
    seconds,
    success_words,
)


def sheet_sections(pack: RulePack) -> dict[str, tuple[SheetLine, ...]]:
    """Sentences by the title of their section, without sections that have none."""
    sections: Mapping[str, Callable[[RulePack], Lines]] = {
        "Cards": _deck,
        "Deal": _deal,
        "Your turn": _turn,
        "Powers": powers_lines,
        "Match": match_lines,
        "Snap": snap_lines,
        "Pairs": pairs_lines,
        "End of a round": _end,
        "Score": _score,
        "Game": _game,
        "Disputes": _disputes,
    }
    lines = {title: tuple(write(pack)) for title, write in sections.items()}
    return {title: found for title, found in lines.items() if found}


def _deck(pack: RulePack) -> Lines:
    yield from _printed_deck(pack) if pack.deck.base is not DeckBase.OWN else _own_deck(pack)
    if pack.deck.taught:
        yield SheetLine(f"The camera reads them as the taught deck {pack.deck.taught}.", ("deck.taught",))


def _printed_deck(pack: RulePack) -> Lines:
    deck, values = pack.deck, pack.values
    if deck.base is DeckBase.NUMERIC:
        base = "52 numbers: 0 and 13 twice, 1 to 12 four times (or a French deck: A to Q are 1 to 12, K 13, red K 0)"
    else:
        base = "52 French cards"
    jokers = f" and {deck.jokers} jokers" if deck.jokers else ", no jokers"
    if deck.copies > 1:
        yield SheetLine(f"{deck.copies} decks are shuffled together, each of these:", ("deck.copies",))
    yield SheetLine(f"{base}{jokers}.", ("deck.base", "deck.jokers"))
    yield SheetLine(f"A counts {values.ace}, numbers count themselves.", ("values.A",))
    for name, points in (("J", values.jack), ("Q", values.queen), ("K", values.king)):
        both = f"{points.black}" if points.black == points.red else f"{points.black}, red {name} {points.red}"
        yield SheetLine(f"{name} counts {both}.", (f"values.{name}.black", f"values.{name}.red"))
    if deck.jokers:
        yield SheetLine(f"A joker counts {values.joker}.", ("values.joker",))
    if pack.score.fives:
        rest = "nothing" if pack.score.fives_more == "zero" else "two of them so, the rest 5 each"
        text = f"One five counts {pack.score.fives_one}, two count {pack.score.fives_two}, more count {rest}."
        yield SheetLine(text, ("score.fives", "score.fives_one", "score.fives_two", "score.fives_more"))


def _own_deck(pack: RulePack) -> Lines:
    deck = pack.deck
    size = sum(own.count for own in deck.cards)
    yield SheetLine(f"{size} cards of {len(deck.cards)} kinds:", ("deck.base", "deck.cards"))
    for own in deck.cards:
        power = "" if own.power is Power.NONE else f", {POWERS[own.power]}"
        yield SheetLine(f"{own.card}: {own.count} of them, {own.value} points each{power}.", ("deck.cards",))
    if deck.copies > 1:
        yield SheetLine(f"{deck.copies} such decks are shuffled together.", ("deck.copies",))


def _deal(pack: RulePack) -> Lines:
    table, peek = pack.table, pack.peek
    yield SheetLine(f"{table.players[0]} to {table.players[1]} players.", ("table.players",))
    rows = "one row" if table.rows == 1 else f"{table.rows} rows"
    yield SheetLine(
        f"Each gets {cards(table.hand_size)} face down, in {rows}, and never moves them about.",
        ("table.hand_size", "table.rows"),
    )
    if peek.count:
        which = "nearest to them" if peek.which == "nearest" else "of their own"
        time = f", for {seconds(peek.seconds)}" if peek.seconds else ""
        yield SheetLine(
            f"Before the first turn everybody looks once at {cards(peek.count)} {which}{time}.",
            ("peek.count", "peek.which", "peek.seconds"),
        )
    starter = "One card is turned to start the pile." if pack.piles.starter else "No card is turned at the start."
    yield SheetLine(starter, ("piles.starter",))
    if peek.unlawful_penalty:
        text = f"Looking without leave costs {cards(peek.unlawful_penalty)}."
        yield SheetLine(text, ("peek.unlawful_penalty",))
    if pack.display.open_hands:
        yield SheetLine("Hands lie face up.", ("display.open_hands",))


def _turn(pack: RulePack) -> Lines:
    piles, turn = pack.piles, pack.turn
    seen = ", which all may see" if turn.drawn_card == "open" else ""
    yield SheetLine(
        f"Draw from the deck{seen}: take the card for one of yours, or lay it on the pile.", ("turn.drawn_card",)
    )
    if pack.keep.ranks != "any":
        yield SheetLine(f"Only {listed(pack.keep.ranks)} may be kept.", ("keep.ranks",))
    if piles.draw_from_discard:
        back = ", or lay it back" if piles.drawn_discard_may_return is True else ""
        yield SheetLine(
            f"Or take the top of the pile for one of yours{back}.",
            ("piles.draw_from_discard", "piles.drawn_discard_may_return"),
        )
    if piles.replaced_card != "pile":
        side = "down" if piles.replaced_card == "aside_face_down" else "up"
        yield SheetLine(f"The card it replaces goes out of play, face {side}.", ("piles.replaced_card",))
    if turn.may_pass:
        yield SheetLine("Or pass.", ("turn.pass",))
    if turn.timer_s:
        yield SheetLine(
            f"After {seconds(turn.timer_s)}: {TIMEOUTS[turn.on_timeout]}.", ("turn.timer_s", "turn.on_timeout")
        )
        if turn.on_second_timeout is not None:
            again = TIMEOUTS[turn.on_second_timeout]
            yield SheetLine(f"A player's second time and later: {again}.", ("turn.on_second_timeout",))


def _end(pack: RulePack) -> Lines:
    call = pack.call
    turns = "everybody else has one more turn" if call.final_turns == "others_once" else "all cards are turned up"
    yield SheetLine(
        f"Call “{pack.call_word}” {CALL_WHEN[call.when]}: {turns}.",
        ("call.when", "call.final_turns"),
    )
    if call.earliest_round > 1:
        yield SheetLine(f"Nobody calls before turn {call.earliest_round} of their own.", ("call.earliest_round",))
    if call.max_points is not None:
        yield SheetLine(f"Only who has {call.max_points} points at most may call.", ("call.max_points",))
    if pack.empty_hand.action != DASH:
        more = " after the turns still due" if pack.empty_hand.finish_turns else ""
        yield SheetLine(
            f"Without cards, {EMPTY_HAND[pack.empty_hand.action]}{more}.",
            ("empty_hand.action", "empty_hand.finish_turns"),
        )
    if not pack.empty_hand.final_turn:
        yield SheetLine("Who has no cards has no final turn.", ("empty_hand.final_turn",))
    deck = "the pile is shuffled but for its top" if pack.piles.when_empty == "reshuffle" else ""
    deck = deck or f"the round ends {AT_EMPTY_DECK[pack.piles.end_round_at]}"
    yield SheetLine(f"When the deck runs out, {deck}.", ("piles.when_empty", "piles.end_round_at"))


def _score(pack: RulePack) -> Lines:
    score = pack.score
    yield SheetLine("Everybody counts their cards; the lowest hand wins.", ())
    if score.lowest == "zero":
        yield SheetLine("The lowest hand counts 0.", ("score.lowest",))
    if score.caller_succeeds != "none":
        lowest = "alone lowest" if score.caller_succeeds == "sole_lowest" else "lowest, alone or with others,"
        yield SheetLine(
            f"A caller who is {lowest} {success_words(score.success, score.success_flat)}.",
            ("score.caller_succeeds", "score.success", "score.success_flat"),
        )
        exempt = " (not a caller without cards)" if pack.empty_hand.exempt_from_fail is True else ""
        yield SheetLine(
            f"A caller who is not {fail_words(score.fail, score.fail_flat)}{exempt}.",
            ("score.fail", "score.fail_flat", "empty_hand.exempt_from_fail"),
        )
    if isinstance(score.modifier_clamp, tuple):
        low, high = score.modifier_clamp
        yield SheetLine(f"A card with +1 or -1 counts {low} to {high}.", ("score.modifier_clamp",))
    if score.kamikaze:
        held = " ".join(map(str, score.kamikaze.cards))
        yield SheetLine(
            f"{held} in hand: {score.kamikaze.holder} points, everybody else {score.kamikaze.others}.",
            ("score.kamikaze",),
        )
    tie = {
        "caller_below": "the caller gives way",
        "caller_above": "the caller wins",
        "fewest_cards": "fewer cards win",
        "most_cards": "more cards win",
    }
    if score.tie in tie:
        yield SheetLine(f"Among equal hands {tie[score.tie]}.", ("score.tie",))


def _game(pack: RulePack) -> Lines:
    game = pack.game
    ends = [] if game.rounds is None else ["one round" if game.rounds == 1 else f"{game.rounds} rounds"]
    if game.threshold is not None:
        ends.append(f"until a total {'reaches' if game.threshold_at == 'reached' else 'exceeds'} {game.threshold}")
    length = " or ".join(ends) or "as many rounds as you like"
    yield SheetLine(f"{length[0].upper()}{length[1:]}.", ("game.rounds", "game.threshold", "game.threshold_at"))
    for reset in game.resets:
        once = ", once for each player" if reset.once else ""
        yield SheetLine(
            f"A total of exactly {reset.from_total} becomes {reset.to_total}{once}.",
            ("game.reset_exact", "game.more_resets"),
        )
    if game.pot:
        yield SheetLine(f"The pot of {game.pot} is the winner's; a shared win shares it.", ("game.pot",))
    joins = {0: "with 0", "highest": "with the highest total", "average": "with the average of the totals"}
    yield SheetLine(f"Who joins between rounds begins {joins[game.joins_with]}.", ("game.joins_with",))
    wins = "lowest total" if game.won_by == "lowest_total" else "most rounds won"
    ties = listed(tuple(TIE_BREAKS[rule] for rule in game.tie_break), ", then ")
    yield SheetLine(f"The {wins} wins; a tie: {ties}.", ("game.won_by", "game.tie_break"))
    deals = {
        "rotate_left": "The deal goes to the left.",
        "lowest": "The lowest score deals next.",
        "highest": "The highest score deals next.",
    }
    yield SheetLine(deals[game.next_dealer], ("game.next_dealer",))


def _disputes(pack: RulePack) -> Lines:
    if pack.dispute.tokens:
        yield SheetLine(
            f"Everybody has {pack.dispute.tokens_each} challenge tokens for the game; a dispute that is ruled against "
            "who raised it costs one, and who has none left raises no more.",
            ("dispute.tokens", "dispute.tokens_each"),
        )
