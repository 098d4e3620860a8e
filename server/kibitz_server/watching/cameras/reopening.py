"""The camera that the table had last, opened again."""

from __future__ import annotations

import asyncio

from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.cameras.camera_memory import CameraMemory

_WITHIN_S = 8.0
_ASK_S = 0.25


async def reopen(camera: TableCamera, memory: CameraMemory) -> bool:
    """Open the last camera where none is open, and wait for its first picture; whether there is one at all.

    Raises `InputError` where it cannot be opened.
    """
    text = memory.last()
    if camera.source is None and text is not None:
        await asyncio.to_thread(camera.open, text)
    if camera.source is None:
        return False
    for _ in range(round(_WITHIN_S / _ASK_S)):
        if camera.health.shows_now:
            break
        await asyncio.sleep(_ASK_S)
    return True
