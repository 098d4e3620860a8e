"""The frames of a snap to be looked at again: of its clip, or of the pictures that an earlier version kept."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_server.desk import Desk
from kibitz_server.journal.play_entries import SnapMoment
from kibitz_server.replay.player import ReplayFrame, clip_shown, moments_shown


def snap_frames(desk: Desk, clip: str | None, moments: Sequence[SnapMoment]) -> tuple[ReplayFrame, ...]:
    """None where nothing was kept; `InputError` where the clip is gone or cannot be trusted."""
    if moments or not clip:
        return moments_shown(moments)
    return clip_shown(clip, desk.masked.clip(clip))
