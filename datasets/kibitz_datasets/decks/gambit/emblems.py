"""What the cards from 0 to 13 show, each about the origin and within some 36 x 44 mm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz_datasets.decks.gambit.dragons import ring_dragon, whole_dragon
from kibitz_datasets.decks.gambit.drawing import (
    Drawing,
    Rgb,
    arc,
    box,
    disc,
    fill,
    line,
    moved,
    smooth,
    star,
)
from kibitz_datasets.decks.gambit.palette import (
    BLUE,
    BLUE_HIDE,
    DARK_STEEL,
    DARK_STONE,
    DEEP_BLUE,
    DEEP_GOLD,
    DEEP_GREEN,
    DEEP_RED,
    GOLD,
    GREEN,
    INK,
    IVORY,
    RED,
    RED_HIDE,
    STEEL,
    STONE,
    WOOD,
    outlined,
)


def _egg() -> Drawing:
    t = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    shell = np.stack([12.5 * np.cos(t) * (1 + 0.16 * np.sin(t)), -2 + 17 * np.sin(t)], 1)
    lit = np.stack([9.5 * np.cos(t) * (1 + 0.16 * np.sin(t)) - 1.4, -3.4 + 13 * np.sin(t)], 1)
    scales = [
        line(DEEP_GREEN, 0.7, arc(x + (row % 2) * 2.6, y, 2.6, 20, 160, 2.6))
        for row, y in enumerate(np.arange(-15, 13, 3.4))
        for x in np.arange(-10.4, 10.5, 5.2)
        if ((x + (row % 2) * 2.6) / 10.2) ** 2 + ((y + 1) / 14.6) ** 2 < 1
    ]
    crack = line(IVORY, 1.5, [(-4, -18), (-1, -13), (-4.5, -10), (1.5, -6.5), (-1, -2.5), (2.5, 0)])
    nest = [
        line(colour, 2.0, smooth([(-17, 12 + k), (-8, 17.5 + 0.8 * k), (4, 18 - 0.4 * k), (17, 11 + 1.3 * k)]))
        for k, colour in enumerate((WOOD, (104, 62, 34), WOOD, (84, 48, 28)))
    ]
    return (*outlined(GREEN, shell), fill((112, 196, 124), lit), *scales, crack, *nest)


def _sword() -> Drawing:
    blade = [(-2.6, 8), (-2.6, -15), (0, -21), (2.6, -15), (2.6, 8)]
    gem = star(0, 9.6, 2.2, 1.5, 4)
    return (
        *outlined(STEEL, blade),
        fill(DARK_STEEL, [(0, 8), (0, -21), (2.6, -15), (2.6, 8)]),
        line(IVORY, 0.5, [(-1.4, 6), (-1.4, -14)]),
        *outlined(WOOD, box(-1.6, 10, 1.6, 18)),
        *(line(GOLD, 0.6, [(-1.6, y), (1.6, y - 1)]) for y in (12.5, 14.5, 16.5)),
        *outlined(GOLD, smooth([(-10, 7), (-5, 9), (5, 9), (10, 7), (10.5, 10), (5, 11.6), (-5, 11.6), (-10.5, 10)])),
        *outlined(RED, gem, 0.6),
        *outlined(GOLD, disc(0, 19.4, 2.6)),
    )


def _torches() -> Drawing:
    flame = (
        *outlined(
            (244, 120, 36),
            smooth([(0, -19), (3.4, -13), (5, -8), (2.8, -3.5), (-2.8, -3.5), (-5, -8), (-2.2, -12)], closed=True),
            0.8,
        ),
        fill((255, 208, 84), smooth([(0.2, -13.5), (2.6, -8.5), (1.4, -4.2), (-1.4, -4.2), (-2.8, -8)], closed=True)),
        *outlined(GOLD, [(-3.4, -4), (3.4, -4), (2.2, 0), (-2.2, 0)]),
        *outlined(WOOD, [(-1.9, 0), (1.9, 0), (1.0, 20), (-1.0, 20)]),
        *(line(DEEP_GOLD, 0.7, [(-1.5, y), (1.5, y - 1.4)]) for y in (5, 9, 13)),
    )
    return (*moved(flame, 0, 1, 1, 27), *moved(flame, 0, 1, 1, -27))


def _crystal(colour: Rgb, deep: Rgb, pale: Rgb) -> Drawing:
    return (
        *outlined(colour, [(-4, 12), (-4.6, -6), (0, -13), (4.6, -6), (4, 12)]),
        fill(deep, [(1.2, 12), (1.6, -5), (0, -13), (4.6, -6), (4, 12)]),
        fill(pale, [(-3.2, 10), (-3.6, -5), (-0.6, -10), (-1.6, -4)]),
    )


def _crystals() -> Drawing:
    rock = outlined(DARK_STONE, smooth([(-15, 17), (-12, 11), (-4, 9), (5, 8.5), (13, 11.5), (16, 17)]))
    return (
        *moved(_crystal(BLUE, DEEP_BLUE, (176, 208, 250)), -8, 4, 0.95, -24),
        *moved(_crystal(GREEN, DEEP_GREEN, (176, 232, 186)), 8, 4, 0.95, 24),
        *moved(_crystal(RED, DEEP_RED, (252, 170, 160)), 0, -3, 1.25),
        *rock,
        *(fill(STONE, disc(x, y, 1.5, 1)) for x, y in ((-8, 14), (2, 12.5), (9, 15))),
    )


def _shield() -> Drawing:
    half = smooth([(0, -16), (7, -14.5), (14, -16.5), (14.5, -3), (10.5, 9), (0, 19)])
    rim = np.concatenate([half, (half * [-1, 1])[::-1]])
    inner = rim * 0.84
    return (
        *outlined(GOLD, rim, 1.2),
        fill(BLUE, inner),
        fill(IVORY, inner[(inner[:, 0] >= 0) & (inner[:, 1] <= 0)], [(0, 0), (0, 0.01)]),
        fill(IVORY, box(0, -13, 11.6, 0)),
        fill(IVORY, [(0, 0), (-12, 0), (-11, 4), (-8.5, 8.5), (0, 15.6)]),
        line(INK, 0.8, [(0, -13.4), (0, 15.8)]),
        line(INK, 0.8, [(-12, 0), (12, 0)]),
        *outlined(GOLD, star(-6, -6.6, 4.4, 1.8, 5), 0.5),
        *outlined(RED, star(6, -6.6, 4.4, 1.8, 5), 0.5),
        *outlined(RED, star(-5, 5.4, 4.0, 1.7, 5), 0.5),
        *outlined(GOLD, star(5, 5.4, 4.0, 1.7, 5), 0.5),
        *(fill(DEEP_GOLD, disc(x, y, 0.8)) for x, y in ((-12.6, -13), (12.6, -13), (0, 17), (-11, 6), (11, 6))),
    )


def _sigil() -> Drawing:
    rays = star(0, 0, 19, 12.5, 10)
    return (
        *outlined(DEEP_GOLD, rays),
        *outlined(DEEP_RED, disc(0, 0, 13.6)),
        line(GOLD, 0.8, arc(0, 0, 12, 0, 360)),
        *outlined(GOLD, star(0, 0, 11.4, 4.6, 5)),
        *(fill(IVORY, [(0, 0), *(star(0, 0, 11.0, 4.4, 5)[[2 * k, (2 * k + 1) % 10]])]) for k in range(5)),
        *outlined(RED, disc(0, 0, 2.6), 0.6),
    )


def _crown() -> Drawing:
    band = [(-14, 12), (-15.5, -7), (-8.5, 2), (-7, -12), (0, 0), (7, -12), (8.5, 2), (15.5, -7), (14, 12)]
    return (
        *outlined(DEEP_RED, smooth([(-12, 10), (-9, -3), (0, -7), (9, -3), (12, 10)])),
        *outlined(GOLD, band, 1.1),
        fill(DEEP_GOLD, [(-13.8, 12), (-14.2, 6), (14.2, 6), (13.8, 12)]),
        *(q for x, y in ((-15.5, -8), (-7, -13), (7, -13), (15.5, -8)) for q in outlined(IVORY, disc(x, y, 1.9), 0.7)),
        *(q for x, c in ((-9, BLUE), (0, RED), (9, GREEN)) for q in outlined(c, star(x, 9, 2.7, 2.0, 4), 0.6)),
        *outlined(GOLD, smooth([(-14, 12), (0, 14.5), (14, 12), (13.6, 15.5), (0, 18), (-13.6, 15.5)]), 0.9),
    )


def _flask() -> Drawing:
    glass = smooth(
        [(-3, -13), (-3, -5), (-10, 3), (-12, 11), (-7, 17.5), (7, 17.5), (12, 11), (10, 3), (3, -5), (3, -13)]
    )
    brew = smooth([(-10.4, 5), (-5, 6.6), (3, 4.2), (10.4, 5), (10.8, 11), (6.4, 16.2), (-6.4, 16.2), (-10.8, 11)])
    return (
        *outlined((214, 232, 240), glass, 1.1),
        fill((128, 76, 190), brew),
        line((190, 150, 236), 1.0, smooth([(-10, 5), (-5, 6.6), (3, 4.2), (10, 5)])),
        *(
            fill((206, 170, 246), disc(x, y, r))
            for x, y, r in ((-4, 12, 1.7), (3, 9.5, 1.2), (5.4, 13, 1.5), (-0.6, 7.8, 0.8))
        ),
        line(IVORY, 1.2, smooth([(-8, 3.6), (-9.6, 8), (-9, 12)])),
        *outlined(WOOD, box(-3.4, -18, 3.4, -12.6)),
        *outlined(GOLD, box(-4.2, -13.6, 4.2, -11)),
        *(line((190, 150, 236), 0.9, smooth([(x, -19), (x + 1.6, -21), (x - 1.2, -23)])) for x in (-3, 3)),
    )


def _tower() -> Drawing:
    stones = [
        line(DARK_STONE, 0.5, [(x, y), (x + 3.2, y)])
        for row, y in enumerate(np.arange(-6, 17, 3.2))
        for x in np.arange(-6.6 + 1.6 * (row % 2), 4, 4.4)
    ]
    crown = [
        (-10, -8),
        (-10, -14),
        (-6, -14),
        (-6, -11.5),
        (-2, -11.5),
        (-2, -14),
        (2, -14),
        (2, -11.5),
        (6, -11.5),
        (6, -14),
        (10, -14),
        (10, -8),
    ]
    turret = (
        *outlined(STONE, box(-3, -2, 3, 18)),
        *outlined(RED, [(-4.4, -2), (0, -11), (4.4, -2)]),
        fill(INK, [*arc(0, 5, 1.0, 180, 360), (1.0, 8), (-1.0, 8)]),
    )
    return (
        *moved(turret, -12.4, 0),
        *moved(turret, 12.4, 0),
        *outlined(STONE, [(-7.4, -8), (7.4, -8), (8.6, 18), (-8.6, 18)], 1.1),
        fill((200, 196, 190), [(-7, -8), (-3, -8), (-3.6, 18), (-8.2, 18)]),
        *stones,
        *outlined(STONE, crown, 1.1),
        *outlined(INK, [*arc(0, 11, 3.2, 180, 360), (3.2, 18), (-3.2, 18)]),
        *outlined((255, 214, 110), [*arc(0, -1.5, 1.7, 180, 360), (1.7, 2.6), (-1.7, 2.6)], 0.7),
        line(INK, 0.8, [(0, -14), (0, -23)]),
        *outlined(GOLD, [(0.3, -22.6), (8, -20.4), (0.3, -18)], 0.6),
    )


def _orb() -> Drawing:
    eye = np.concatenate([arc(0, 5.0, 11.2, 207, 333, 11.2), arc(0, -7.4, 11.2, 27, 153, 11.2)])
    return (
        *outlined(WOOD, [(-9, 20), (-6.5, 11), (6.5, 11), (9, 20)]),
        *outlined(GOLD, smooth([(-11, 12), (0, 15.5), (11, 12), (8, 17), (0, 18.4), (-8, 17)])),
        *outlined((94, 60, 160), disc(0, -2.5, 15), 1.1),
        fill((132, 96, 206), disc(-1.6, -4, 12.4)),
        *outlined(IVORY, eye + np.array([0.0, -1.0]), 0.7),
        *outlined((60, 160, 170), disc(0, -2.4, 4.3), 0.5),
        fill(INK, disc(0, -2.4, 1.3, 3.7)),
        fill((255, 255, 255), disc(1.7, -4.2, 1.0)),
        line((214, 196, 250), 1.3, arc(0, -2.5, 12.6, 200, 250)),
    )


def _mirror() -> Drawing:
    return (
        *outlined(DEEP_GOLD, [(-2.2, 10), (2.2, 10), (1.6, 20), (-1.6, 20)]),
        *outlined(GOLD, disc(0, 20, 2.4)),
        *outlined(GOLD, disc(0, -4, 13, 16), 1.1),
        *outlined((170, 206, 232), disc(0, -4, 10, 13), 0.7),
        fill((208, 230, 246), [(-7, -10), (-1, -16), (5, -14), (-8.5, 1)]),
        fill((226, 242, 252), [(-3, 7), (8, -9), (9, -4), (2, 8)]),
        *(
            q
            for a in range(0, 360, 45)
            for q in outlined(
                RED if a % 90 else BLUE,
                disc(11.5 * np.cos(np.radians(a)), -4 + 14.5 * np.sin(np.radians(a)), 1.25),
                0.5,
            )
        ),
        *outlined(GOLD, star(0, -20.2, 3.4, 1.5, 5), 0.6),
    )


def _hourglass() -> Drawing:
    bulb = smooth([(-9, -14), (-8.6, -7), (-1.2, 0), (-8.6, 7), (-9, 14)])
    glass = np.concatenate([bulb, (bulb * [-1, 1])[::-1]])
    return (
        *outlined((212, 230, 240), glass),
        fill(GOLD, [(-6.6, -6), (6.6, -6), (1, -0.6), (-1, -0.6)]),
        line(GOLD, 0.8, [(0, -1), (0, 12)]),
        fill(GOLD, smooth([(-8.2, 13.6), (-5, 9.5), (0, 6.6), (5, 9.5), (8.2, 13.6)])),
        line(IVORY, 1.0, smooth([(-7, -12), (-6.8, -8), (-3.4, -4.4)])),
        *(q for x in (-11, 11) for q in outlined(WOOD, box(x - 1.1, -15, x + 1.1, 15), 0.7)),
        *outlined(DEEP_GOLD, box(-13.5, -19, 13.5, -14.4)),
        *outlined(DEEP_GOLD, box(-13.5, 14.4, 13.5, 19)),
        *(fill(RED, star(x, y, 1.7, 1.2, 4)) for x in (-9, 0, 9) for y in (-16.7, 16.7)),
    )


def _two_dragons() -> Drawing:
    return (
        *outlined(GOLD, star(0, 0, 6.4, 3.2, 8), 0.7),
        *ring_dragon(RED_HIDE, 13, -8, 142, 6.0),
        *ring_dragon(BLUE_HIDE, 13, 172, 322, 6.0),
    )


def _great_dragon() -> Drawing:
    return whole_dragon(RED_HIDE, -1, 0.5, 0.95)


EMBLEMS: tuple[Callable[[], Drawing], ...] = (
    _egg,
    _sword,
    _torches,
    _crystals,
    _shield,
    _sigil,
    _crown,
    _flask,
    _tower,
    _orb,
    _mirror,
    _hourglass,
    _two_dragons,
    _great_dragon,
)
"""By number. 9 looks elsewhere, 10 at oneself, 12 exchanges; 0 is what the dragon of 13 hatches from."""
