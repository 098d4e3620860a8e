"""What a check of the camera's shutter has found, in sentences."""

from __future__ import annotations

from kibitz_server.texts import say
from kibitz_vision.camera.shutter.shutter import READOUT_MS, Shutter
from kibitz_vision.camera.shutter.shutter_check import ShutterCheck


def check_words(check: ShutterCheck, shutter: Shutter) -> list[str]:
    """The pace of its frames, the exposure, and the read-out of its rows or why it is not known."""
    pace = check.pace
    told = [
        say(
            "{interval:.2f} ms from picture to picture, give or take {jitter:.1f} ms ({frames} pictures).",
            interval=pace.interval_ms,
            jitter=pace.jitter_ms,
            frames=pace.frames,
        )
    ]
    if shutter.exposure_ms is not None:
        told.append(say("A row is exposed for {exposure:.1f} ms.", exposure=shutter.exposure_ms))
    if check.readout_ms is None:
        told.append(say("The read-out of its rows could not be measured.") + " " + say(check.why_not))
    return [*told, readout_words(shutter)]


def readout_words(shutter: Shutter) -> str:
    """What times of contacts count on."""
    least, most = shutter.readout_ms
    if not shutter.is_measured:
        return say("The camera is assumed to read its rows within {most:.0f} ms, as webcams do.", most=READOUT_MS)
    return say(
        "The camera reads its rows within {least:.1f} to {most:.1f} ms (measured on {day}).",
        least=least,
        most=most,
        day=shutter.checked,
    )
