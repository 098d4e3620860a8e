"""The watched round as a page may show it: every face through the rules' own projection, nothing of what is sealed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Declined, Ended, Event, Passed
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.phase_words import PHASE_WORDS
from kibitz_scoring.game.projection import project
from kibitz_scoring.game.round_state import PLAYED, Phase, RoundState, TableCard
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.evening.game.challenges import Tokens, tokens_of
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.round.moments import HappenedKey, keys_of
from kibitz_server.evening.round.play import Play
from kibitz_server.texts import say
from kibitz_server.views.round.clock import ClockView, clock_of, peek_seconds
from kibitz_server.views.round.inbox import AnswerView, ItemView, alternatives, inbox_of, places_of
from kibitz_server.views.round.just_seen import just_seen
from kibitz_server.views.round.offers_view import OfferView, offers_of
from kibitz_server.views.round.race_view import RaceView, race_view
from kibitz_server.views.round.reveal_view import HandSettled, settled_hands
from kibitz_server.views.words.act_words import ActWords
from kibitz_vision.detections import Face

_SHOWN_LATELY = 8


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place of a hand and its name in words.

    `face` is None for a gap, and `card` stands only on a card that lies face up.
    """

    slot: SlotId
    name: str
    face: Face | None
    card: Card | None
    modifier: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player at the table; `points` stand once all of the player's cards lie face up.

    `holds` says whose card is in hand: from which heap, or None. `tokens` are those for challenges, if any.
    """

    player: PlayerId
    places: tuple[PlaceView, ...]
    is_on_turn: bool
    is_caller: bool
    holds: Heap | None
    points: int | None
    tokens: Tokens | None = None


@dataclass(frozen=True, slots=True)
class ActView:
    """Something people may say now: a label for a button, and the event in the notation."""

    label: str
    event: str


@dataclass(frozen=True, slots=True)
class DoneView:
    """Something that happened: in words, with the places that it lights up and, where it lies open, its card.

    `answers` are what it may be corrected to in a tap; `key` tells it from all else that happened.
    """

    text: str
    card: Card | None
    places: tuple[SlotId, ...]
    act: ActId | None
    answers: tuple[AnswerView, ...]
    key: HappenedKey


@dataclass(frozen=True, slots=True)
class PlayView:
    """All that everybody at the table may know of the round being watched, or told `by_hand` by what it `offers`.

    `just_seen` and `just_said` are what the game does not follow yet, as something may still turn up before it;
    `peek_s` is there while somebody may look. `stands_still` says why all clocks do, empty while they run;
    `turns_taken` counts the turns that are over.
    """

    phase: str
    on_turn: str
    turns_taken: int
    seats: tuple[SeatView, ...]
    draw_pile: int
    pile: int
    top: Card | None
    lately: tuple[DoneView, ...]
    just_seen: tuple[str, ...]
    just_said: tuple[str, ...]
    inbox: tuple[ItemView, ...]
    hands: tuple[HandSettled, ...]
    races: tuple[RaceView, ...]
    acts: tuple[ActView, ...]
    clock: ClockView | None
    stands_still: str
    peek_s: int | None
    by_hand: bool
    is_reveal: bool
    endings: tuple[ActView, ...]
    offers: tuple[OfferView, ...]


def project_play(play: Play, game: Game | None = None) -> PlayView:
    """The watched round as everybody may know it."""
    shown = project(play.state, None)
    words = ActWords(shown.pack, shown.players)
    tops = [card.face for card in shown.discard[-1:] if isinstance(card.face, Card)]
    return PlayView(
        phase=say(PHASE_WORDS[shown.phase]),
        on_turn=_on_turn(shown),
        turns_taken=sum(shown.taken),
        seats=tuple(_with_tokens(seat, game) for seat in seats_of(shown, _points(play))),
        draw_pile=shown.draw_pile,
        pile=len(shown.discard),
        top=tops[0] if tops else None,
        lately=done_lately(play, shown, _SHOWN_LATELY),
        just_seen=just_seen(play.seen_just_now, words),
        just_said=tuple(words.told([one.event]) for one in play.said_just_now),
        inbox=inbox_of(play, words, shown),
        hands=settled_hands(shown, words),
        races=tuple(race_view(number, race, words) for number, race in enumerate(play.races)),
        acts=() if play.by_hand else _acts(shown, [timed.event for timed in play.said_just_now]),
        clock=clock_of(shown, play.turn_since_ms, play.disputes.pauses),
        stands_still=_stands_still(play, words),
        peek_s=peek_seconds(shown),
        by_hand=play.by_hand,
        is_reveal=shown.phase is Phase.REVEAL,
        endings=_endings(shown) if play.by_hand else (),
        offers=offers_of(play.state) if play.by_hand else (),
    )


def done_lately(play: Play, shown: RoundState, most: int | None = None) -> tuple[DoneView, ...]:
    """What happened so far, or the latest of it, as everybody may know it."""
    lies_open, words = _lies_open(shown), ActWords(shown.pack, shown.players)
    done = list(zip(play.happened, keys_of(play.happened), strict=True))
    return tuple(_done(play, one, key, lies_open, words) for one, key in done[-most if most else None :])


def seats_of(shown: RoundState, points: Mapping[PlayerId, int]) -> tuple[SeatView, ...]:
    """The players at a table as it may be shown, with the points of those whose cards all lie face up."""
    words = ActWords(shown.pack, shown.players)
    return tuple(_seat(shown, seat, points, words) for seat in range(len(shown.players)))


def _with_tokens(seat: SeatView, game: Game | None) -> SeatView:
    return replace(seat, tokens=tokens_of(game.pack, game.challenges, seat.player)) if game else seat


def _stands_still(play: Play, words: ActWords) -> str:
    """Who disputes what, as long as all clocks stand still for it."""
    if not play.disputes.open:
        return ""
    first = play.disputes.open[0]
    what = words.told(play.events_of(first.act)) if first.act else ""
    what = what or say("what has just happened")
    return say("Clocks stand still: {player} disputes: {what}", player=first.player, what=what)


def _on_turn(state: RoundState) -> str:
    """Whose turn it is, in words, nothing where nobody is on turn."""
    is_played = state.phase in PLAYED and state.phase is not Phase.INITIAL_PEEK
    return say("{player} is on turn", player=state.players[state.turn]) if is_played else ""


def _seat(state: RoundState, seat: int, points: Mapping[PlayerId, int], words: ActWords) -> SeatView:
    player = state.players[seat]
    hand = state.hands[seat] if seat < len(state.hands) else ()
    slots = slot_ids(state.pack, seat, len(hand))
    held = next((one.source for one in state.held if one.seat == seat), None)
    return SeatView(
        player=player,
        places=tuple(_place(slot, card, words) for slot, card in zip(slots, hand, strict=True)),
        is_on_turn=state.phase in PLAYED and state.turn == seat,
        is_caller=state.caller == seat,
        holds=held,
        points=points.get(player),
    )


def _place(slot: SlotId, card: TableCard | None, words: ActWords) -> PlaceView:
    if card is None:
        return PlaceView(slot, words.place(slot), None, None, 0)
    if card.face_up and isinstance(card.face, Card):
        return PlaceView(slot, words.place(slot), Face.UP, card.face, card.modifier)
    return PlaceView(slot, words.place(slot), Face.DOWN, None, card.modifier)


def _points(play: Play) -> dict[PlayerId, int]:
    points = {}
    for player, hand in play.hands_up().items():
        try:
            points[player] = hand_points(play.state.pack, hand).points
        except InputError:
            # A card that the deck does not have: the sheet will ask for it.
            continue
    return points


def _done(play: Play, happened: TimedEvent, key: HappenedKey, lies_open: Collection[Card], words: ActWords) -> DoneView:
    """An event with its face while that lies open: remembering the others is the game."""
    event, act = happened.event, happened.act
    face = next((value for name in ("card", "out") if isinstance(value := getattr(event, name, None), Card)), None)
    answers = alternatives(play, act, words) if act is not None else ()
    card = face if face in lies_open else None
    return DoneView(words.told([event]), card, places_of([event]), act, answers, key)


def _lies_open(state: RoundState) -> frozenset[Card]:
    cards = (*state.discard, *(card for hand in state.hands for card in hand if card is not None))
    return frozenset(card.face for card in cards if card.face_up and isinstance(card.face, Card))


def _acts(state: RoundState, said: Collection[Event]) -> tuple[ActView, ...]:
    """What only people can say, as far as the rules allow it now and nobody has just said it."""
    if state.phase not in PLAYED:
        return ()
    on_turn = state.players[state.turn]
    wanted: list[tuple[str, Event]] = [(say("{player} passes", player=on_turn), Passed(on_turn))]
    owing = {state.players[due.seat] for due in state.due} | ({on_turn} if state.power else set())
    wanted += [(say("{player} does without", player=player), Declined(player)) for player in sorted(owing)]
    return tuple(
        ActView(label, format_event(event, state.players))
        for label, event in wanted
        if event not in said and not check(state, event)
    )


def _endings(state: RoundState) -> tuple[ActView, ...]:
    """How the round may have ended that is not over as it was told."""
    if state.phase not in PLAYED and state.phase is not Phase.AFTER_LAST_TURN:
        return ()
    callers = state.players if state.caller is None else (state.players[state.caller],)
    calls = [(say("{player} called", player=player), Ended(RoundEnd.CALL, player)) for player in callers]
    ways = calls if state.caller is not None else [*calls, (say("The cards ran out"), Ended(RoundEnd.DECK))]
    return tuple(ActView(label, format_event(event, state.players)) for label, event in ways)
