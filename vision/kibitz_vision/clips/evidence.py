"""The evidence of a clip for a page or a program: times, outlines, verdict and events, no face but public ones."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kibitz_scoring.notation.seen_lines import event_json
from kibitz_scoring.table import Interval
from kibitz_vision.clips.clip import Clip


def evidence(clip: Clip) -> dict[str, Any]:
    """All of a clip but its pictures; times are ms after its first frame, outlines in pixels of its frames.

    The events are as everybody may know them. What was seen of the table is told by kind, place and time only.
    """
    verdict, ruling = clip.verdict, clip.ruling
    return {
        "kind": clip.kind,
        "title": clip.title,
        "made": clip.made,
        "size_px": list(clip.size_px),
        "origin_ms": clip.origin_ms,
        "moment_ms": clip.moment_ms,
        "opening_ms": clip.opening_ms,
        "window_ms": _interval(clip.window_ms),
        "players": list(clip.table.players),
        "rules": {"name": clip.table.pack.name, "hash": clip.table.pack.content_hash},
        "models": dict(clip.table.models),
        "places": {str(place): clip.places.quad_px(place).round(1).tolist() for place in clip.places.quads_mm},
        "frames": [
            {
                "index": frame.index,
                "at_ms": frame.at_ms,
                "found": list(map(asdict, frame.found)),
            }
            for frame in clip.frames
        ],
        "seen": [
            {"type": type(one).__name__, "at_ms": _interval(one.seen.at), "place": str(getattr(one, "place", "pile"))}
            for one in clip.seen
        ],
        "events": [event_json(one, clip.table.players) for one in clip.events],
        "verdict": verdict
        and {
            "sentence": verdict.sentence,
            "rule": verdict.rule,
            "chance": verdict.chance,
            "contacts": [
                {
                    "player": one.player,
                    "slot": one.slot,
                    "at_ms": _interval(clip.stated(one)),
                    "beside_others_ms": _interval(clip.beside(one)),
                }
                for one in verdict.contacts
            ],
        },
        "sounds": [{"at_ms": _interval(one.at_ms), "louder_db": one.louder_db} for one in clip.sounds],
        "ruling": ruling and {"sentence": ruling.sentence, "reason": ruling.reason, "winner": ruling.winner},
        "timing": {
            "readout_ms": list(clip.shutter.readout_ms),
            "is_measured": clip.shutter.is_measured,
            "checked": clip.shutter.checked,
            "readout_over_pile_ms": round(clip.over_pile_ms, 1),
            "interval_ms": clip.shutter.interval_ms,
            "jitter_ms": clip.shutter.jitter_ms,
            "exposure_ms": clip.shutter.exposure_ms,
        },
        "torn": clip.torn,
        "seal": clip.seal,
    }


def _interval(at: Interval) -> list[float]:
    return [at.start_ms, at.end_ms]
