"""What people may tell of a round at a moment: the acts that the rules allow then, and what the table sees of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.events import Called, Dealt, Event, Paired, Snapped, Swapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.legality.legal_acts import act_candidates, snap_candidates
from kibitz_scoring.game.projection import public_event
from kibitz_scoring.game.round_state import RoundState, TableCard, card_at, cards_of, held_by, seat_of, top_face
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_scoring.table import FACE_DOWN, Face

NOT_NOW = to_say("This cannot be done now: something else was told meanwhile.")
_FACES = ("card", "out", "first_card", "second_card")
_VERDICTS = (Verdict.CORRECT, Verdict.WRONG, Verdict.LATE)
_NOT_OFFERED = (Called, Dealt)
"""A call has a button of its own, at any time, and a round that people tell is dealt already."""


OfferedKind = tuple[type, PlayerId | None]
"""What is done, as a kind of events, and who does it, None for the table."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An act as it is being told: the offered event in the notation, the faces told of it, and of a snap the verdict.

    `faces` are by the names of the event's fields.
    """

    event: str
    faces: Mapping[str, Card] = field(default_factory=dict)
    verdict: Verdict | None = None


def kinds_offered(state: RoundState) -> tuple[OfferedKind, ...]:
    """What may be done now by whom, snaps last."""
    found: dict[OfferedKind, None] = {}
    for event in act_candidates(state):
        if (kind := kind_of(event)) not in found and _is_offered(state, event):
            found[kind] = None
    # Faces left open, whether one may snap depends on whose card it is, and not on which.
    firsts = {slot for seat in range(len(state.hands)) for slot, _ in islice(cards_of(state, seat), 1)}
    for snap in snap_candidates(state):
        if (kind := kind_of(snap)) not in found and snap.slot in firsts and _is_offered(state, snap):
            found[kind] = None
    return tuple(found)


def offered(state: RoundState, kind: OfferedKind) -> tuple[Event, ...]:
    """All that may be done of a kind now, faces left open; a snap whatever it comes to."""
    events = chain(act_candidates(state), snap_candidates(state) if kind[0] is Snapped else ())
    return tuple(event for event in events if kind_of(event) == kind and _is_offered(state, event))


def kind_of(event: Event) -> OfferedKind:
    """The kind of an event."""
    return type(event), getattr(event, "player", None)


def _is_offered(state: RoundState, event: Event) -> bool:
    if isinstance(event, Snapped):
        return bool(open_verdicts(state, event))
    return not isinstance(event, _NOT_OFFERED) and not check(state, event)


def open_verdicts(state: RoundState, snap: Snapped) -> tuple[Verdict, ...]:
    """What a snap may have come to, as far as the rules and the faces tell."""
    face, top = snap.card, top_face(state)
    if isinstance(face, Card) and isinstance(top, Card) and not same_rank(face, top, state.pack.deck.base):
        wanted: tuple[Verdict, ...] = (Verdict.WRONG,)
    else:
        wanted = _VERDICTS
    return tuple(verdict for verdict in wanted if not check(state, replace(snap, verdict=verdict)))


def faces_to_tell(state: RoundState, event: Event) -> tuple[str, ...]:
    """The fields of an event for faces that everybody sees when it is done, and that do not lie open already."""
    probe = deck_cards(state.pack)[0]
    shown = ((name, public_event(state, _with(event, {name: probe}))) for name in _unknown(event))
    seen = (name for name, event_seen in shown if getattr(event_seen, name) == probe)
    return tuple(name for name in seen if _lying_open(state, event, name) is None)


def drafted(state: RoundState, draft: Draft) -> Event:
    """The event that a draft tells; `InputError` where it cannot be done, or not any more."""
    event = parse_event(draft.event, state.players)
    if event not in offered(state, kind_of(event)):
        raise InputError(Sentence(NOT_NOW))
    lying = {name: card for name in _unknown(event) if (card := _lying_open(state, event, name)) is not None}
    told = {name: draft.faces[name] for name in faces_to_tell(state, event) if name in draft.faces}
    event = _with(event, lying | told)
    if isinstance(event, Snapped):
        verdicts = open_verdicts(state, event)
        verdict = verdicts[0] if draft.verdict not in verdicts and len(verdicts) == 1 else draft.verdict
        if verdict not in verdicts:
            raise InputError(Sentence("Say what became of the snap."))
        event = replace(event, verdict=verdict)
    for violation in check(state, event):
        raise InputError(violation.reason)
    return event


def verdicts_to_tell(state: RoundState, draft: Draft) -> tuple[Verdict, ...]:
    """Between which verdicts people have to choose, none where a draft needs none or only one can be."""
    event = _with(parse_event(draft.event, state.players), draft.faces)
    verdicts = open_verdicts(state, event) if isinstance(event, Snapped) else ()
    return verdicts if len(verdicts) > 1 else ()


def _with(event: Event, faces: Mapping[str, Card]) -> Event:
    told: Mapping[str, Face] = faces
    changed: Event = replace(event, **told)  # type: ignore[arg-type]
    return changed


def _unknown(event: Event) -> tuple[str, ...]:
    return tuple(name for name in _FACES if getattr(event, name, None) is FACE_DOWN)


def _lying_open(state: RoundState, event: Event, name: str) -> Card | None:
    """The face that a field of an event stands for, where that card lies open."""
    card = _card_of(state, event, name)
    return card.face if card is not None and card.face_up and isinstance(card.face, Card) else None


def _card_of(state: RoundState, event: Event, name: str) -> TableCard | None:
    match name, event:
        case ("first_card", Paired(first=slot)) | ("out", Swapped(slot=slot)):
            return card_at(state, slot)
        case "second_card", Paired(second=slot) if slot is not None:
            return card_at(state, slot)
        case _ if (slot := getattr(event, "slot", None)) is not None and name == "card":
            return card_at(state, slot)
        case _ if name in ("card", "second_card") and (player := getattr(event, "player", None)) is not None:
            held = held_by(state, seat_of(state, player))
            return None if held is None else held.card
        case _:
            return None
