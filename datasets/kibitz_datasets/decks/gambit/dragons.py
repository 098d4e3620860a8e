"""Dragons: a body along a curve with belly, spikes, head and wings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kibitz_datasets.decks.gambit.drawing import Drawing, Points, Rgb, disc, fill, line, mirrored, moved, smooth


@dataclass(frozen=True, slots=True)
class Hide:
    """The colours of a dragon."""

    body: Rgb
    belly: Rgb
    dark: Rgb
    wing: Rgb
    eye: Rgb = (255, 214, 80)


def serpent(hide: Hide, course: Sequence[tuple[float, float]] | Points, thick: float, *, left: bool = True) -> Drawing:
    """A body from tail to neck, `thick` mm in the middle, its back on the left of its course or on the right."""
    spine = smooth(course, steps=16)
    along = np.gradient(spine, axis=0)
    normal = np.stack([along[:, 1], -along[:, 0]], 1) / np.linalg.norm(along, axis=1, keepdims=True)
    back = normal if left else -normal
    share = np.linspace(0, 1, len(spine))[:, None]
    half = thick / 2 * np.clip(np.sin(np.pi * (0.04 + 0.72 * share)) ** 0.8, 0.05, 1)
    spikes = []
    for k in range(6, len(spine) - 5, 5):
        foot, ahead = spine[k] + back[k] * half[k] * 0.8, along[k] / np.linalg.norm(along[k])
        size = float(half[k, 0])
        tip = foot + back[k] * size * 1.1 - ahead * size * 0.6
        spikes.append(fill(hide.dark, [foot - ahead * size * 0.55, tip, foot + ahead * size * 0.55]))
    rim = np.concatenate([spine + back * half, (spine - back * half)[::-1]])
    belly = np.concatenate([spine - back * half * 0.15, (spine - back * half * 0.86)[::-1]])
    rings = [
        line(hide.dark, thick * 0.05, [spine[k] - back[k] * half[k] * 0.2, spine[k] - back[k] * half[k] * 0.8])
        for k in range(4, len(spine) - 3, 3)
    ]
    scales = [
        fill(hide.dark, _scale(spine[k] + back[k] * half[k] * 0.42, float(half[k, 0]) * 0.13))
        for k in range(8, len(spine) - 4, 4)
    ]
    outline = line(hide.dark, thick * 0.12, np.concatenate([rim, rim[:1]]))
    return (*spikes, outline, fill(hide.body, rim), fill(hide.belly, belly), *rings, *scales)


def _scale(middle: Points, radius: float) -> Points:
    return disc(float(middle[0]), float(middle[1]), radius)


def head(hide: Hide, size: float) -> Drawing:
    """A head that looks to the right, its neck at the origin; `size` is half the neck's height."""
    skull = smooth(
        [(-1, -0.7), (-0.3, -1.0), (0.3, -0.85), (0.9, -0.55), (1.6, -0.62), (2.15, -0.4), (2.25, -0.02), (1.7, 0.1)],
    )
    jaw = smooth([(0.85, 0.14), (1.3, 0.26), (1.95, 0.24), (1.75, 0.5), (1.0, 0.66), (0.2, 0.8), (-1, 0.75)])
    whole = np.concatenate([skull, jaw])
    horn = smooth([(-0.1, -0.75), (-0.8, -1.15), (-1.9, -1.25), (-2.4, -1.75), (-1.6, -0.75), (-0.7, -0.45)])
    small = smooth([(0.0, -0.2), (-0.6, -0.35), (-1.4, -0.2), (-0.7, 0.05), (-0.1, 0.15)])
    teeth = [fill((250, 246, 230), [(x, 0.06), (x + 0.09, 0.28), (x + 0.18, 0.06)]) for x in (1.1, 1.4, 1.7)]
    shapes = (
        line(hide.dark, 0.22, np.concatenate([whole, whole[:1]])),
        line(hide.dark, 0.2, np.concatenate([horn, horn[:1]])),
        fill(hide.belly, horn),
        fill(hide.body, whole),
        fill(hide.dark, [(0.8, 0.02), (2.1, 0.04), (1.95, 0.26), (1.3, 0.3), (0.85, 0.18)]),
        *teeth,
        fill(hide.wing, small),
        line(hide.dark, 0.1, np.concatenate([small, small[:1]])),
        fill(hide.dark, disc(0.62, -0.36, 0.3, 0.24)),
        fill(hide.eye, disc(0.66, -0.35, 0.22, 0.17)),
        fill(hide.dark, disc(0.7, -0.35, 0.06, 0.16)),
        fill(hide.dark, disc(1.95, -0.25, 0.1, 0.07)),
    )
    return moved(shapes, 0, 0, size)


def wing(hide: Hide, size: float) -> Drawing:
    """A spread wing to the right of its shoulder at the origin."""
    wrist = np.array([0.35, -1.0])
    tips = np.array([[1.55, -1.35], [1.85, -0.6], [1.55, 0.1], [0.95, 0.5]])
    rim = [np.array([[0.0, 0.0], wrist, tips[0]])]
    stops = [*tips, np.array([0.12, 0.3])]
    for a, b in pairwise(stops):
        inward = (a + b) / 2 + (wrist - (a + b) / 2) * 0.22
        rim.append(smooth([tuple(a), tuple(inward), tuple(b)]))
    membrane = np.concatenate(rim)
    bones = [
        line(hide.dark, 0.07, smooth([tuple(wrist), tuple((wrist + tip) / 2 + (0, -0.06)), tuple(tip)])) for tip in tips
    ]
    arm = line(hide.dark, 0.16, smooth([(0.0, 0.05), (0.1, -0.5), tuple(wrist)]))
    claw = fill(hide.dark, wrist + np.array([[-0.1, 0.02], [0.02, -0.3], [0.1, 0.02]]))
    shapes = (
        line(hide.dark, 0.1, np.concatenate([membrane, membrane[:1]])),
        fill(hide.wing, membrane),
        *bones,
        arm,
        claw,
    )
    return moved(shapes, 0, 0, size)


def whole_dragon(hide: Hide, x: float, y: float, scale: float = 1.0) -> Drawing:
    """A dragon that rises with spread wings, its breast at (x, y), some 38 mm broad."""
    course = [
        (9, 19),
        (14.5, 15),
        (9, 9.5),
        (0, 12),
        (-5.5, 8.5),
        (-4, 2.5),
        (1.5, -1.5),
        (4.5, -6),
        (3, -11),
        (-1, -12.5),
    ]
    right = moved(wing(hide, 10.5), 1.5, -2)
    left = moved(mirrored(wing(hide, 10.5), 0), -1.5, -2)
    face = moved(mirrored(head(hide, 2.6), 0), -1.2, -12.3, 1, 0)
    tail = fill(hide.dark, [(8.2, 19.5), (13.2, 22.5), (10.6, 17.6)])
    return moved((*right, *left, tail, *serpent(hide, course, 7.0), *face), x, y, scale)


def ring_dragon(hide: Hide, radius: float, from_deg: float, to_deg: float, thick: float) -> Drawing:
    """A dragon round the origin, its tail at one angle and its head at the other, clockwise, looking ahead."""
    t = np.radians(np.linspace(from_deg, to_deg, 14))
    sway = radius * (1 + 0.05 * np.sin(np.linspace(0, 4 * np.pi, 14)))
    course = np.stack([sway * np.cos(t), sway * np.sin(t)], 1)
    end = np.radians(to_deg)
    neck = (radius * np.cos(end), radius * np.sin(end))
    shoulder = np.radians(from_deg + 0.6 * (to_deg - from_deg))
    spread = moved(
        wing(hide, thick * 0.95), radius * np.cos(shoulder), radius * np.sin(shoulder), 1, np.degrees(shoulder) + 95
    )
    return (*serpent(hide, course, thick), *spread, *moved(head(hide, thick * 0.46), *neck, 1, to_deg + 104))
