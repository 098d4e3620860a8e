"""The table plane, found from the cards themselves: every card is 63 x 88 mm."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.errors import InputError

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0

Homography = NDArray[np.float64]
"""Plane to plane map, shape (3, 3), for column vectors (x, y, 1)."""

Points = NDArray[np.float64]
"""Points of one plane, shape (..., 2)."""

_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
_TEMPLATES = (_CORNERS * (CARD_WIDTH_MM, CARD_HEIGHT_MM), _CORNERS * (CARD_HEIGHT_MM, CARD_WIDTH_MM))
"""The card with a short side first, and with a long side first, both clockwise with y down."""

_NARROWEST_MM, _WIDEST_MM = 50.0, 70.0
_AS_EVER = 1.5
"""What the usual width counts where the cards lie all one way and do not tell theirs."""
_TRUSTED_MM = 4.0
_CARD_LIKE_MM = 6.0
_ROUGHLY_MM = 20.0
"""So far, on a plane fitted to cards 63 mm wide, may narrow ones be from that shape that lie the other way."""
_STEPS = 40
_AS_GOOD = 1e-9
"""Share of its squared residuals by which a step makes a plane better that moves no corner by more than some µm."""
_MOST_STARTS = 4
_FOCAL_LENGTHS = np.geomspace(0.5, 20.0, 24)
"""In spreads of the cards on the picture."""
_AS_WELL_MM = 0.1
"""So much more than they do the best may cards miss a plane that they fit as well, however well they fit that one."""


def project(quads: Points, homography: Homography) -> Points:
    """Points of any shape (..., 2) mapped by the homography; the unit is that of the plane it maps to."""
    homogeneous = np.concatenate([quads, np.ones((*quads.shape[:-1], 1))], axis=-1) @ homography.T
    mapped: Points = homogeneous[..., :2] / homogeneous[..., 2:]
    return mapped


def inverse(homography: Homography) -> Homography:
    """The homography back again; the last entry is 1."""
    back = np.linalg.inv(homography)
    scaled: Homography = np.asarray(back / back[2, 2], np.float64)
    return scaled


def table_from_image(quads_px: Points) -> Homography:
    """Homography from picture pixels to millimetres on the table, from card quads of shape (n, 4, 2), n >= 1.

    All cards pull at one plane: the sum over cards of the squared distance to their best 63 x 88 mm rectangle is
    minimal (Levenberg-Marquardt over the 8 parameters, outlying cards weighted down). Of planes that cards fit as well,
    as two do where all lie one way, it is the one most like what a camera sees. The origin is the middle of the cards,
    x points to the right of the picture, y down. `InputError` where there is no card or an outline has no area.
    """
    quads = np.asarray(quads_px, dtype=np.float64)
    if quads.ndim != 3 or not len(quads):
        raise InputError(f"The table plane needs at least one card outline of 4 corners, found shape {quads.shape}.")
    if np.min(areas(quads)) < 1.0:
        raise InputError("A card outline has no area: expected 4 corners in clockwise order.")
    planes = [_refine(quads, start) for start in _starts(quads)]
    costs = [_cost_mm(project(quads, plane)) for plane in planes]
    # Errors of a pixel move the cost of the right plane so far from the least: measured, by the number of cards.
    limit = (1 + 1 / len(quads)) * min(costs) + _AS_WELL_MM
    ranks = [
        (round(_strangeness(plane, quads), 2), cost, number)
        for number, (plane, cost) in enumerate(zip(planes, costs, strict=True))
        if cost <= limit
    ]
    return _upright(planes[min(ranks)[-1]], quads)


def even_table_from_image(quads_px: Points) -> tuple[Homography, float]:
    """The same from cards of a deck of any width, and that width in mm; their height is taken to be 88 mm."""
    plane = table_from_image(quads_px)
    quads = project(quads_px, plane)
    # Outlines that are not of cards would tell a wrong width, and so would cards that lie one way alone.
    tries = [evened(quads[misfit_mm(quads) <= reach]) for reach in (_CARD_LIKE_MM, _ROUGHLY_MM)]
    stretch, width = max(tries, key=lambda one: np.count_nonzero(are_card_like(project(quads, one[0]), one[1])))
    even: Homography = stretch @ plane
    return even, width


def areas(quads: Points) -> Points:
    """Area (n,) of each quad (n, 4, 2), in the square of its unit."""
    following = np.roll(quads, -1, axis=1)
    doubled = np.sum(quads[..., 0] * following[..., 1] - quads[..., 1] * following[..., 0], axis=1)
    found: Points = np.abs(doubled) / 2
    return found


def _misfit(quads_mm: Points, width_mm: float = CARD_WIDTH_MM) -> Points:
    """Offsets (..., 4, 2) of each quad from its best rectangle (rotated and moved, never scaled)."""
    corners = quads_mm[..., 0] + 1j * quads_mm[..., 1]
    corners = corners - corners.mean(axis=-1, keepdims=True)
    offsets = []
    for size in ((width_mm, CARD_HEIGHT_MM), (CARD_HEIGHT_MM, width_mm)):
        card = (_CORNERS * size) @ (1, 1j)
        turn = corners @ card.conj()
        offsets.append(corners - card * (turn / np.maximum(np.abs(turn), 1e-9))[..., None])
    upright, across = (np.sum(offset.real**2 + offset.imag**2, axis=-1) for offset in offsets)
    best = np.where((upright <= across)[..., None], *offsets)
    return np.stack([best.real, best.imag], axis=-1)


def misfit_mm(quads_mm: Points, width_mm: float = CARD_WIDTH_MM) -> Points:
    """How far each quad (..., 4, 2) on the table is from a card's rectangle, root mean square of its corners, (...)."""
    return _off(_misfit(quads_mm, width_mm))


def _cost_mm(quads_mm: Points) -> float:
    """How far cards (n, 4, 2) on the table are from their rectangles, root mean square, outlying ones weighted down."""
    off = misfit_mm(quads_mm)
    return float(np.sqrt(np.mean(off**2 * _weights(off))))


def _weights(off_mm: Points) -> Points:
    weights: Points = 1.0 / (1.0 + (off_mm / _TRUSTED_MM) ** 2)
    return weights


def _off(misfit: Points) -> Points:
    distances: Points = np.sqrt(np.mean(np.sum(misfit**2, axis=-1), axis=-1))
    return distances


def are_card_like(quads_mm: Points, width_mm: float = CARD_WIDTH_MM) -> NDArray[np.bool_]:
    """Which quads (n, 4, 2) on the table are outlined like a card."""
    like: NDArray[np.bool_] = misfit_mm(quads_mm, width_mm) <= _CARD_LIKE_MM
    return like


def evened(quads_mm: Points) -> tuple[Homography, float]:
    """The stretch (3, 3) of a plane that gives cards (n, 4, 2) on it one shape, and how wide in mm they are then.

    Cards of a deck that is narrower than 63 mm, all taken to be so wide, seem longer the one way and shorter the other;
    their height is taken to be 88 mm. Linear least squares over the squared sides.
    """
    sides = np.roll(quads_mm, -1, axis=1) - quads_mm
    across = lying_across(quads_mm)
    sides = np.where(across[:, None, None], np.roll(sides, -1, axis=1), sides)
    wide, high = (sides[:, first::2].reshape(-1, 2) ** 2 for first in (0, 1))
    least = np.concatenate([np.column_stack([wide, -np.ones(len(wide))]), np.column_stack([high, np.zeros(len(high))])])
    wanted = np.concatenate([np.zeros(len(wide)), np.full(len(high), CARD_HEIGHT_MM**2)])
    usual = _AS_EVER * np.array([[0.0, 0.0, 1.0]]), _AS_EVER * np.array([CARD_WIDTH_MM**2])
    x, y, width = np.linalg.lstsq(np.concatenate([least, usual[0]]), np.concatenate([wanted, usual[1]]), rcond=None)[0]
    if min(x, y) <= 0 or not _NARROWEST_MM**2 < width < _WIDEST_MM**2:
        return np.eye(3), CARD_WIDTH_MM
    return np.diag([np.sqrt(x), np.sqrt(y), 1.0]), float(np.sqrt(width))


def _starts(quads: Points) -> list[Homography]:
    """Where to start from: no perspective at all, or that of any one card, the best by the median card first.

    Of starts that take the same cards to lie across, only the best is kept.
    """
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=-1).mean()
    scale = (CARD_WIDTH_MM + CARD_HEIGHT_MM) / 2 / sides
    starts: list[Homography] = [np.diag([scale, scale, 1.0])]
    for quad in quads:
        for template in _TEMPLATES:
            start = cv2.getPerspectiveTransform(quad.astype(np.float32), template.astype(np.float32))
            starts.append(np.asarray(start, dtype=np.float64))
    kinds: dict[bytes, Homography] = {}
    for number in np.argsort(_start_costs(quads, np.array(starts)), kind="stable"):
        kinds.setdefault(lying_across(project(quads, starts[number])).tobytes(), starts[number])
    return list(kinds.values())[:_MOST_STARTS]


def _start_costs(quads: Points, starts: Homography) -> Points:
    """How far the median card is from its shape by each of the starts (m, 3, 3), (m,)."""
    depths = np.tensordot(starts[:, 2, :2], quads, ([1], [-1])) + starts[:, 2, 2, None, None]
    costs: Points = np.median(misfit_mm(_mapped(quads, starts)), axis=-1)
    return np.where(depths.min(axis=(1, 2)) <= 1e-6, np.inf, costs)


def lying_across(quads_mm: Points) -> NDArray[np.bool_]:
    """Which cards (n,) begin with a long side."""
    lengths = np.linalg.norm(np.roll(quads_mm, -1, axis=1) - quads_mm, axis=-1)
    across: NDArray[np.bool_] = lengths[:, 0] + lengths[:, 2] > lengths[:, 1] + lengths[:, 3]
    return across


def _strangeness(table_from_image: Homography, quads: Points) -> float:
    """How little a plane is like what a camera with square pixels sees: cards of one direction alone fit two planes.

    Zhang's two constraints on the columns of a homography, by the focal length that suits best, with the principal
    point in the middle of the cards (Zhang, A flexible new technique for camera calibration, 2000).
    """
    spread = float(np.ptp(quads, axis=(0, 1)).max())
    x, y = (quads.max(axis=(0, 1)) + quads.min(axis=(0, 1))) / 2
    columns = np.array([[1, 0, -x], [0, 1, -y], [0, 0, spread]]) @ inverse(table_from_image)[:, :2]
    seen = columns / np.stack([_FOCAL_LENGTHS, _FOCAL_LENGTHS, np.ones_like(_FOCAL_LENGTHS)], axis=1)[..., None]
    lengths = np.linalg.norm(seen, axis=1)
    cosine = np.abs(np.sum(seen[..., 0] * seen[..., 1], axis=1)) / lengths.prod(axis=1)
    return float(np.min(np.abs(np.log(lengths[:, 0] / lengths[:, 1])) + cosine))


def _refine(quads: Points, start: Homography) -> Homography:
    placed = project(quads, start)
    middle, reach = placed.mean(axis=(0, 1)), max(float(np.ptp(placed)), CARD_HEIGHT_MM)
    inward = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, reach]]) / reach
    outward = np.diag([reach, reach, 1.0])
    points = project(quads, inward @ start)

    def residuals(steps: Points) -> Points:
        misfit = _misfit(_mapped(points, outward @ _small(steps)))
        weighted: Points = (misfit * np.sqrt(_weights(_off(misfit)))[..., None, None]).reshape(len(steps), -1)
        return weighted

    step = _levenberg_marquardt(residuals)
    refined: Homography = outward @ _small(step) @ inward @ start
    return refined


def _mapped(quads: Points, homographies: Homography) -> Points:
    """Quads (n, 4, 2) mapped by each of the homographies (m, 3, 3), shape (m, n, 4, 2)."""
    homogeneous = np.concatenate([quads.reshape(-1, 2), np.ones((quads[..., 0].size, 1))], axis=-1)
    x, y, depth = np.moveaxis(homogeneous @ np.swapaxes(homographies, 1, 2), -1, 0)
    return np.stack([x / depth, y / depth], axis=-1).reshape(len(homographies), *quads.shape)


def _small(steps: Points) -> Homography:
    """The homography (..., 3, 3) of each of the steps (..., 8)."""
    last = np.zeros((*steps.shape[:-1], 1))
    small: Homography = np.eye(3) + np.concatenate([steps, last], axis=-1).reshape(*steps.shape[:-1], 3, 3)
    return small


def _levenberg_marquardt(residuals: Callable[[Points], Points]) -> Points:
    """The 8 parameters, from zero, that minimise the squared residuals; turning and moving the table costs nothing.

    `residuals` gives those (m, 8n) of m tries (m, 8) at once.
    """
    nudges, step, damping = 1e-6 * np.eye(8), np.zeros(8), 1e-3
    found = residuals(step[None])[0]
    slopes = (residuals(nudges) - found).T / 1e-6
    for _ in range(_STEPS):
        normal = slopes.T @ slopes
        change = np.linalg.solve(normal + damping * (np.diag(np.diag(normal)) + 1e-6 * np.eye(8)), -slopes.T @ found)
        tried = residuals((step + change)[None])[0]
        before, after = float(found @ found), float(tried @ tried)
        if not after < before:
            damping *= 10
            continue
        step, found, damping = step + change, tried, damping / 10
        if before - after < _AS_GOOD * before:
            break
        slopes = (residuals(step + nudges) - found).T / 1e-6
    return step


def _upright(homography: Homography, quads: Points) -> Homography:
    """The same plane with its origin in the middle of the cards and x along the picture's x there."""
    middle_px = quads.mean(axis=(0, 1))
    middle, right = project(np.stack([middle_px, middle_px + np.array([1.0, 0.0])]), homography)
    direction = (right - middle) / np.linalg.norm(right - middle)
    turn = np.array([[direction[0], direction[1], 0], [-direction[1], direction[0], 0], [0, 0, 1]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    upright: Homography = turn @ shift @ homography
    return upright
