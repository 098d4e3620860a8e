"""What cameras there are, and what they really send."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

from kibitz_server.doctor.finding import Finding, Grade
from kibitz_vision.camera.health import SLOW_BELOW_FPS, frame_rate
from kibitz_vision.camera.names import Camera, list_cameras
from kibitz_vision.camera.sources import FrameSource, open_source
from kibitz_vision.frames import Frame

LEAST_HEIGHT_PX = 720
"""What rounds are measured at (docs/live.md)."""
_OPENS_WITHIN_S = 10.0
_WATCHED_S = 3.0
_NONE = "no camera is plugged in: plug one in, or use a phone's stream, a film or photos."
_ALLOWED = {
    "darwin": "allow the terminal to use the camera (System Settings, Privacy & Security, Camera)",
    "win32": "allow desktop apps to use the camera (Settings, Privacy, Camera)",
}


def camera_findings(
    listed: Callable[[], Sequence[Camera]] = list_cameras, opened: Callable[[str], FrameSource] = open_source
) -> list[Finding]:
    """Each camera that is plugged in, looked at for some seconds."""
    cameras = listed()
    if not cameras:
        return [Finding("camera", Grade.WEAK, _NONE)]
    return [_looked_at(camera, opened) for camera in cameras]


def _looked_at(camera: Camera, opened: Callable[[str], FrameSource]) -> Finding:
    source = opened(camera.source)
    try:
        frames = _watched(source)
        fault = source.health.sentence
    finally:
        source.close()
    if not frames:
        cure = _ALLOWED.get(sys.platform, "be in the group `video`")
        sentence = f"{camera.name} sends no picture ({fault}): close other programs that use it, and {cure}."
        return Finding("camera", Grade.BAD, sentence)
    return _judged(camera.name, frames)


def _judged(name: str, frames: Sequence[Frame]) -> Finding:
    height, width = frames[-1].image.shape[:2]
    rate = frame_rate([frame.captured_ns for frame in frames]) or 0.0
    said = f"{name} sends {width} x {height} px, {rate:.0f} pictures a second"
    if height < LEAST_HEIGHT_PX:
        return Finding("camera", Grade.WEAK, f"{said}: cards need {LEAST_HEIGHT_PX} px of height; use a better one.")
    if rate < SLOW_BELOW_FPS:
        sentence = f"{said}: nothing can be followed below {SLOW_BELOW_FPS:.0f}; more light makes it faster."
        return Finding("camera", Grade.WEAK, sentence)
    return Finding("camera", Grade.FINE, f"{said}.")


def _watched(source: FrameSource) -> list[Frame]:
    frames: list[Frame] = []
    end_s = time.monotonic() + _OPENS_WITHIN_S
    while time.monotonic() < end_s:
        if fresh := source.frames_since(frames[-1].index if frames else -1):
            if not frames:
                end_s = time.monotonic() + _WATCHED_S
            frames += fresh
        time.sleep(0.02)
    return frames
