"""Makes the data folder of an earlier release by its own code, as an evening with a camera leaves it.

`git archive COMMIT | tar x -C OLD`, then `python build_release.py FOLDER` with OLD and its five floors as PYTHONPATH.
What that release keeps is made by it: journal and backup, the photo of a round, clips, a recording, the places of the
table, the camera of last time, a photo opened as a source. The commit of 0.1.0 is
f95aa62fab089c4f422a61114f7d833168869775.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from tests.server.acts import seen
from tests.server.conftest import ANN, BEN
from tests.server.games import begin, confirm, play_watched
from tests.server.journal.test_releases import games
from tests.vision.clips.conftest import race_clip
from tests.vision.recording.conftest import EVENING, PACK, PLAYERS, jpeg_of, table_places

from kibitz_scoring.game.round_state import first_state
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import PictureRead, SheetOpened
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.pictures import save_jpeg
from kibitz_server.watching.cameras.camera_memory import CameraMemory
from kibitz_vision.clips.clip_file import write_clip
from kibitz_vision.recording.folder import WHOLE, RecordingFolder, RoundBegun
from kibitz_vision.table.places_file import places_path, write_places


def main(folder: Path) -> None:
    data = folder / "data"
    minutes = count()
    live = Live(Journal(data), clock=lambda: datetime(2026, 11, 28, 18, next(minutes) % 60, tzinfo=UTC))
    begin(live)
    live.record(SheetOpened())
    live.record(PictureRead(save_jpeg(data, jpeg_of(90)), "table.jpg", 640, 360, (seen("2H", ANN), seen("KS", BEN))))
    confirm(live, [(ANN, "2H"), (BEN, "KS")], "Ann")
    play_watched(live, ())
    live.close()
    Live(Journal(data)).close()
    for shelf in ("clips", "clips/kept"):
        (data / shelf).mkdir()
        write_clip(race_clip(), data / shelf / f"20261128-203100-snap{'-2' * ('kept' in shelf)}.kibitz")
    begun = RoundBegun(first_state(PACK, PLAYERS), EVENING, {"reader.onnx": "0f"})
    recording = RecordingFolder(data / "recordings", begun)
    for number in range(2):
        recording.frames.add(jpeg_of(100 + number), number, number * 33.3)
    recording.end(WHOLE, 0)
    (data / "sources").mkdir()
    (data / "sources" / "table.jpg").write_bytes(jpeg_of(90))
    source = str(Path("sources") / "table.jpg")
    CameraMemory(data).keep(source)
    write_places(table_places(), places_path(data / "places", source, (640, 360)), source)
    live = Live(Journal(data))
    (folder / "shown.json").write_text(json.dumps(games(live), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    live.close()
    for lock in data.glob("*.lock"):
        lock.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
