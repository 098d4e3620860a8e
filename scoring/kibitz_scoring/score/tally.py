"""The tally of a round: from the hands at the reveal to every player's score and the reason for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import CallerSucceeds, Lowest, RoundTie
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.score_sections import Kamikaze
from kibitz_scoring.score.hands import Hand, Hands, ScoredCard, check_hands
from kibitz_scoring.score.points import HandPoints, card_value, hand_points
from kibitz_scoring.score.sizes import size_warnings
from kibitz_scoring.sentences import Sentence, all_of, either, to_say


class RoundEnd(StrEnum):
    """What ended a round; the value is the notation. LEFT: fewer than two players were left in the game."""

    CALL = "call"
    EMPTY_HAND = "empty_hand"
    DECK = "deck"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class RoundTally:
    """One round tallied, each mapping in the order of the players given.

    `points` are the cards' points, `scores` those with the caller's result. `caller_succeeded` is None without a
    caller, where the pack judges none, and for a caller whom an empty hand called and who is exempt from failing.
    `winners` have the lowest points among those who did not fail a call, as far as `score.tie` lets them share. Each
    reason ends in the score.
    """

    points: Mapping[PlayerId, int]
    scores: Mapping[PlayerId, int]
    caller: PlayerId | None
    caller_succeeded: bool | None
    winners: tuple[PlayerId, ...]
    reasons: Mapping[PlayerId, str]
    declared_success: bool
    """Whether the caller succeeded by a word of their own, which `most_successful_calls` counts."""
    emptied: tuple[PlayerId, ...] = ()
    """Who had no cards left in a round that an empty hand ended."""
    warnings: tuple[str, ...] = ()
    """Sentences about what no play of the game leads to, such as a hand of impossible size."""


def default_end(caller: PlayerId | None) -> RoundEnd:
    """What ended a round of which only the caller is known."""
    return RoundEnd.DECK if caller is None else RoundEnd.CALL


def tally_round(pack: RulePack, hands: Hands, caller: PlayerId | None, end: RoundEnd | None = None) -> RoundTally:
    """Tally of one round, `end` defaulting to a call when there is a caller, else to the deck.

    Raises `InputError` for hands that the pack's deck cannot make and for a caller who is not among the players.
    """
    check_hands(pack, hands)
    end = end or default_end(caller)
    _check_caller(hands, caller, end)
    warnings = tuple(size_warnings(pack, hands, caller, by_empty_hand=end is RoundEnd.EMPTY_HAND))
    sums = {player: hand_points(pack, hand) for player, hand in hands.items()}
    holders = _kamikaze_holders(pack, hands)
    if pack.score.kamikaze and holders:
        return replace(_kamikaze_tally(pack, pack.score.kamikaze, sums, holders, caller), warnings=warnings)
    forced = caller is not None and _is_forced(hands, caller, end)
    tally = _tally(pack, sums, caller, forced) if end is not RoundEnd.LEFT else _left_alone(sums, caller)
    emptied = tuple(player for player, hand in hands.items() if end is RoundEnd.EMPTY_HAND and not hand)
    return replace(tally, winners=_winners(pack, tally, hands), emptied=emptied, warnings=warnings)


def _check_caller(hands: Hands, caller: PlayerId | None, end: RoundEnd) -> None:
    if caller is not None and caller not in hands:
        raise InputError(
            Sentence(
                "caller: '{caller}' is not a player: expected {expected}.", caller=caller, expected=either(list(hands))
            )
        )
    if caller is None and end is RoundEnd.CALL:
        raise InputError("caller: found nobody although the round ended by a call: expected the player who called.")


def _is_forced(hands: Hands, caller: PlayerId, end: RoundEnd) -> bool:
    """Whether an empty hand made this player the caller; a penalty card since then does not undo it."""
    return end is RoundEnd.EMPTY_HAND and (not hands[caller] or all(hands.values()))


def _tally(pack: RulePack, sums: Mapping[PlayerId, HandPoints], caller: PlayerId | None, forced: bool) -> RoundTally:
    points = {player: hand.points for player, hand in sums.items()}
    succeeded = None if caller is None else _judge(pack, points, caller)
    exempt = succeeded is False and forced and pack.empty_hand.exempt_from_fail is True
    scores = dict(points)
    reasons = {player: Sentence("hand: {sum}", sum=hand.sum_text) for player, hand in sums.items()}
    if caller is not None:
        verdict = _verdict(pack, succeeded, exempt)
        scores[caller], change = _caller_score(pack, sums[caller], None if exempt else succeeded)
        reasons[caller] = Sentence(
            "called by an empty hand {verdict}: {change}" if forced else "called {verdict}: {change}",
            verdict=verdict,
            change=change,
        )
    lowest = _lowest(points, without=caller if succeeded is False and not exempt else None)
    if pack.score.lowest is Lowest.ZERO:
        for player in (caller,) if caller in lowest and succeeded else lowest:
            scores[player] = 0
            reasons[player] = Sentence(
                "called and is lowest: {points} counts as 0" if player == caller else "is lowest: {points} counts as 0",
                points=points[player],
            )
    return RoundTally(
        points=points,
        scores=scores,
        caller=caller,
        caller_succeeded=None if exempt else succeeded,
        winners=lowest,
        reasons=reasons,
        declared_success=succeeded is True and not forced,
    )


def _left_alone(sums: Mapping[PlayerId, HandPoints], caller: PlayerId | None) -> RoundTally:
    """The tally of a round that ended as players left: a call is compared with nobody."""
    points = {player: hand.points for player, hand in sums.items()}
    reasons = {
        player: Sentence(
            "called, then the others left: {sum}" if player == caller else "hand: {sum}", sum=hand.sum_text
        )
        for player, hand in sums.items()
    }
    return RoundTally(points, dict(points), caller, None, _lowest(points, None), reasons, declared_success=False)


def _judge(pack: RulePack, points: Mapping[PlayerId, int], caller: PlayerId) -> bool | None:
    rule = pack.score.caller_succeeds
    if rule is CallerSucceeds.NONE:
        return None
    others = [value for player, value in points.items() if player != caller]
    if rule is CallerSucceeds.JOINT_LOWEST:
        return all(points[caller] <= value for value in others)
    return all(points[caller] < value for value in others)


def _verdict(pack: RulePack, succeeded: bool | None, exempt: bool) -> str:
    alone = Sentence("alone ") if pack.score.caller_succeeds is CallerSucceeds.SOLE_LOWEST else ""
    if succeeded is None:
        return Sentence("(no call is judged in {game})", game=pack.name)
    if succeeded:
        return Sentence("and is {alone}lowest", alone=alone)
    words = (
        to_say("and is not {alone}lowest, exempt from the penalty") if exempt else to_say("and is not {alone}lowest")
    )
    return Sentence(words, alone=alone)


def _caller_score(pack: RulePack, hand: HandPoints, succeeded: bool | None) -> tuple[int, str]:
    """Score of the caller and how it comes from the points."""
    points = hand.points
    flat = None if succeeded is None else pack.score.success_flat if succeeded else pack.score.fail_flat
    if flat is not None:
        return flat, Sentence("{points} counts as {flat}", points=points, flat=flat)
    rule = "sum" if succeeded is None else pack.score.success if succeeded else pack.score.fail
    kind, _, amount = rule.partition("_")
    match kind:
        case "zero":
            return 0, Sentence("{points} counts as 0", points=points)
        case "minus":
            return points - int(amount), f"{points} - {amount} = {points - int(amount)}"
        case "double":
            return points * 2, f"{points} x 2 = {points * 2}"
        case "add":
            return points + int(amount), f"{points} + {amount} = {points + int(amount)}"
        case _:
            return points, hand.sum_text


def _lowest(points: Mapping[PlayerId, int], without: PlayerId | None) -> tuple[PlayerId, ...]:
    eligible = {player: value for player, value in points.items() if player != without}
    return tuple(player for player, value in eligible.items() if value == min(eligible.values()))


def _winners(pack: RulePack, tally: RoundTally, hands: Hands) -> tuple[PlayerId, ...]:
    """Winners of a round among those with equal lowest points, as `score.tie` tells them apart."""
    tied = tally.winners
    rule = pack.score.tie
    if rule is RoundTie.SHARED:
        return tied
    if rule is RoundTie.CALLER_BELOW:
        return tuple(player for player in tied if player != tally.caller) or tied
    if rule is RoundTie.CALLER_ABOVE:
        return tuple(player for player in tied if player == tally.caller) or tied
    counts = {player: len(hands[player]) for player in tied}
    wanted = min(counts.values()) if rule is RoundTie.FEWEST_CARDS else max(counts.values())
    return tuple(player for player in tied if counts[player] == wanted)


def _kamikaze_holders(pack: RulePack, hands: Hands) -> tuple[PlayerId, ...]:
    kamikaze = pack.score.kamikaze
    if kamikaze is None:
        return ()
    return tuple(player for player, hand in hands.items() if _is_kamikaze(pack, kamikaze, hand))


def _is_kamikaze(pack: RulePack, kamikaze: Kamikaze, hand: Hand) -> bool:
    if len(hand) != len(kamikaze.cards):
        return False
    names = [_names(pack, scored) for scored in hand]
    return any(
        all(str(card) in names_of for card, names_of in zip(kamikaze.cards, order, strict=True))
        for order in permutations(names)
    )


def _names(pack: RulePack, scored: ScoredCard) -> frozenset[str]:
    """What a kamikaze hand may call a card: itself, its rank and its printed value."""
    card = scored.card
    return frozenset((str(card), str(card.rank), str(card_value(pack, card))))


def _kamikaze_tally(
    pack: RulePack,
    kamikaze: Kamikaze,
    sums: Mapping[PlayerId, HandPoints],
    holders: tuple[PlayerId, ...],
    caller: PlayerId | None,
) -> RoundTally:
    judged = caller is not None and pack.score.caller_succeeds is not CallerSucceeds.NONE
    scores = {player: kamikaze.holder if player in holders else kamikaze.others for player in sums}
    cards = " ".join(map(str, kamikaze.cards))
    who = all_of(holders)
    return RoundTally(
        points={player: hand.points for player, hand in sums.items()},
        scores=scores,
        caller=caller,
        caller_succeeded=caller in holders if judged else None,
        winners=holders,
        reasons={
            player: Sentence("holds {cards}: {score}", cards=cards, score=score)
            if player in holders
            else Sentence("{who} holds {cards}: {score}", who=who, cards=cards, score=score)
            for player, score in scores.items()
        },
        declared_success=judged and caller in holders,
    )
