"""The measured part of docs/clip-times.md: whether a minute is kept, what clips cost, what stated times are worth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..figures_file import read_figures
from ..measured_page import share_cell, table_row, write_measured

_PARTS = {
    "all": "all",
    "for one's own cards": "races",
    "for anybody's cards": "others",
    "a trouble near the race": "troubled",
}
_DOCS = Path(__file__).resolve().parents[3] / "docs"


def write_page() -> None:
    """Put what has been measured into the page."""
    found = map(read_figures, ("clips.json", "contact-coverage.json", "clip-marks.json"))
    write_measured(_DOCS / "clip-times.md", lines(*found))


def lines(clips: dict[str, Any], coverage: dict[str, Any], marks: dict[str, Any]) -> Iterator[str]:
    """The tables, of what there is."""
    if clips:
        yield from _cost(clips)
    if coverage:
        yield from _coverage(coverage)
    if marks:
        yield from _marks(marks)


def _cost(found: dict[str, Any]) -> Iterator[str]:
    kept, cuts = found["minute"], found["cuts"]
    size = " x ".join(map(str, kept["size"]))
    yield (
        f"Of {size} at {kept['frames_per_second']} frames a second, as noisy as a webcam's, {kept['kept_s']:.0f} s "
        f"were kept in {kept['memory_megabytes']} MB ({kept['kilobytes_per_frame']} kB a frame, quality "
        f"{kept['quality']}, {kept['gaps']} gaps), {kept['ms_per_frame']} ms of one core a frame. In an hour with a "
        f"dispute a minute, run through in {cuts['took_s']} s, {cuts['clips']} clips of {cuts['seconds']:.1f} s were "
        f"cut: half of them were ready {cuts['ready_ms'][0]} ms after their last frame, the slowest "
        f"{cuts['ready_ms'][1]} ms after it. The folder held at most {cuts['most_megabytes']} of "
        f"{cuts['bound_megabytes']} MB, and memory grew by {cuts['grew_megabytes']} MB. "
        f"Measured on {found['date']} at commit {found['commit'][:10]} ({found['machine']})."
    )
    yield ""


def _coverage(found: dict[str, Any]) -> Iterator[str]:
    yield "| races | contacts inside | by frames alone | leads inside | width in ms (5, 50, 95 %) | farthest off |"
    yield "| --- | --- | --- | --- | --- | ---: |"
    for name, group in found["groups"].items():
        contacts, leads = group["contacts"], group["leads"]
        widths = "none" if contacts["width_ms"] is None else ", ".join(f"{one:.0f}" for one in contacts["width_ms"])
        shares = (one["inside"] for one in (contacts, group["by_frames"], leads))
        yield table_row(name, *map(share_cell, shares), widths, f"{contacts['worst_ms']:.0f} ms")
    yield ""
    yield "| probability that the first is first | how often it was |"
    yield "| --- | --- |"
    for one in found["groups"]["all"]["chances"]:
        yield table_row(f"{one['from']:.0%} to {one['to']:.0%}".replace("%", " %"), share_cell(one["first"]))
    yield ""
    yield (
        f"{found['films']} films of new seeds, watched before; counted on {found['date']} at commit "
        f"{found['commit'][:10]} ({found['machine']})."
    )


def _marks(found: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield "| clips of races | with a clip | contacts marked | marks within a frame | stated times true | surely first |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, part in _PARTS.items():
        one = found[part]
        shares = (one["shown"], one["marked"], one["within_a_frame"], one["stated"]["inside"], one["first_right"])
        yield table_row(name, *map(share_cell, shares))
    yield ""
    late = ", ".join(f"{count} by {frames}" for frames, count in found["all"]["frames_late"].items())
    yield (
        f"Frames by which marks are late (early: negative): {late}. {found['all']['races']} races of new seeds with "
        f"{found['hands']} hands, cut and read back from their files on {found['date']} at commit "
        f"{found['commit'][:10]}."
    )
