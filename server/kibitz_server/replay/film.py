"""What the player on the page is told of a clip: its frames, what was found and happened on them, and its words.

Times are ms after the window for snaps opened, as far as the clip shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kibitz_scoring.certainty import as_told
from kibitz_scoring.sentences import to_say
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_server.access.route_rights import may_ask
from kibitz_server.access.viewer import Role
from kibitz_server.replay.marks import contact_mark, marks_of, sound_mark, window_of
from kibitz_server.texts import say
from kibitz_server.views.words.act_words import ActWords
from kibitz_server.views.words.rule_names import rule_name
from kibitz_server.views.words.shutter_words import readout_words
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.masked_clip import MaskedClip
from kibitz_vision.detections import HAND, Found

_ACTS: Mapping[str, tuple[str, str]] = {
    "back": ("chevron_left", to_say("One frame back")),
    "on": ("chevron_right", to_say("One frame on")),
    "eventBack": ("skip_previous", to_say("To the event before")),
    "eventOn": ("skip_next", to_say("To the next event")),
    "play": ("play_arrow", to_say("Play or stop")),
    "slower": ("remove", to_say("Slower")),
    "faster": ("add", to_say("Faster")),
    "loopFrom": ("first_page", to_say("Loop from here")),
    "loopTo": ("last_page", to_say("Loop to here")),
    "loopOff": ("repeat", to_say("No loop")),
    "mark": ("flag", to_say("Mark this frame")),
    "compare": ("compare", to_say("Beside or over the marked frame")),
    "overlay": ("layers", to_say("What was found, on or off")),
    "zoomOut": ("zoom_out_map", to_say("The whole picture")),
}
"""An icon and a label for each button."""
SPEEDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""As fast as a clip may be shown; 1 is as fast as it was, and no clip begins faster."""
_LEAD_LASTS_MS = 1500.0
"""So long it takes on the page from one contact to the next: enough to see which came first."""


def film_of(clip: Clip, name: str, role: Role, *, is_played: bool = False) -> dict[str, Any]:
    """The JSON of the film of a clip of this name; where pictures and files of it are served that the role may have.

    `is_played`: its round goes on, so that nobody is given its file, in which the frames are uncovered.
    """
    masked = MaskedClip(clip)
    opening = clip.opening_ms
    words = ActWords(clip.table.pack, clip.table.players)
    return {
        "title": say(clip.title),
        "size": masked.size_px,
        "frames": [
            {
                "index": frame.index,
                "at_ms": round(frame.at_ms - opening, 3),
                "url": f"/clips/{name}/{masked.view}/{number}.jpg",
                "found": [found for one in frame.found if (found := _found(masked, one, words)) is not None],
            }
            for number, frame in enumerate(clip.frames)
        ],
        "sounds": [sound_mark(clip, one) for one in clip.sounds],
        "contacts": [contact_mark(clip, one) for one in (clip.verdict.contacts if clip.verdict else ())],
        "marks": marks_of(clip),
        "window": window_of(clip),
        "places": list(_places(masked, words)),
        "opens_ms": round(clip.moment_ms - opening, 3),
        "speed": speed(clip),
        "speeds": SPEEDS,
        "verdict": " ".join(_verdict(clip)),
        "notes": notes(clip),
        "exports": {
            kind: url for kind, url in _exports(clip, name, is_played=is_played).items() if may_ask(role, "GET", url)
        },
        "words": player_words(),
    }


def speed(clip: Clip) -> float:
    """How fast a clip is shown at first: the closer a race, the slower."""
    race = clip.verdict.race if clip.verdict else None
    if race is None:
        return 1.0
    lead_ms = race[1].at_ms.end_ms - race[0].at_ms.end_ms
    return max((one for one in SPEEDS if one <= 1.0 and one * _LEAD_LASTS_MS <= lead_ms), default=SPEEDS[0])


def _verdict(clip: Clip) -> Iterator[str]:
    """What was made of it, how likely that is, and what the table said."""
    if clip.verdict:
        yield say(clip.verdict.sentence)
        if clip.verdict.race:
            first, chance = clip.verdict.race[0].player, as_told(clip.verdict.chance or 0.0)
            yield say("{player} was first with a probability of {chance:.0%}.", player=first, chance=chance)
    if clip.ruling:
        yield say("Ruled: {sentence}", sentence=say(clip.ruling.sentence))


def notes(clip: Clip) -> list[str]:
    """How sure the times are, what decided it, and why the table said what it said."""
    verdict, ruling = clip.verdict, clip.ruling
    told: list[str] = []
    if verdict and verdict.race:
        late = contact_late_ms(clip)
        told.append(
            say(
                "{camera} That may change the lead by {over:.0f} ms, and all times alike by {late:.0f} ms.",
                camera=readout_words(clip.shutter),
                over=clip.over_pile_ms,
                late=late,
            )
        )
    if verdict and verdict.rule:
        told.append(say("By the rule: {rule}.", rule=say(rule_name(verdict.rule))))
    if ruling and ruling.reason:
        told.append(ruling.reason)
    if clip.torn:
        told.append(say(clip.torn))
    return told


def contact_late_ms(clip: Clip) -> float:
    """So much earlier than the frames tell all contacts of a clip with one may have been."""
    assert clip.verdict is not None
    return max(one.at_ms.start_ms - clip.stated(one).start_ms for one in clip.verdict.contacts)


def _exports(clip: Clip, name: str, *, is_played: bool) -> dict[str, str]:
    """Where pictures and files of a clip are made; a photo finish needs somebody who came to the pile."""
    at = f"/clips/{name}"
    raced = bool(clip.verdict and clip.verdict.contacts)
    finish = {"finish": f"{at}/photo-finish.png"} if raced else {}
    file = {} if is_played else {"file": f"{at}.kibitz"}
    return {**finish, "film": f"{at}/film.mp4", "evidence": f"{at}/evidence.json", **file}


def player_words() -> dict[str, object]:
    """The texts of the player."""
    return {
        "acts": {act: (sign, say(label)) for act, (sign, label) in _ACTS.items()},
        "timeline": say("Time"),
        "finish": say("Photo finish"),
        "exports": {
            "finish": say("Photo finish (PNG)"),
            "film": say("Film (MP4)"),
            "evidence": say("Evidence (JSON)"),
            "file": say("The clip itself (.kibitz)"),
        },
        "uncovered": say("It holds every frame uncovered, cards and faces: only the host may have it."),
        "window": say("While a snap counts"),
        "picture": say("picture"),
        "frame": say("frame"),
        "lost": say("this picture is not there any more"),
    }


def _found(masked: MaskedClip, found: Found, words: ActWords) -> dict[str, object] | None:
    """A hand, or a place at which something went on just then; no face is ever named."""
    outline = masked.on_picture(found.outline)
    if outline is None:
        return None
    if found.name == HAND:
        return {"kind": "hand", "place": "", "outline": outline, "words": ""}
    label = say("{place}: busy", place=words.place(_place(found.name)))
    return {"kind": "busy", "place": found.name, "outline": outline, "words": label}


def _places(masked: MaskedClip, words: ActWords) -> Iterator[dict[str, object]]:
    """The places of the table that the picture shows, by their names for people."""
    for place in masked.clip.places.quads_mm:
        outline = masked.on_picture(masked.clip.places.quad_px(place))
        if outline is not None:
            kind = "pile" if place is Heap.DISCARD else "place"
            yield {"kind": kind, "place": str(place), "outline": outline, "words": words.place(place)}


def _place(name: str) -> Place:
    return Heap(name) if name in set(Heap) else SlotId(name)
