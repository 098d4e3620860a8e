"""Drawings on pages of a PDF file, in their true size and as vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas

from kibitz_datasets.decks.gambit.drawing import Drawing, Shape

_LABEL_PT = 7.0
_RULER_MM = 50.0
_HAIRLINE_MM = 0.12


class Paper(StrEnum):
    """What people print on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, upright."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class Placed:
    """A stored drawing by its name: its origin comes to (x, y) mm from the upper left, and it is turned clockwise."""

    name: str
    x: float
    y: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """What is on a page: stored drawings, hairlines to cut along (x0, y0, x1, y1 in mm), and a line of text beside."""

    placed: tuple[Placed, ...]
    cuts: tuple[tuple[float, float, float, float], ...] = ()
    label: str = ""


def pdf(
    title: str,
    paper: Paper,
    drawings: dict[str, tuple[Drawing, tuple[float, float, float, float]]],
    pages: Sequence[Page],
) -> bytes:
    """A PDF file of pages; each drawing is stored once, clipped to its area (x0, y0, x1, y1) in mm.

    The same pages always give the same bytes.
    """
    width, height = paper.size_mm
    out = BytesIO()
    canvas = Canvas(out, pagesize=(width * mm, height * mm), invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Kibitz")
    for name, (drawing, area) in drawings.items():
        _store(canvas, name, drawing, area)
    for page in pages:
        # From here on in mm from the upper left, as everything is drawn.
        canvas.transform(mm, 0, 0, -mm, 0, height * mm)
        for placed in page.placed:
            canvas.saveState()
            canvas.translate(placed.x, placed.y)
            canvas.rotate(placed.turn_deg)
            canvas.doForm(placed.name)
            canvas.restoreState()
        canvas.setLineWidth(_HAIRLINE_MM)
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.lines(page.cuts)
        if page.label:
            _write_beside(canvas, page.label, height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _store(canvas: Canvas, name: str, drawing: Iterable[Shape], area: tuple[float, float, float, float]) -> None:
    x0, y0, x1, y1 = area
    canvas.beginForm(name, x0, y0, x1, y1)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for shape in drawing:
        _draw(canvas, shape)
    canvas.endForm()


def _draw(canvas: Canvas, shape: Shape) -> None:
    red, green, blue = (value / 255 for value in shape.colour)
    path = canvas.beginPath()
    for loop in shape.loops:
        (x, y), *others = loop
        path.moveTo(x, y)
        for x, y in others:
            path.lineTo(x, y)
        if shape.width is None:
            path.close()
    if shape.width is None:
        canvas.setFillColorRGB(red, green, blue)
        canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_EVEN_ODD)
    else:
        canvas.setStrokeColorRGB(red, green, blue)
        canvas.setLineWidth(shape.width)
        canvas.drawPath(path, stroke=1, fill=0)


def _write_beside(canvas: Canvas, label: str, height_mm: float) -> None:
    """The label up the left side, and a line to check the size by."""
    x, foot = 6.0, height_mm - 20.0
    canvas.saveState()
    canvas.line(x + 2, foot, x + 2, foot - _RULER_MM)
    canvas.line(x + 1, foot, x + 3, foot)
    canvas.line(x + 1, foot - _RULER_MM, x + 3, foot - _RULER_MM)
    canvas.translate(x, foot)
    canvas.rotate(-90)
    canvas.scale(1, -1)
    canvas.setFont("Helvetica", _LABEL_PT / mm)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(0, 0, f"50 mm     {label}")
    canvas.restoreState()
