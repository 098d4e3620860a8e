"""Challenge tokens of a game: which disputes were raised, how they were ruled, and what each player has left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.seats import HandingOver, SeatChange
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.entries import Entry, SheetOpened
from kibitz_server.journal.play_entries import (
    ActDisputed,
    Outcome,
    QuestionAnswered,
    RevealWatched,
    RoundWatched,
    SnapRuled,
    WatchDropped,
)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A dispute that may cost a token: what the table said of it last, None while it is open."""

    player: PlayerId
    raised_ms: float
    outcome: Outcome | None = None


Challenges = tuple[Challenge, ...]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The challenge tokens that a player has left, of how many, and those of them that open disputes may cost."""

    left: int
    each: int
    staked: int


def challenges_after(pack: RulePack, challenges: Challenges, entry: Entry) -> Challenges:
    """The challenges of a game after one more entry; a dispute raised while no tokens are played for is none."""
    match entry:
        case ActDisputed(player, _, float(raised_ms)) if pack.dispute.tokens:
            return (*challenges, Challenge(player, raised_ms))
        case QuestionAnswered() | SnapRuled():
            said = {(one.player, one.raised_ms): one.outcome for one in entry.disputes}
            return tuple(replace(one, outcome=said.get((one.player, one.raised_ms), one.outcome)) for one in challenges)
        case RoundWatched() | RevealWatched() | WatchDropped() | SheetOpened():
            # What the table did not rule on before the round was over costs nothing.
            return tuple(one for one in challenges if one.outcome is not None)
        case _:
            return challenges


def handed_over(challenges: Challenges, changes: tuple[SeatChange, ...]) -> Challenges:
    """The challenges once others go on in players' seats."""
    for change in changes:
        if isinstance(change, HandingOver):
            challenges = tuple(
                replace(one, player=change.successor) if one.player == change.player else one for one in challenges
            )
    return challenges


def tokens_of(pack: RulePack, challenges: Challenges, player: PlayerId) -> Tokens | None:
    """What a player has left, None where no tokens are played for."""
    if not pack.dispute.tokens:
        return None
    own = [one.outcome for one in challenges if one.player == player]
    each = pack.dispute.tokens_each
    return Tokens(max(0, each - own.count(Outcome.UPHELD)), each, own.count(None))


def check_challenge(pack: RulePack, challenges: Challenges, player: PlayerId) -> None:
    """Raise `InputError` where a player has no token for another dispute."""
    tokens = tokens_of(pack, challenges, player)
    if tokens is None or tokens.left > tokens.staked:
        return
    if tokens.left:
        raise InputError(
            Sentence("{player} has no token left beside what is disputed already: rule on that first.", player=player)
        )
    raise InputError(
        Sentence(
            "{player} has no challenge token left for this game: {number} of {player}'s disputes were ruled against.",
            player=player,
            number=tokens.each,
        )
    )
