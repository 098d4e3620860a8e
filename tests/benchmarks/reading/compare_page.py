"""The measured part of docs/adr/0005-which-networks.md: networks beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..measured_page import table_row, write_measured

PAGE = Path(__file__).resolve().parents[3] / "docs" / "adr" / "0005-which-networks.md"
_UNMEASURED = "not measured"


def write_page(figures: Mapping[str, Any]) -> None:
    """Put the tables of these figures into the page."""
    write_measured(PAGE, (*_finders(figures), "", *_readers(figures), "", *_effort(figures)))


def _finders(figures: Mapping[str, Any]) -> Iterator[str]:
    yield (
        "| Finding | Recall / precision, IoU 0.5 | IoU 0.75 | Average precision 0.5 / 0.75 | Corner error | Refined "
        "| Million parameters | GFLOP | ms |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, row in figures["finders"].items():
        yield table_row(
            name,
            _pair(row, "recall_0.5", "precision_0.5"),
            _pair(row, "recall_0.75", "precision_0.75"),
            _pair(row, "average_precision_0.5", "average_precision_0.75"),
            _number(row, "corner_error"),
            _number(row, "corner_error_refined"),
            *_cost(row),
        )
    best = figures["rectangles"]
    shares = (f"{best[key]:.3f}" for key in ("recall_0.5", "recall_0.75"))
    errors = (f"{best[key]:.3f}" for key in ("corner_error", "corner_error_refined"))
    yield table_row("perfect rotated boxes", *shares, "", *errors, "", "", "")


def _readers(figures: Mapping[str, Any]) -> Iterator[str]:
    yield "| Reading | Right of rendered cards | Right on photos | Million parameters | GFLOP a crop | ms a crop |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name, row in figures["readers"].items():
        photos = row.get("photos")
        of_photos = f"{photos['accuracy']:.3f} of {photos['faces']}" if photos else _UNMEASURED
        rendered = f"{row['accuracy_cards']:.3f} of {row['card_crops']}" if "card_crops" in row else _UNMEASURED
        yield table_row(name, rendered, of_photos, *_cost(row))


def _effort(figures: Mapping[str, Any]) -> Iterator[str]:
    finding, reading, best = figures["finding"], figures["reading"], figures["rectangles"]
    yield (
        f"Finders: {finding['steps']} steps of {finding['scenes_a_step']} scenes at {finding['size_px']} px, on "
        f"{finding['scenes_measured']} scenes of unseen decks with {best['cards']} cards; cost of one picture at "
        f"{finding['cost_px']} px. Corner errors are in card widths, over cards of which nine tenths show; refined: "
        f"after the shipped corner finder ({best['refine_ms']} ms a card). Readers: {reading['steps']} steps "
        f"of {reading['crops_a_step']} crops. One seed ({figures['seed']}). Milliseconds are processor time of one "
        f"thread on ONNX Runtime ({figures['machine']}). {figures['date']}, commit {figures['commit'][:10]}."
    )


def _cost(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return f"{row['parameters'] / 1e6:.2f}", f"{row['gflop']:.3g}", f"{row['ms']:.2f}"


def _pair(row: Mapping[str, Any], first: str, second: str) -> str:
    return f"{row[first]:.3f} / {row[second]:.3f}" if first in row else _UNMEASURED


def _number(row: Mapping[str, Any], key: str) -> str:
    return f"{row[key]:.3f}" if key in row else _UNMEASURED
