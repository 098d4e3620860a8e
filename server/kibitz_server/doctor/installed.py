"""Whether what is installed is what was tested: Python, libraries, models, and nobody who calls home."""

from __future__ import annotations

import os
import platform
import re
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from kibitz_server.doctor.finding import Finding, Grade
from kibitz_vision.offline import SILENCE

OLDEST, NEWEST = (3, 11), (3, 14)
"""Pythons for which every library is built (setup/locked-run.txt)."""
_NATIVE = ("numpy", "cv2", "av", "onnxruntime", "lap")
"""Libraries of machine code, which fail to load where the system lacks what they stand on."""
_VC_RUNTIME = "https://aka.ms/vs/17/release/vc_redist.x64.exe"


def python_finding(found: tuple[int, int] = sys.version_info[:2]) -> Finding:
    """Whether Kibitz and this Python know each other."""
    said = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    if OLDEST <= found <= NEWEST:
        return Finding("Python", Grade.FINE, f"{said}.")
    return Finding("Python", Grade.BAD, f"{said}: use Python 3.11 to 3.14, for which all libraries are built.")


def library_finding() -> Finding:
    """Whether every library that Kibitz asks for is there and loads."""
    missing = [name for name in _asked_for() if not _version_of(name)]
    if missing:
        return Finding(
            "libraries", Grade.BAD, f"{', '.join(missing)} cannot be found: install Kibitz anew (`make run`)."
        )
    for name in _NATIVE:
        try:
            import_module(name)
        except (ImportError, OSError) as error:
            return Finding("libraries", Grade.BAD, _unloadable(name, error))
    named = ", ".join(
        f"{name} {_version_of(name)}" for name in ("onnxruntime", "opencv-python-headless", "av", "nicegui")
    )
    return Finding("libraries", Grade.FINE, f"Kibitz {version('kibitz')} with {named}.")


def _unloadable(name: str, error: Exception, system: str = sys.platform) -> str:
    cure = (
        f"install Microsoft's Visual C++ runtime ({_VC_RUNTIME}) and start again."
        if system == "win32"
        else "install Kibitz anew, for the Python that runs it."
    )
    return f"{name} does not load ({error}): {cure}"


def _asked_for() -> list[str]:
    named = [entry for entry in requires("kibitz") or () if "extra ==" not in entry]
    return [found[0] for entry in named if (found := re.match(r"[\w.-]+", entry))]


def _version_of(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def model_finding(folder: Path | None = None) -> Finding:
    """Whether the models, by default those shipped, are those that the model card measured."""
    # Only where the libraries load.
    from kibitz_models.weights import FOLDER, hashes

    card, folder = FOLDER.parent / "card.md", folder or FOLDER
    measured = dict(re.findall(r"^\| (\w+\.onnx) \| \d+ \| `([0-9a-f]{64})`", card.read_text(encoding="utf-8"), re.M))
    if missing := sorted(name for name in measured if not (folder / name).is_file()):
        return Finding("models", Grade.BAD, f"{', '.join(missing)} cannot be found: install Kibitz anew.")
    there = hashes(folder)
    if other := sorted(name for name, digest in measured.items() if there[name] != digest):
        sentence = f"{', '.join(other)} differ from those that the model card measured: install Kibitz anew."
        return Finding("models", Grade.WEAK, sentence)
    return Finding("models", Grade.FINE, f"{len(measured)} models, each with the SHA-256 of the model card.")


def silence_finding() -> Finding:
    """Whether libraries with a telemetry of their own are silenced."""
    loud = sorted(name for name, silent in SILENCE.items() if os.environ.get(name) != silent)
    if loud:
        return Finding("network silence", Grade.BAD, f"{', '.join(loud)} are not set: start Kibitz by `kibitz`.")
    return Finding("network silence", Grade.FINE, "no library may call another machine.")
