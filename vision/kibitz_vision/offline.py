"""Libraries that would tell others about their users, told not to: each reads its variable as it is loaded."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

SILENCE: Mapping[str, str] = MappingProxyType(
    {
        # ONNX Runtime sends events and a device id to Microsoft; what it offers to call instead comes too late.
        "ORT_DISABLE_TELEMETRY": "1",
        # Ultralytics looks up hosts as it is imported, and sends events to Google when it then seems to be online.
        "YOLO_OFFLINE": "true",
        # Ultralytics installs packages by itself.
        "YOLO_AUTOINSTALL": "false",
        # NiceGUI would keep its storage on another machine, whose address it finds in the environment.
        "NICEGUI_REDIS_URL": "",
    }
)


def stay_offline() -> None:
    """Silence what this process, or one that it starts, loads from now on, whatever the environment said before."""
    os.environ.update(SILENCE)
