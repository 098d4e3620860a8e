"""The first look at a table: what lies at its places before anything happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Face, Image
from kibitz_vision.geometry import Points
from kibitz_vision.table.brightness import brightened
from kibitz_vision.table.discovery.printed_zones import cut_out, unlike
from kibitz_vision.table.patches import Atlas, PatchMap
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.tracking.slots.backs import KNOWN, Turned, has_colours, shows, turned
from kibitz_vision.tracking.slots.card_observation import READ, CardObservation, Inspector
from kibitz_vision.tracking.slots.slot_track import SlotTrack

_NEAR_MM, _BESIDE_MM, _HINTED_MM = 12.0, 20.0, 40.0
_COLOURED_LIKE = 2
"""What has the colours of so many backs near it is one."""
_AT_ONCE = 2
"""Places looked at together."""


def first_look(
    inspector: Inspector, patches: PatchMap, atlas: Atlas, image: Image
) -> tuple[Inspector, list[SlotTrack]]:
    """Every place with what lies there, from a picture of full size and its atlas, and who is to look from then on.

    Only where the whole picture hints at a card is it looked for closely. Some backs are only found in the whole
    picture, and not in the part of it around their place, or only by how others look. Others look like a joker, or like
    faces that cannot be read: then nothing is taken for such, as nobody plays with cards face up in front of them.
    What is printed on the table may look like a back, but not like one of the pack.
    """
    table, seen = patches.table, dict[Place, CardObservation | None].fromkeys(patches.places)
    whole = inspector.pipeline.read(brightened(image))
    backs = [card for card in whole.cards if card.face is Face.DOWN and not card.partial]
    middles_mm = table.on_table(np.array([card.quad for card in backs], np.float64).reshape(-1, 4, 2)).mean(axis=1)
    hints_mm = table.on_table(whole.hints)
    hinted = [place for place in patches.places if _apart_mm(hints_mm, table.quads_mm[place]) < _HINTED_MM]
    # Frames wait for this, and nothing else is to be done meanwhile.
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        observations = threads.map(lambda place: _lying(inspector, place, image, middles_mm), hinted)
        seen |= zip(hinted, observations, strict=True)
    faces = {
        place: observation for place, observation in seen.items() if observation is not None and not observation.is_back
    }
    knowing = _knowing_backs(inspector, table, faces)
    if knowing is not inspector:
        inspector = knowing
        seen |= {place: _lying(inspector, place, image, middles_mm) for place in faces}
    elsewhere = [card for card, spot in zip(backs, middles_mm, strict=True) if not _is_at_place(spot, table)]
    bare, printed = _printed(patches, atlas, seen, cut_out(image, elsewhere))
    seen |= dict.fromkeys(bare)
    inspector = replace(inspector, printed=printed)
    seen |= _by_looks(patches, atlas, seen)
    tracks = [
        SlotTrack(place, number, atlas[number].copy(), seen[place]) for number, place in enumerate(patches.places)
    ]
    return inspector, tracks


def _knowing_backs(inspector: Inspector, table: TablePlaces, faces: Mapping[Place, CardObservation]) -> Inspector:
    """The same, or one that knows the backs of the deck which it has taken for jokers or for faces it cannot read."""
    jokers = [place for place, observation in faces.items() if inspector.reads_joker(observation.probabilities)]
    slots = [slot for player in table.players for slot in table.grid(player)]
    unread = [slot for slot in slots if slot in faces and faces[slot].certainty < READ]
    if any(place is not Heap.DISCARD for place in jokers):
        inspector = replace(inspector, jokers=False)
    return replace(inspector, unread=False) if len(unread) > len(slots) / 2 else inspector


def _printed(
    patches: PatchMap, atlas: Atlas, seen: Mapping[Place, CardObservation | None], elsewhere: Sequence[Atlas]
) -> tuple[list[Place], tuple[Atlas, ...]]:
    """Places where what seems to be a back is printed on the table, as it looks otherwise than the draw pile.

    And how that looks, there and `elsewhere`, where no card has its place.
    """
    backs = [place for place, observation in seen.items() if observation is not None and observation.is_back]
    if Heap.DRAW not in backs:
        return [], ()
    shown = [*(atlas[patches.places.index(place)] for place in backs), *elsewhere]
    numbers = unlike(shown, backs.index(Heap.DRAW))
    return [backs[number] for number in numbers if number < len(backs)], tuple(shown[number] for number in numbers)


def _is_at_place(spot_mm: Points, table: TablePlaces) -> bool:
    return any(_apart_mm(spot_mm[None], place_mm) < _HINTED_MM for place_mm in table.quads_mm.values())


def _by_looks(
    patches: PatchMap, atlas: Atlas, seen: Mapping[Place, CardObservation | None]
) -> dict[Place, CardObservation]:
    """Backs that lie in slots of the players' grids where none was found, by how others look there."""
    table = patches.table
    grids: list[Place] = [slot for player in table.players for slot in table.grid(player)]
    patch = {slot: atlas[patches.places.index(slot)] for slot in grids}
    known = (slot for slot in patch if (observation := seen[slot]) is not None and observation.is_back)
    backs: dict[Place, Turned] = {slot: turned(patch[slot]) for slot in known}
    near = {slot: table.nearest(slot, backs)[:KNOWN] for slot in patch if seen[slot] is None}

    def is_back(slot: Place, others: Sequence[Place]) -> bool:
        if any(shows(patch[slot], backs[one]) for one in others):
            return True
        return sum(has_colours(patch[slot], patch[one]) for one in others) >= _COLOURED_LIKE

    return {
        slot: CardObservation.straight_back(table.quads_mm[slot])
        for slot, others in near.items()
        if is_back(slot, others)
    }


def _lying(inspector: Inspector, place: Place, image: Image, backs_mm: Points) -> CardObservation | None:
    observation, place_mm = inspector.look(image, place), inspector.table.quads_mm[place]
    if observation is not None and (
        observation.fits(place_mm) or observation.is_about(place_mm) or _lies_beside(observation, place, place_mm)
    ):
        return observation
    return CardObservation.straight_back(place_mm) if _apart_mm(backs_mm, place_mm) < _NEAR_MM else None


def _lies_beside(observation: CardObservation, place: Place, place_mm: Points) -> bool:
    """Whether a card lies a little beside the middle of a place: where the places lie is not known exactly."""
    is_near = _apart_mm(observation.quad_mm.mean(axis=0, keepdims=True), place_mm) < _BESIDE_MM
    is_card = observation.is_back or (place is Heap.DISCARD and observation.certainty >= READ)
    return is_near and is_card and observation.has_size_of(place_mm)


def _apart_mm(points_mm: Points, place_mm: Points) -> float:
    """How far the nearest of some points is from the middle of a place."""
    return float(np.linalg.norm(points_mm - place_mm.mean(axis=0), axis=1).min(initial=np.inf))
