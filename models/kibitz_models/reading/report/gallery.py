"""Every face that was not read right, on one page to look at."""

from __future__ import annotations

import html
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from kibitz_models.reading.matching import FaceResult
from kibitz_scoring.certainty import as_told
from kibitz_vision.detections import Image, Quad
from kibitz_vision.frames import load_image
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.detector import in_order

HEIGHT_PX = 288
CROP_PX = (192, HEIGHT_PX)
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Faces not read right</title>
<style>body{{font:15px system-ui;margin:24px;background:#fafafa}} figure{{display:inline-block;margin:8px;padding:8px;
background:#fff;border:1px solid #ddd}} img{{height:{height}px}} .wrong,.extra{{border-color:#c33}}</style>
<h1>{count} faces not read right</h1>
<p>On the left the card as the reader saw it, on the right where it lies: magenta as labelled, yellow as found.
The whole photo where neither is known.</p>
{figures}
</html>
"""
FIGURE = """<figure class="{outcome}"><img src="{picture}" alt=""><figcaption>
<b>{outcome}</b>: wanted {wanted}, got {got}
{confidence:.0%}<br>{photo}{place}</figcaption></figure>
"""


def write_gallery(faces: Sequence[FaceResult], folder: Path) -> None:
    """Write `failures.html` and its pictures into a folder; pictures of an earlier gallery there are removed."""
    pictures = folder / "failures"
    shutil.rmtree(pictures, ignore_errors=True)
    pictures.mkdir(parents=True)
    figures = []
    for number, face in enumerate(sorted(faces, key=lambda face: str(face.photo))):
        picture = pictures / f"{number:04d}.jpg"
        cv2.imwrite(str(picture), _picture(face))
        figures.append(_figure(face, f"{pictures.name}/{picture.name}"))
    page = PAGE.format(height=HEIGHT_PX, count=len(figures), figures="".join(figures))
    (folder / "failures.html").write_text(page, encoding="utf-8")


def _figure(face: FaceResult, picture: str) -> str:
    look = face.look
    place = f"<br>{look.short_px:.0f} px, {look.tilt_deg:.0f}&deg;, sharpness {look.sharpness:.0f}" if look else ""
    return FIGURE.format(
        outcome=face.outcome.value,
        picture=picture,
        wanted=face.wanted or "no card",
        got=face.got or "nothing",
        confidence=as_told(face.confidence),
        photo=html.escape(f"{face.photo.parent.parent.name}/{face.photo.name}"),
        place=place,
    )


def _picture(face: FaceResult) -> Image:
    """The card as the reader saw it beside its surroundings; the whole photo where its place is not known.

    The outline is magenta as labelled, yellow as found.
    """
    image = load_image(face.photo)
    cut = face.seen if face.seen is not None else face.quad
    if cut is None:
        return _to_height(image)
    crop = cut_card(image, in_order(np.asarray(cut, np.float32)), CROP_PX)
    return np.hstack([crop, _to_height(_surroundings(image, face, cut))])


def _surroundings(image: Image, face: FaceResult, cut: Quad) -> Image:
    pad = float(np.ptp(cut, axis=0).max()) * 0.7
    height, width = image.shape[:2]
    x0, y0 = np.clip(np.floor(cut.min(0) - pad).astype(int), 0, (width - 2, height - 2))
    x1, y1 = np.clip(np.ceil(cut.max(0) + pad).astype(int), (x0 + 2, y0 + 2), (width, height))
    part = image[y0:y1, x0:x1].copy()
    thickness = max(1, part.shape[0] // 150)
    for quad, colour in ((face.quad, (255, 0, 255)), (face.seen, (0, 220, 255))):
        if quad is not None:
            outline = np.round(quad - (x0, y0)).astype(np.int32)
            cv2.polylines(part, [outline], True, colour, thickness, cv2.LINE_AA)
    return part


def _to_height(image: Image) -> Image:
    size = (max(1, round(image.shape[1] * HEIGHT_PX / image.shape[0])), HEIGHT_PX)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
