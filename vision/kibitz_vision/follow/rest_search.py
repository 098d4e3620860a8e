"""Finding rests: which cards lay where in pictures of one camera in order of time, without known places."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_vision.detections import CardReading
from kibitz_vision.follow.glimpse import Opened, are_alike, is_still
from kibitz_vision.follow.rests import UNREAD_MS, Look, Rest, Sighting
from kibitz_vision.reading.overlap import share_of_smaller

_LEAST_PICTURES = 3
_LEAST_MS = 500.0
"""What lies nowhere so long is in a hand: one that shows a card, or looks for its place, stops for a moment."""
_LEAST_STILL = 2
_LEAST_ON_PILE_MS = 90.0
"""Who deals fast lays the next card within half a second, and hides the last one under a hand for half of that. What
lies on another card, or beneath one, needs to be seen at rest so often and so long only.
"""
_SOON_MS = 2000.0
_ON_IT = 0.4
_SHARED = 0.25
_TOGETHER = 0.2
"""What is seen in this share of the same pictures lies there at one time: a card is outlined in two ways at times."""
_READ = 0.4
"""A card that lies there is read in this share of the pictures that show it; what flickers is none."""
_MOVING = 2 / 3
"""A card that lies may be seen beneath a moving hand this often; one in a hand moves nearly always."""
_FORGOTTEN_MS = 3000.0


def rests_in(looks: Sequence[Look]) -> list[Rest]:
    """The rests that pictures show, the first first; of outlines of one card only the one seen most."""
    found: list[Rest] = []
    before: Opened | None = None
    for look in looks:
        now = None if look.glimpse is None else look.glimpse.opened()
        for reading in look.cards:
            _put(_sighting(look.at_ms, reading, now, before), found)
        for rest in found:
            rest.unread += _is_unread(rest, look.at_ms, now)
        found = [one for one in found if len(one.sightings) > 1 or look.at_ms - one.last_ms <= _FORGOTTEN_MS]
        before = now
    steady = [rest for rest in found if _is_steady(rest)]
    lain = [rest for rest in steady if _lay(rest) or any(_are_stacked(rest, other) for other in steady)]
    kept: list[Rest] = []
    for rest in sorted(lain, key=lambda rest: -len(rest.sightings)):
        if not any(_is_same(rest, other) for other in kept):
            kept.append(rest)
    return sorted(kept, key=lambda rest: rest.first_ms)


def _put(sighting: Sighting, found: list[Rest]) -> None:
    """Let what is seen be one of the rests found, or a new one where it is at rest."""
    fitting = [rest for rest in found if rest.takes(sighting) and not _is_beneath(rest, found, sighting)]
    rest = max(fitting, key=lambda one: one.likeness(sighting.reading), default=None)
    if rest is not None:
        if rest.last_ms != sighting.at_ms:
            rest.add(sighting)
        return
    for one in found:
        one.raised += one.is_raised_in(sighting)
    if sighting.still is not False:
        found.append(Rest(sighting.reading.quad.mean(0), [sighting]))


def _sighting(at_ms: float, reading: CardReading, now: Opened | None, before: Opened | None) -> Sighting:
    if now is None or before is None:
        return Sighting(at_ms, reading, None if now is None else now.patch(reading.quad))
    patch = now.patch(reading.quad)
    return Sighting(at_ms, reading, patch, is_still(patch, before.patch(reading.quad)))


def _is_beneath(rest: Rest, found: Sequence[Rest], sighting: Sighting) -> bool:
    """Whether another card came to lie on it since, so that what is seen is its like but for its name."""
    if sighting.patch is None or (rest.card is not None and rest.card == sighting.reading.card):
        return False
    return any(
        rest.last_ms < other.first_ms < sighting.at_ms
        and len(other.sightings) >= _LEAST_STILL
        and share_of_smaller(rest.quad, other.quad) > _ON_IT
        for other in found
    )


def _is_unread(rest: Rest, at_ms: float, now: Opened | None) -> bool:
    """Whether a card that was read shortly before should be read now, for all that is known."""
    if not 0 < at_ms - rest.last_ms <= UNREAD_MS:
        return False
    lying = rest.lying(last=True)
    return now is None or lying.patch is None or are_alike(lying.patch, now.patch(lying.reading.quad))


def _is_steady(rest: Rest) -> bool:
    """Whether it was read in enough of the pictures that show it, and lay still in enough of those."""
    seen = len(rest.sightings)
    moving = sum(one.still is False for one in rest.sightings)
    return seen >= _LEAST_STILL and seen >= _READ * (seen + rest.unread) and moving <= _MOVING * seen


def _lay(rest: Rest) -> bool:
    return len(rest.sightings) >= _LEAST_PICTURES and rest.last_ms - rest.first_ms >= _LEAST_MS


def _are_stacked(rest: Rest, other: Rest) -> bool:
    """Whether a card was seen at rest shortly where another lay before or after it."""
    if rest.card is None and not other.is_as_large(rest.sightings[-1].reading):
        return False  # in a hand, nearer to the camera
    still = sum(one.still is True for one in rest.sightings)
    if still < _LEAST_STILL or rest.last_ms - rest.first_ms < _LEAST_ON_PILE_MS:
        return False
    apart_ms = max(rest.first_ms - other.last_ms, other.first_ms - rest.last_ms)
    return 0 < apart_ms <= _SOON_MS and share_of_smaller(rest.quad, other.quad) > _ON_IT


def _is_same(rest: Rest, other: Rest) -> bool:
    """Whether two that overlap are one card: only faces that differ, as those of a pile or a fan, lie on each other."""
    if share_of_smaller(rest.quad, other.quad) <= _SHARED:
        return False
    if None not in (rest.card, other.card) and rest.card != other.card:
        return False
    if rest.card == other.card and rest.first_ms < other.last_ms and other.first_ms < rest.last_ms:
        return True
    times = {one.at_ms for one in rest.sightings} & {one.at_ms for one in other.sightings}
    return len(times) >= _TOGETHER * min(len(rest.sightings), len(other.sightings))
