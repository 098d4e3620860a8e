"""Whether a table is set up well enough for its cards to be read, and if not the one thing to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from kibitz_scoring.players import PlayerId
from kibitz_vision.camera.health import SLOW_BELOW_FPS
from kibitz_vision.table.card_looks import CardLook

# All figures are those of docs/measured/setup-limits.json: 64 cards of unseen decks on each of 35 spoilt pictures.
LEAST_PX_PER_MM = 0.6
"""Down to 0.47 all cards were read, at 0.38, where training ends, one of 64 was read wrong; rendered ones are easy."""
MOST_BLUR_MM = 1.7
"""Up to 1.6 all cards were read, at 2.0 94 of 100, at 2.9 66."""
LEAST_WHITE = 40.0
"""Down to 24 all cards were read, at 15 97 of 100; a real sensor's noise, which grows in the dark, is not in that."""
MOST_CLIPPED = 0.87
"""Where exposure washed out so much of the median card, 98 of 100 cards were read, and at 0.9 94 of 100."""
MOST_GLARE = 0.93
"""Of cards washed out by a lamp to 0.9 two in three were read; an ace on white paper comes to 0.9 without any harm."""
LEAST_LIGHT = 0.2
"""Cards in a shadow with a tenth of the others' light were still read; the exposure that suits both is the limit."""


class SetupFault(StrEnum):
    """What keeps a table from being read well."""

    NO_CARDS = "no_cards"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    SMALL = "small"
    GLARE = "glare"
    SHADED = "shaded"
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How the median card before a seat shows, `glare` being that of the worst; see `CardLook` for the units."""

    px_per_mm: float
    blur_mm: float
    white: float
    glare: float


@dataclass(frozen=True, slots=True)
class SetupScore:
    """How every seat's cards show, and the first thing to change, at a seat where it is only there; None to pass."""

    seats: Mapping[PlayerId, SeatLook]
    fps: float | None
    fault: SetupFault | None = None
    at: PlayerId | None = None


def setup_score(looks: Mapping[PlayerId, Sequence[CardLook]], fps: float | None) -> SetupScore:
    """The score of a table from how the cards of each seat show; `fps` is None where nobody can tell, as of a photo.

    What concerns the whole picture comes before what concerns one seat: it may explain that.
    """
    seats = {player: _seat(cards) for player, cards in looks.items() if cards}
    empty = next((player for player, cards in looks.items() if not cards), None)
    if empty is not None or not seats:
        return SetupScore(seats, fps, SetupFault.NO_CARDS, empty if seats else None)
    every = [card for cards in looks.values() for card in cards]
    if median(card.white for card in every) < LEAST_WHITE:
        return SetupScore(seats, fps, SetupFault.DARK)
    if median(card.clipped for card in every) > MOST_CLIPPED:
        return SetupScore(seats, fps, SetupFault.BRIGHT)
    if median(card.blur_mm for card in every) > MOST_BLUR_MM:
        return SetupScore(seats, fps, SetupFault.BLURRED)
    fault, at = _worst_seat(seats)
    if fault is None and fps is not None and fps < SLOW_BELOW_FPS:
        fault = SetupFault.SLOW
    return SetupScore(seats, fps, fault, at)


def _seat(cards: Sequence[CardLook]) -> SeatLook:
    return SeatLook(
        median(card.px_per_mm for card in cards),
        median(card.blur_mm for card in cards),
        median(card.white for card in cards),
        max(card.clipped for card in cards),
    )


def _worst_seat(seats: Mapping[PlayerId, SeatLook]) -> tuple[SetupFault | None, PlayerId | None]:
    smallest = min(seats, key=lambda player: seats[player].px_per_mm)
    if seats[smallest].px_per_mm < LEAST_PX_PER_MM:
        return SetupFault.SMALL, smallest
    brightest = max(look.white for look in seats.values())
    darkest = min(seats, key=lambda player: seats[player].white)
    if seats[darkest].white < max(LEAST_WHITE, LEAST_LIGHT * brightest):
        return SetupFault.SHADED, darkest
    mirroring = max(seats, key=lambda player: seats[player].glare)
    if seats[mirroring].glare > MOST_GLARE:
        return SetupFault.GLARE, mirroring
    blurred = max(seats, key=lambda player: seats[player].blur_mm)
    if seats[blurred].blur_mm > MOST_BLUR_MM:
        return SetupFault.BLURRED, blurred
    return None, None
