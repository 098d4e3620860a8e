"""The tally of a game: running totals over its rounds, when it ends, who wins it and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import ThresholdAt, TieBreak, WonBy
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import Hands
from kibitz_scoring.score.ledger import Ledger, most
from kibitz_scoring.score.seats import SeatChange
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.sentences import Sentence, all_of, joined, one_of, to_say

TallyOfRound = Callable[[RulePack, Hands, PlayerId | None, RoundEnd | None], RoundTally]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What a table knows of one round at its reveal; without `end`, a call when there is a caller, else the deck.

    `pack` are the rules that the round is scored by, None for the game's; `changes` are those of the seats since the
    round before, up to the reveal.
    """

    hands: Hands
    caller: PlayerId | None = None
    end: RoundEnd | None = None
    pack: RulePack | None = None
    changes: tuple[SeatChange, ...] = ()


@dataclass(frozen=True, slots=True)
class GameTally:
    """A game tallied after its rounds so far.

    `running[i]` are the totals after round i, `packs[i]` the rules that it was scored by, and `totals` those after
    everybody who came and left since. `left` are players who have left; their totals stay. `ended_after` is the number
    (from 1) of the round that ended the game, None while it goes on; rounds played after it still count.
    `winners` are empty while the game goes on. `reason` says in words why the game goes on, or who won it and why;
    `resets` says for each total that was set back, in order, what happened, `seats` who came and left; `shares` are
    those of the winners in the pot, if the game has one. `successors` went on in the seats of others.
    """

    rounds: tuple[RoundTally, ...]
    running: tuple[Mapping[PlayerId, int], ...]
    ended_after: int | None
    winners: tuple[PlayerId, ...]
    reason: str
    resets: tuple[str, ...]
    totals: Mapping[PlayerId, int]
    packs: tuple[RulePack, ...]
    left: tuple[PlayerId, ...] = ()
    seats: tuple[str, ...] = ()
    shares: Mapping[PlayerId, int] = field(default_factory=dict)
    successors: Mapping[PlayerId, PlayerId] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.ended_after is not None


def tally_game(
    pack: RulePack,
    rounds: Sequence[PlayedRound],
    changes: Sequence[SeatChange] = (),
    players: Sequence[PlayerId] = (),
    tally: TallyOfRound = tally_round,
) -> GameTally:
    """Tally of a game so far, by the rules from here on where a round has none of its own.

    `changes` are those of the seats since the last round; `players` began the game, by default those of the first
    round; `tally` is `tally_round`, or what knows its results already. Raises `InputError` that names
    the round (`rounds[0]` is the first) where it cannot be tallied, or where its players are not those at the table.
    """
    ledger = Ledger(players)
    tallies: list[RoundTally] = []
    running: list[Mapping[PlayerId, int]] = []
    ended: tuple[int, str] | None = None
    for index, played in enumerate(rounds):
        rules = played.pack or pack
        _change(ledger, rules, played.changes, f"rounds[{index}]", (index, ended is not None))
        tallies.append(_tally_at(ledger, rules, played, index, tally))
        ledger.add(rules, tallies[-1], index + 1)
        running.append(ledger.totals)
        ended = ended or _ended(rules, ledger, index + 1, tallies[-1])
    _change(ledger, pack, changes, "changes", (len(rounds), ended is not None))
    last = (rounds[-1].pack or pack) if rounds else pack
    winners, reason = _outcome(pack, last, ledger, ended, tallies, running[-1] if running else {})
    return GameTally(
        rounds=tuple(tallies),
        running=tuple(running),
        ended_after=ended and ended[0],
        winners=winners,
        reason=reason,
        resets=tuple(ledger.resets),
        totals=ledger.totals,
        packs=tuple(played.pack or pack for played in rounds),
        left=ledger.left,
        seats=tuple(ledger.seats),
        successors=dict(ledger.successors),
        shares={winner: last.game.pot // len(winners) for winner in winners} if last.game.pot else {},
    )


def _change(ledger: Ledger, pack: RulePack, changes: Sequence[SeatChange], place: str, when: tuple[int, bool]) -> None:
    after, ended = when
    for change in changes:
        try:
            ledger.change(pack, change, after, ended=ended)
        except InputError as error:
            raise InputError(f"{place}: {error}") from error


def _tally_at(ledger: Ledger, pack: RulePack, played: PlayedRound, index: int, tally: TallyOfRound) -> RoundTally:
    expected = ledger.present
    if expected and played.hands.keys() != set(expected):
        whose = Sentence("those at the table") if ledger.seats else Sentence("those of the first round")
        raise InputError(
            Sentence(
                "rounds[{index}].hands: found the players {hands}: expected {whose}, {expected}.",
                index=index,
                hands=", ".join(played.hands),
                whose=whose,
                expected=", ".join(expected),
            )
        )
    try:
        return tally(pack, played.hands, played.caller, played.end)
    except InputError as error:
        raise InputError(Sentence("rounds[{index}].{error}", index=index, error=error)) from error


def _outcome(
    pack: RulePack,
    last: RulePack,
    ledger: Ledger,
    ended: tuple[int, str] | None,
    tallies: Sequence[RoundTally],
    running: Mapping[PlayerId, int],
) -> tuple[tuple[PlayerId, ...], str]:
    """Who has won, nobody while the game goes on, and why."""
    if ended is None:
        return (), _goes_on(pack, last, ledger, tallies, running)
    winners, why = _winners(last, ledger)
    return winners, joined("", (ended[1], "; ", why, _of_pot(last, len(winners))))


def _of_pot(pack: RulePack, winners: int) -> str:
    """What becomes of the pot: whole shares, and what cannot be shared stays over."""
    if not (pack.game.pot and winners):
        return ""
    share, over = divmod(pack.game.pot, winners)
    words = (
        to_say("; the pot of {pot} gives {share}") if winners == 1 else to_say("; the pot of {pot} gives {share} each")
    )
    given = Sentence(words, pot=pack.game.pot, share=share)
    return joined("", (given, Sentence(", {over} stays over", over=over))) if over else given


def _ended(pack: RulePack, ledger: Ledger, number: int, tally: RoundTally) -> tuple[int, str] | None:
    """Number of the round just written down and why it ends the game; None where a tie has to be played off."""
    end = _end_reason(pack, ledger.totals, number, tally)
    if end is None or (_plays_off(pack) and len(_winners(pack, ledger)[0]) > 1):
        return None
    return number, end


def _plays_off(pack: RulePack) -> bool:
    return TieBreak.PLAY_OFF in takewhile(lambda rule: rule is not TieBreak.SHARED, pack.game.tie_break)


def _end_reason(pack: RulePack, running: Mapping[PlayerId, int], number: int, tally: RoundTally) -> str | None:
    game = pack.game
    if game.threshold is not None:
        totals = {player: running[player] for player in tally.scores}
        highest = max(totals.values())
        player = all_of(most(totals))
        if highest > game.threshold:
            return Sentence(
                "{player} passed {threshold} with {highest} in round {number}",
                player=player,
                threshold=game.threshold,
                highest=highest,
                number=number,
            )
        if highest == game.threshold and game.threshold_at is ThresholdAt.REACHED:
            return Sentence(
                "{player} reached {threshold} in round {number}", player=player, threshold=game.threshold, number=number
            )
    if game.rounds is not None and number > game.rounds and _plays_off(pack):
        return Sentence("the play-off ended in round {number}", number=number)
    if game.rounds is not None and number >= game.rounds:
        return (
            Sentence("the only round is played")
            if game.rounds == 1
            else Sentence("all {rounds} rounds are played", rounds=game.rounds)
        )
    return None


def _goes_on(
    pack: RulePack, last: RulePack, ledger: Ledger, tallies: Sequence[RoundTally], running: Mapping[PlayerId, int]
) -> str:
    game, played = pack.game, len(tallies)
    if tallies and _end_reason(last, running, played, tallies[-1]):
        return Sentence("{why}; a play-off round decides", why=_winners(last, ledger)[1])
    ends = []
    if game.rounds is not None:
        ends.append(Sentence("after round {number}", number=game.rounds))
    if game.threshold is not None:
        reached = game.threshold_at is ThresholdAt.REACHED
        words = to_say("when a total reaches {threshold}") if reached else to_say("when a total exceeds {threshold}")
        ends.append(Sentence(words, threshold=game.threshold))
    rounds = Sentence("1 round") if played == 1 else Sentence("{played} rounds", played=played)
    return Sentence(
        "{rounds} played; the game ends {when}",
        rounds=rounds,
        when=one_of(ends or [Sentence("when the players stop")]),
    )


def _winners(pack: RulePack, ledger: Ledger) -> tuple[tuple[PlayerId, ...], str]:
    tied, what = _ahead(pack, ledger)
    if not tied:
        return (), Sentence("nobody is left to win")
    if len(tied) == 1:
        return tied, Sentence("{player} wins with {what}", player=tied[0], what=what)
    level = Sentence("{players} tie with {number}", players=all_of(tied), number=what.rpartition(" ")[2])
    for rule in pack.game.tie_break:
        if rule is not TieBreak.MOST_SUCCESSFUL_CALLS:
            break
        calls = {player: ledger.accounts[player].calls for player in tied}
        if len(most(calls)) < len(tied):
            tied = most(calls)
            level = Sentence(
                "{level}; {players} made the most successful calls, {number}",
                level=level,
                players=all_of(tied),
                number=calls[tied[0]],
            )
    if len(tied) > 1 and _plays_off(pack):
        return tied, level
    words = to_say("{level}; {players} wins") if len(tied) == 1 else to_say("{level}; {players} share the win")
    return tied, Sentence(words, level=level, players=all_of(tied))


def _ahead(pack: RulePack, ledger: Ledger) -> tuple[tuple[PlayerId, ...], str]:
    """Who is ahead by what wins the game, and with how much; nobody where all left before it had ended."""
    accounts = ledger.in_the_running
    if pack.game.won_by is WonBy.ROUND_WINS:
        ahead = most({player: account.wins for player, account in accounts.items()})
        return ahead, Sentence("the most rounds won, {wins}", wins=accounts[ahead[0]].wins) if ahead else ""
    ahead = most({player: -account.total for player, account in accounts.items()})
    return ahead, Sentence("the lowest total, {total}", total=accounts[ahead[0]].total) if ahead else ""
