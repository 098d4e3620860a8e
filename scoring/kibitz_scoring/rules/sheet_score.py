"""What a round scores and how a game is won, in sentences for people."""

from __future__ import annotations

from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sheet_words import TIE_BREAKS, Lines, SheetLine, fail_words, success_words
from kibitz_scoring.sentences import Sentence, one_of, one_then, to_say


def score_lines(pack: RulePack) -> Lines:
    """What hands and calls score."""
    score = pack.score
    yield SheetLine(Sentence("Everybody counts their cards; the lowest hand wins."), ())
    if score.lowest == "zero":
        yield SheetLine(Sentence("The lowest hand counts 0."), ("score.lowest",))
    if score.caller_succeeds != "none":
        lowest = (
            Sentence("alone lowest")
            if score.caller_succeeds == "sole_lowest"
            else Sentence("lowest, alone or with others,")
        )
        yield SheetLine(
            Sentence(
                "A caller who is {lowest} {scores}.",
                lowest=lowest,
                scores=success_words(score.success, score.success_flat),
            ),
            ("score.caller_succeeds", "score.success", "score.success_flat"),
        )
        exempt = Sentence(" (not a caller without cards)") if pack.empty_hand.exempt_from_fail is True else ""
        yield SheetLine(
            Sentence(
                "A caller who is not {scores}{exempt}.",
                scores=fail_words(score.fail, score.fail_flat),
                exempt=exempt,
            ),
            ("score.fail", "score.fail_flat", "empty_hand.exempt_from_fail"),
        )
    if isinstance(score.modifier_clamp, tuple):
        low, high = score.modifier_clamp
        yield SheetLine(
            Sentence("A card with +1 or -1 counts {low} to {high}.", low=low, high=high), ("score.modifier_clamp",)
        )
    if score.kamikaze:
        held = " ".join(map(str, score.kamikaze.cards))
        yield SheetLine(
            Sentence(
                "{held} in hand: {holder} points, everybody else {others}.",
                held=held,
                holder=score.kamikaze.holder,
                others=score.kamikaze.others,
            ),
            ("score.kamikaze",),
        )
    tie = {
        "caller_below": Sentence("the caller gives way"),
        "caller_above": Sentence("the caller wins"),
        "fewest_cards": Sentence("fewer cards win"),
        "most_cards": Sentence("more cards win"),
    }
    if score.tie in tie:
        yield SheetLine(Sentence("Among equal hands {tie}.", tie=tie[score.tie]), ("score.tie",))


def game_lines(pack: RulePack) -> Lines:
    """How long a game goes on, and who wins it."""
    game = pack.game
    ends = (
        []
        if game.rounds is None
        else [Sentence("One round") if game.rounds == 1 else Sentence("{rounds} rounds", rounds=game.rounds)]
    )
    if game.threshold is not None:
        ends.append(Sentence(_until(game.threshold_at, is_first=not ends), threshold=game.threshold))
    length = Sentence("{length}.", length=one_of(ends or [Sentence("As many rounds as you like")]))
    yield SheetLine(length, ("game.rounds", "game.threshold", "game.threshold_at"))
    for reset in game.resets:
        once = Sentence(", once for each player") if reset.once else ""
        yield SheetLine(
            Sentence(
                "A total of exactly {from_total} becomes {to_total}{once}.",
                from_total=reset.from_total,
                to_total=reset.to_total,
                once=once,
            ),
            ("game.reset_exact", "game.more_resets"),
        )
    if game.pot:
        yield SheetLine(
            Sentence("The pot of {pot} is the winner's; a shared win shares it.", pot=game.pot), ("game.pot",)
        )
    joins = {
        0: Sentence("with 0"),
        "highest": Sentence("with the highest total"),
        "average": Sentence("with the average of the totals"),
    }
    yield SheetLine(
        Sentence("Who joins between rounds begins {join}.", join=joins[game.joins_with]), ("game.joins_with",)
    )
    wins = Sentence("lowest total") if game.won_by == "lowest_total" else Sentence("most rounds won")
    ties = one_then([Sentence(TIE_BREAKS[rule]) for rule in game.tie_break])
    yield SheetLine(
        Sentence("The {wins} wins; a tie: {ties}.", wins=wins, ties=ties), ("game.won_by", "game.tie_break")
    )
    deals = {
        "rotate_left": Sentence("The deal goes to the left."),
        "lowest": Sentence("The lowest score deals next."),
        "highest": Sentence("The highest score deals next."),
    }
    yield SheetLine(deals[game.next_dealer], ("game.next_dealer",))


def _until(threshold_at: str, *, is_first: bool) -> str:
    if threshold_at == "reached":
        return to_say("Until a total reaches {threshold}") if is_first else to_say("until a total reaches {threshold}")
    return to_say("Until a total exceeds {threshold}") if is_first else to_say("until a total exceeds {threshold}")
