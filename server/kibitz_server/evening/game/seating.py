"""Who sits at the table and by which rules it plays, as people say it between and during the rounds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Departed, HandedOver, Joined, Ruled
from kibitz_scoring.game.record import GameState, play
from kibitz_scoring.game.round_state import RoundState, empty_round, present
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.rule_pack import NOTE, HouseRule, RulePack
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving, SeatChange, account_holders
from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.play_entries import RuleKept


@dataclass(frozen=True, slots=True)
class Seating:
    """A table between rounds: its seats and rules, and who came and left since the last round that was confirmed.

    A seat that somebody left stays free until the next round. What is `agreed` is so from the next round on.
    """

    game: GameState
    agreed: tuple[HouseRule, ...] = ()

    @property
    def pack(self) -> RulePack:
        """The rules from here on."""
        return self.game.now.pack

    @property
    def seats(self) -> tuple[PlayerId, ...]:
        """The players by seat, of free seats who sat there."""
        return self.game.now.players

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players at the table, in the order of their seats."""
        return present(self.game.now)

    @property
    def changes(self) -> tuple[SeatChange, ...]:
        """Who came and left since the last round."""
        return self.game.changes

    def after(self, said: str) -> Seating:
        """The table after what somebody said; `InputError` where that cannot be, such as a seat that is taken."""
        event = parse_event(said, self.seats)
        if not isinstance(event, Departed | Joined | HandedOver | Ruled):
            return self
        return replace(self, game=play(self.game, event))

    def agreeing(self, kept: RuleKept) -> Seating:
        """The table once it keeps a rule for the rounds to come; `InputError` where that cannot be."""
        rule = _house_rule(kept)
        agreed = Seating(self.game, (*(one for one in self.agreed if one.key != rule.key or rule.key == NOTE), rule))
        agreed.for_a_round()
        return agreed

    @property
    def coming(self) -> RulePack:
        """The rules of the next round."""
        pack = self.pack
        for rule in self.agreed:
            pack = with_house_rules(pack, [rule])
        return pack

    def for_a_round(self) -> Seating:
        """The table as a round begins: nobody has a free seat between them."""
        return Seating(replace(self.game, now=_table(self.coming, self.players)))

    def after_a_round(self, players: Iterable[PlayerId]) -> Seating:
        """The table once a round of these players is confirmed."""
        return Seating(GameState((), _table(self.coming, tuple(players))))


def joining(seats: Sequence[PlayerId], players: Sequence[PlayerId], player: PlayerId) -> Joined:
    """That a player sits down: in the seat that they left, in one that is free, or in a new one."""
    free = [seat for seat, other in enumerate(seats) if other not in players]
    own = [seat for seat in free if seats[seat] == player]
    return Joined(player, (own or free or [len(seats)])[0])


def _house_rule(kept: RuleKept) -> HouseRule:
    try:
        value = json.loads(kept.value)
    except (ValueError, RecursionError) as error:
        raise InputError(
            Sentence(
                "{rule}: '{kept}' is not JSON: expected a value such as 2 or true.", rule=kept.rule, kept=kept.value
            )
        ) from error
    return HouseRule(key=kept.rule, value=value, author=kept.author, reason=kept.reason)


def seating_of(pack: RulePack, players: Sequence[PlayerId]) -> Seating:
    """The table as a game begins."""
    return Seating(GameState((), _table(pack, tuple(players))))


def seating_left(pack: RulePack, players: Sequence[PlayerId], changes: tuple[SeatChange, ...]) -> Seating:
    """The table of a game that is played no more: who was there after its last round, and who came and left since."""
    here = list(players)
    for change in changes:
        _sit(here, change)
    return Seating(GameState((), _table(pack, tuple(here)), changes=changes))


def _sit(here: list[PlayerId], change: SeatChange) -> bool:
    """Carry a change out among those who are here, in their order; whether it can have been."""
    match change:
        case Leaving(player) if player in here:
            here.remove(player)
        case Joining(player=player) if player not in here:
            here.append(player)
        case HandingOver(player, successor) if player in here:
            here[here.index(player)] = successor
        case _:
            return False
    return True


def _table(pack: RulePack, players: tuple[PlayerId, ...]) -> RoundState:
    return empty_round(RoundState(pack, players), 1)


def fitting(
    present_before: Sequence[PlayerId],
    said: Iterable[SeatChange],
    wanted: Iterable[PlayerId],
    holders: Iterable[PlayerId] = (),
) -> tuple[SeatChange, ...]:
    """What was said of the seats, as far as it can have been, until exactly these players are there.

    An undo may have taken back that somebody came or left before a round that shows it. Nobody takes over a seat who
    is among the `holders` of a total.
    """
    here, changes = list(present_before), list[SeatChange]()
    for change in said:
        holds_total = isinstance(change, HandingOver) and change.successor in account_holders(
            (*holders, *present_before), changes
        )
        if holds_total or not _sit(here, change):
            continue
        changes.append(change)
    there = tuple(wanted)
    changes += [Leaving(player) for player in here if player not in there]
    changes += [Joining(player) for player in there if player not in here]
    return tuple(changes)


def check_said(state: RoundState, said: str) -> None:
    """Raise `InputError` for what cannot be said while a round is on the table."""
    event = parse_event(said, state.players)
    if isinstance(event, Joined):
        raise InputError(
            Sentence("{player} joins in the middle of a round: let them join after it.", player=event.player)
        )
    if isinstance(event, Ruled):
        apply(state, event)
