"""Whether this machine can carry an evening: disk, data folder, port, processor."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from itertools import islice
from pathlib import Path

from kibitz_models.weights import load_pipeline
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.data_folder import BACKUPS
from kibitz_server.demo import DEMO_PACK, DEMO_PLAYERS, demo_film, demo_places
from kibitz_server.doctor.finding import Finding, Grade
from kibitz_server.journal.journal import FILE_NAME, HEAD_NAME
from kibitz_server.journal.storage.backups import Backups
from kibitz_server.journal.storage.examination import examine
from kibitz_server.journal.storage.head_file import HeadFile
from kibitz_vision.camera.video import read_video
from kibitz_vision.table.places_file import read_places
from kibitz_vision.watcher import Watcher

ROOM_GB = 2.0
"""Below 1 GB clips are no longer kept (`ClipShelf`); an evening of clips takes up to another (docs/clips.md)."""
KEEPS_UP = 0.7
"""Share of one core that following may take: frames queue up for good from 1 on, and hands over many cards take half as
much again as the mean (docs/measured/video-speed.json)."""
_FRAMES = 90
"""Three seconds of the demo's film, after which hands move over the table."""
_ANSWER_S = 2.0


def disk_finding(folder: Path) -> Finding:
    """Whether there is room for an evening."""
    free_gb = shutil.disk_usage(_nearest(folder)).free / 1e9
    said = f"{free_gb:.1f} GB are free where {folder} lies"
    if free_gb < ROOM_GB:
        return Finding("disk", Grade.WEAK, f"{said}: make room for {ROOM_GB:.0f} GB, or clips will not be kept.")
    return Finding("disk", Grade.FINE, f"{said}.")


def data_finding(folder: Path) -> Finding:
    """Whether the data folder can be written to, belongs to nobody else, and holds a journal that is whole."""
    nearest = _nearest(folder)
    if not os.access(nearest, os.W_OK | os.X_OK):
        return Finding("data", Grade.BAD, f"{nearest} cannot be written to: choose another folder with --data.")
    if sys.platform != "win32" and folder.is_dir() and folder.stat().st_mode & 0o077:
        return Finding("data", Grade.WEAK, f"other users of this computer can look into {folder}: chmod 700 it.")
    journal = folder / FILE_NAME
    if not journal.is_file():
        return Finding("data", Grade.FINE, f"{folder} is ready; no evening is kept in it yet.")
    if _is_locked(journal):
        return Finding("data", Grade.FINE, f"{journal} is in use by a Kibitz that runs.")
    return _journal_finding(folder, journal)


def _journal_finding(folder: Path, journal: Path) -> Finding:
    """Whether every entry of a journal and of its backups is what was written."""
    try:
        examined = examine(journal, HeadFile(folder / HEAD_NAME).read())
    except InputError as error:
        return Finding("data", Grade.BAD, str(error))
    if examined.fault:
        what = f"{journal} is damaged ({examined.fault})"
        return Finding("data", Grade.BAD, f"{what}: start Kibitz, which sets it aside and offers a backup.")
    damaged = [path for path, _, fault in Backups(folder / BACKUPS).examined() if fault]
    if damaged:
        return Finding("data", Grade.WEAK, f"{journal} is whole, its backup {damaged[0]} is damaged: delete that one.")
    return Finding("data", Grade.FINE, f"{journal} is whole: {len(examined.rows)} entries as they were written.")


def port_finding(port: int) -> Finding:
    """Whether the page's port is free, or a Kibitz answers there already."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return _who_listens(port)
    return Finding("port", Grade.FINE, f"port {port} is free.")


def _who_listens(port: int) -> Finding:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=_ANSWER_S) as answer:
            is_kibitz = json.loads(answer.read()).get("status") == "ready"
    except (OSError, ValueError, AttributeError):
        is_kibitz = False
    if is_kibitz:
        return Finding("port", Grade.FINE, f"a Kibitz runs on port {port} already: open http://127.0.0.1:{port}/.")
    return Finding("port", Grade.WEAK, f"port {port} is in use by another program: start Kibitz with --port 0.")


def processor_finding() -> Finding:
    """How long one core follows a second of the demo's film, against what live watching may take.

    Only frames after the first look at the table count, as that look is made once.
    """
    frames = islice(read_video(demo_film()), _FRAMES)
    watcher = Watcher(load_pipeline(threads=1), load_pack(DEMO_PACK), DEMO_PLAYERS, places=read_places(demo_places()))
    first = next(frames)
    watcher.update(first)
    last, began_s = first, time.process_time()
    for frame in frames:
        watcher.update(frame)
        last = frame
    share = (time.process_time() - began_s) / ((last.captured_ns - first.captured_ns) / 1e9)
    said = f"following a second of film takes {share:.2f} s of one core of {os.cpu_count() or 1}"
    if share > KEEPS_UP:
        return Finding(
            "processor",
            Grade.WEAK,
            f"{said}; live watching may take {KEEPS_UP}: close other programs, plug the laptop in, choose 720p.",
        )
    return Finding("processor", Grade.FINE, f"{said}; live watching may take {KEEPS_UP}.")


def _nearest(folder: Path) -> Path:
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())


def _is_locked(journal: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    except sqlite3.Error:
        return False
    return False
