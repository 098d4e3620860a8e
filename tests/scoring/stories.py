"""Tables told in lines of notation, for tests."""

from __future__ import annotations

from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.legality.legal_acts import legal_acts
from kibitz_scoring.game.round_state import RoundState, cards_of, first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack

from ..plain_words import plain_words

TWO = (PlayerId("A"), PlayerId("B"))
THREE = (*TWO, PlayerId("C"))


def told(state: RoundState, *story: str) -> RoundState:
    """The table after these events."""
    for line in filter(None, "\n".join(story).splitlines()):
        state = apply(state, parse_event(line, state.players))
    return state


def dealt(pack: RulePack, *story: str, players: tuple[PlayerId, ...] = TWO, starter: str = "9H") -> RoundState:
    """A table on which the last player has dealt, a card is turned where the game has one, and this has happened."""
    turned = (f"starter {starter}",) if pack.piles.starter else ()
    return told(first_state(pack, players), f"p{len(players)} deals", *turned, *story)


def table(pack: RulePack, text: str, players: tuple[PlayerId, ...] = TWO) -> RoundState:
    """The table that a line of notation describes."""
    return parse_table(text, pack, players)


def begun(pack_id: str, story: str, players: tuple[PlayerId, ...] = TWO, **house: object) -> RoundState:
    """The table after a story that the second player's deal begins; `__` in a key stands for its dot."""
    options = {key.replace("__", "."): value for key, value in house.items()}
    return told(first_state(load_pack(pack_id, options), players), "p2 deals", story)


def broken(state: RoundState, line: str) -> list[str]:
    """Keys of the rules that an act breaks, none where it is allowed."""
    return [violation.rule for violation in check(state, parse_event(line, state.players))]


def breaks(state: RoundState, event: str, rule: str) -> None:
    """See that an event breaks a rule, and that a page can say why in another language."""
    assert rule in broken(state, event), (broken(state, event), format_table(state))
    for violation in check(state, parse_event(event, state.players)):
        assert {*plain_words(violation.reason)} <= {state.pack.name}


def allows(state: RoundState, *events: str) -> None:
    """See that these events break no rule."""
    for event in events:
        assert not broken(state, event), (event, format_table(state))


def acts(state: RoundState) -> list[str]:
    """Lines of the acts that are allowed now."""
    return [format_event(act, state.players) for act in legal_acts(state)]


def turned_up(state: RoundState, faces: str) -> RoundState:
    """The table once every card is turned up at the reveal, one hand after another."""
    slots = [slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat)]
    return told(state, *[f"reveal {slot} {face}" for slot, face in zip(slots, faces.split(), strict=True)])


def hand_sizes(state: RoundState) -> list[int]:
    """Cards in front of each player."""
    return [sum(card is not None for card in hand) for hand in state.hands]
