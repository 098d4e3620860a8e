"""The table cut out of a picture: all around it is black, so that no face and no room is kept."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.table.places import TablePlaces

MARGIN_MM = 150.0
"""So far around the places the table is kept: a hand that reaches for a card at the edge is seen to stop there.

A hand is some 190 mm long, and its fingers lie on the card.
"""
_JPEG_QUALITY = 92
"""A picture that was a JPEG already loses little more so."""


def outline_px(places: TablePlaces) -> Points:
    """Corners (n, 2) in the picture of the smallest convex outline around all places and the margin, in pixels."""
    corners = np.concatenate(list(places.quads_mm.values())).astype(np.float32)
    hull = cv2.convexHull(corners)[:, 0]
    around = [hull + MARGIN_MM * np.array([np.cos(turn), np.sin(turn)]) for turn in np.linspace(0, 2 * np.pi, 16)]
    wider = cv2.convexHull(np.concatenate(around).astype(np.float32))[:, 0]
    return places.in_picture(np.asarray(wider, np.float64))


def only_table(image: Image, outline: Points) -> Image:
    """A copy of a picture (height, width, 3) that is black outside of an outline (n, 2) in pixels."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
    return np.asarray(cv2.bitwise_and(image, image, mask=mask), np.uint8)


def jpeg_of_table(jpeg: bytes, places: TablePlaces) -> bytes | None:
    """A JPEG of the table alone; None for a picture of another size than the places were found in, or a broken one."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None or (image.shape[1], image.shape[0]) != places.size_px:
        return None
    cut = only_table(np.asarray(image, np.uint8), outline_px(places))
    return cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()
