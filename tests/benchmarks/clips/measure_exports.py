"""Whether what leaves of clips leaks: the reader itself reads every picture of them that a page or an export shows.

`make measure-exports ARGS="FILM..."` watches films of simulated rounds, whose faces are known, and cuts their clips:
those of snaps, questions and the reveal as `kibitz watch` does. As nobody shows a card in these rounds before the end,
more are cut of the time in which all hands are turned up, and masked as if the round went on: players as careless as
can be. Of each clip it makes all that anybody at any screen may get: frames of the pile and of the table, the few
pictures beside a question, the photo finish, the film (MP4), the evidence, what the player is told, what `kibitz clips
show` says, and all that is logged meanwhile. A face leaks where it is sealed, and is read at the very place where it
shows in the uncovered frame, or stands in a text. Figures go to docs/measured/exports.json and into docs/clips.md; it
goes on where it was stopped.
"""

from __future__ import annotations

import io
import json
import logging
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from typer.testing import CliRunner

REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.clips.exports_page import lines  # noqa: E402
from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.benchmarks.measured_page import write_measured  # noqa: E402
from tests.benchmarks.trust.reading_attack import OnPicture, is_there, named_in  # noqa: E402
from tests.benchmarks.trust.sealed_faces import sealed_faces  # noqa: E402
from tests.benchmarks.trust.witness import Witness  # noqa: E402

from kibitz_models.commands import app  # noqa: E402
from kibitz_models.watching.clip_taking import ClipTaker  # noqa: E402
from kibitz_models.watching.following import Following  # noqa: E402
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402
from kibitz_scoring.cards import Card, Rank  # noqa: E402
from kibitz_scoring.errors import InputError  # noqa: E402
from kibitz_scoring.game.events import Revealed  # noqa: E402
from kibitz_scoring.game.round_state import cards_of  # noqa: E402
from kibitz_scoring.notation.tables import parse_table  # noqa: E402
from kibitz_scoring.score.hands import deck_cards  # noqa: E402
from kibitz_scoring.table import Interval  # noqa: E402
from kibitz_server.access.viewer import Role  # noqa: E402
from kibitz_server.replay.film import film_of  # noqa: E402
from kibitz_server.replay.masked_clips import FILM_PICTURES  # noqa: E402
from kibitz_server.views.clip_view import shelved_view  # noqa: E402
from kibitz_server.views.words.card_words import glyphs  # noqa: E402
from kibitz_vision.clips.clip import Clip, ClipFrame, ClipKind, ClipVerdict, Contact  # noqa: E402
from kibitz_vision.clips.clip_file import SUFFIX, read_clip  # noqa: E402
from kibitz_vision.clips.concealment import ShownClip, shown_by_itself  # noqa: E402
from kibitz_vision.clips.evidence import evidence  # noqa: E402
from kibitz_vision.clips.film_export import export_film  # noqa: E402
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip  # noqa: E402
from kibitz_vision.clips.photo_finish import photo_finish  # noqa: E402
from kibitz_vision.clips.shelf import ClipShelf  # noqa: E402
from kibitz_vision.detections import Image  # noqa: E402
from kibitz_vision.frames import decode_image, encode_jpeg  # noqa: E402
from kibitz_vision.geometry import Points, project  # noqa: E402
from kibitz_vision.reading.pipeline import Pipeline  # noqa: E402
from kibitz_vision.recording.round_table import RoundTable  # noqa: E402
from kibitz_vision.table.places import TablePlaces  # noqa: E402
from kibitz_vision.watcher import Watcher  # noqa: E402

_FOLDER = REPOSITORY / "build" / "exports"
_BARE = "uncovered frames, for comparison"
_KINDS = (_BARE, "frame, pile", "frame, table", "beside a question", "film (MP4)", "photo finish", "texts")
_EVERY = 8
"""Of the frames of a clip every so many are read: four a second."""
_OPEN = 4
"""So many clips of a film show open hands."""
_BEFORE_MS, _AFTER_MS = 900.0, 900.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture that leaves: what of, the number of its frame in the clip, and where that is on it (None: anywhere)."""

    kind: str
    number: int | None
    image: Image
    on_picture: OnPicture | None = None


def main(arguments: Sequence[str]) -> None:
    """Cut what is not cut yet, read what was not read yet, and write the figures."""
    films = [Path(one) for one in arguments]
    if not films or not all((film / "truth.jsonl").is_file() for film in films):
        sys.exit('expected folders of `kibitz simulate round`, as in make measure-exports ARGS="films/round-1-kaboo-2"')
    cv2.setNumThreads(1)
    pipeline = load_pipeline()
    found = [one for film in films for one in _of_film(read_filmed(film), pipeline)]
    figures = _figures(found, films)
    write_figures("exports.json", figures)
    write_measured(REPOSITORY / "docs" / "clips.md", lines(figures), "exports")


def _of_film(film: FilmedRound, pipeline: Pipeline) -> Iterator[Mapping[str, Any]]:
    folder = _FOLDER / film.folder.name
    if not (folder / "cut").is_file():
        _cut(film, pipeline, ClipShelf(folder))
        (folder / "cut").touch()
    witness, deck = Witness.of(film, 0.0), deck_cards(film.pack)
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        kept = path.with_suffix(".json")
        if not kept.is_file():
            kept.write_text(json.dumps(list(_of_clip(path, witness, deck, pipeline)), indent=1), "utf-8")
            print(kept, file=sys.stderr)
        yield from json.loads(kept.read_text(encoding="utf-8"))


def _cut(film: FilmedRound, pipeline: Pipeline, shelf: ClipShelf) -> None:
    """The clips of a film: as the watching cuts them, and of open hands, with the places that it found."""
    start = parse_table(film.start, film.pack, film.players)
    watcher = Watcher(pipeline, film.pack, film.players)
    following = Following.begin(watcher, start, film.acts)
    frames = []
    with closing(ClipTaker(shelf, start, film.acts, {}, None)) as taker:
        for frame in film.frames():
            following.take(frame)
            taker.take(frame, following)
            frames.append(ClipFrame(frame.index, frame.captured_ns, encode_jpeg(frame.image)))
        following.end()
        taker.end(following)
    places = watcher.places
    if places is None:
        sys.exit(f"{film.folder}: no places of the table were found.")
    height, width = frames[0].image().shape[:2]
    first_ms = min(timed.at.start_ms for timed in film.done if isinstance(timed.event, Revealed))
    last_ms = frames[-1].at_ms - _AFTER_MS
    for at_ms in np.linspace(first_ms, last_ms, _OPEN):
        clip = _about(film, places, frames, float(at_ms), (width, height))
        # The photo finish has a strip for each.
        at = Interval(at_ms - clip.origin_ms - 100, at_ms - clip.origin_ms)
        contacts = tuple(Contact(player, places.grid(player)[0], at) for player in film.players)
        verdict = ClipVerdict("Hands are open.", "", contacts)
        shelf.put(f"{round(at_ms):08d}-open", replace(clip, verdict=verdict))


def _about(
    film: FilmedRound, places: TablePlaces, frames: Sequence[ClipFrame], at_ms: float, size_px: tuple[int, int]
) -> Clip:
    near = [one for one in frames if at_ms - _BEFORE_MS <= one.at_ms <= at_ms + _AFTER_MS]
    origin_ns = near[0].at_ns
    shown = tuple(replace(one, at_ns=one.at_ns - origin_ns) for one in near)
    table = RoundTable(film.pack, film.players, film.start)
    window = Interval(0.0, shown[-1].at_ms)
    origin_ms = origin_ns / 1e6
    told = ClipKind.DISPUTE, "open", "Hands are open.", ""
    return Clip(*told, size_px, origin_ms, at_ms - origin_ms, window, table, places, shown)


def _of_clip(path: Path, witness: Witness, deck: Sequence[Card], pipeline: Pipeline) -> Iterator[dict[str, Any]]:
    """Everything that leaves of one clip, and which sealed faces are in it."""
    clip = read_clip(path)
    for number in range(0, len(clip.frames), _EVERY):
        named = named_in(clip.frames[number].image(), pipeline, deck)
        inside = sorted(named.keys() & _sealed(clip, witness, number), key=str)
        yield _line(path, _BARE, bool(named), inside, inside)
    with _logged() as log:
        for shown in _pictures(clip, pipeline):
            numbers = range(len(clip.frames)) if shown.number is None else [shown.number]
            # A strip shows many frames: what was sealed in all of them.
            sealed = frozenset.intersection(*(_sealed(clip, witness, number) for number in numbers))
            named = named_in(shown.image, pipeline, deck)
            inside = sorted(named.keys() & sealed, key=str)
            leaks = inside
            if inside and shown.number is not None and shown.on_picture is not None:
                truly = named_in(clip.frames[shown.number].image(), pipeline, deck)
                leaks = [one for one in inside if one in truly and is_there(shown.on_picture, named[one], truly[one])]
            yield _line(path, shown.kind, bool(named), inside, leaks)
        told = [json.dumps(one, ensure_ascii=False, default=str) for one in _told(clip, path)]
    sealed = frozenset.intersection(*(_sealed(clip, witness, number) for number in range(len(clip.frames))))
    for text in (*told, log.getvalue()):
        leaks = sorted((card for card in sealed if _is_named(card, text)), key=str)
        yield _line(path, "texts", bool(leaks), leaks, leaks)


def _line(path: Path, kind: str, is_named: bool, sealed: Sequence[Card], leaks: Sequence[Card]) -> dict[str, Any]:
    told = {"sealed": list(map(str, sealed)), "leaks": list(map(str, leaks))}
    return {"clip": f"{path.parent.name}/{path.stem}", "kind": kind, "named": is_named, **told}


def _sealed(clip: Clip, witness: Witness, number: int) -> frozenset[Card]:
    """What nobody may know by a frame: of open hands all that lies in them, as if the round went on."""
    if clip.key != "open":
        return sealed_faces(witness, clip.origin_ms + clip.frames[number].at_ms)
    state = witness.states[-1]
    hands = {card.face for seat in range(len(state.hands)) for _, card in cards_of(state, seat)}
    return frozenset(face for face in hands if isinstance(face, Card)) - {card.face for card in state.discard}  # type: ignore[misc]


def _pictures(clip: Clip, pipeline: Pipeline) -> Iterator[Shown]:
    shown = shown_by_itself(clip)
    for view in ClipView:
        masked = _masked_clip(shown, view)
        for number in range(0, len(clip.frames), _EVERY):
            yield _masked(masked, f"frame, {view}", number, pipeline)
    masked = _masked_clip(shown, ClipView.TABLE)
    first, last = clip.at(clip.window_ms.start_ms), clip.at(clip.window_ms.end_ms)
    for one in range(FILM_PICTURES):
        yield _masked(masked, "beside a question", first + round((last - first) * one / (FILM_PICTURES - 1)), pipeline)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.mp4"
        list(export_film(shown, pipeline, path))
        with av.open(str(path)) as container:
            for number, frame in enumerate(container.decode(video=0)):
                if number % _EVERY == _EVERY // 2:
                    image = np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)
                    yield Shown("film (MP4)", number, image, _through(masked))
    try:
        yield Shown("photo finish", None, photo_finish(shown, pipeline))
    except InputError:
        # Nobody came to the pile in it.
        return


def _masked_clip(shown: ShownClip, view: ClipView) -> MaskedClip:
    return MaskedClip(shown.clip, view, shown.hidden_from_ms, shows_hands=shown.shows_hands)


def _masked(masked: MaskedClip, kind: str, number: int, pipeline: Pipeline) -> Shown:
    picture = decode_image(masked.picture(number, lambda: pipeline), kind)
    return Shown(kind, number, picture, _through(masked))


def _through(masked: MaskedClip) -> Callable[[Points], Points | None]:
    return lambda quad: project(quad, masked.homography)


def _told(clip: Clip, path: Path) -> Iterator[Any]:
    """All texts of a clip that anybody gets."""
    clip = shown_by_itself(clip).clip
    yield evidence(clip)
    # Whose rights reach furthest.
    yield film_of(clip, path.stem, Role.HOST)
    yield [shelved_view(one) for one in ClipShelf(path.parent).clips() if one.name == path.stem]
    yield CliRunner().invoke(app, ["clips", "show", str(path)]).output


def _is_named(card: Card, text: str) -> bool:
    if card.rank is Rank.JOKER:
        return False
    names = "|".join(map(re.escape, (str(card), glyphs(card))))
    return re.search(rf"(?<![A-Za-z0-9])(?:{names})(?![A-Za-z0-9])", text) is not None


@contextmanager
def _logged() -> Iterator[io.StringIO]:
    """All that anything of Kibitz logs, at its most talkative."""
    log, root = io.StringIO(), logging.getLogger("kibitz")
    handler, level = logging.StreamHandler(log), root.level
    every = [root, *(logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if "kibitz" in name)]
    for one in every:
        one.addHandler(handler)
        one.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        for one in every:
            one.removeHandler(handler)
            one.setLevel(level)


def _figures(found: Sequence[Mapping[str, Any]], films: Sequence[Path]) -> dict[str, Any]:
    return {
        "films": [film.name for film in films],
        "clips": len({one["clip"] for one in found}),
        "kinds": {kind: _count([one for one in found if one["kind"] == kind]) for kind in _KINDS},
        "all": _count([one for one in found if one["kind"] != _BARE]),
        "leaked": [one for one in found if one["leaks"] and one["kind"] != _BARE],
    }


def _count(some: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    return {
        "read": len(some),
        "a_card_is_named": sum(one["named"] for one in some),
        "misread_as_sealed": sum(bool(one["sealed"]) and not one["leaks"] for one in some),
        "leaks": sum(bool(one["leaks"]) for one in some),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
