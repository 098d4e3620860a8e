"""All that the doctor looks at, in its order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kibitz_server.doctor.finding import Finding, Grade
from kibitz_server.doctor.installed import library_finding, model_finding, python_finding, silence_finding


def examine(folder: Path, port: int) -> Iterator[Finding]:
    """Look at this installation and this machine, one finding after the other: the quick ones first.

    `folder` is where evenings are kept. Where libraries do not load, nothing after them can be looked at.
    """
    yield python_finding()
    yield (libraries := library_finding())
    if libraries.grade is Grade.BAD:
        return
    from kibitz_server.doctor.cameras import camera_findings
    from kibitz_server.doctor.machine import data_finding, disk_finding, port_finding, processor_finding

    yield model_finding()
    yield silence_finding()
    yield data_finding(folder)
    yield disk_finding(folder)
    yield port_finding(port)
    yield processor_finding()
    yield from camera_findings()
