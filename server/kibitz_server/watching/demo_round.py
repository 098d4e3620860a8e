"""The film of a whole round, watched as a camera would watch it, for who has no camera yet."""

from __future__ import annotations

import asyncio

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.sentences import Sentence
from kibitz_server.demo import DEMO_PACK, DEMO_PLAYERS, demo_film, demo_places, demo_said
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.table.places_file import read_places

_ASK_S = 0.05
_STARTS_WITHIN_S = 30.0
"""A process of its own opens the film, which takes seconds where the machine is busy."""


async def watch_demo_round(live: Live, camera: TableCamera, watch: TableWatch) -> None:
    """Begin a game of the demo, let the film play, and say what is said in it at its times; `InputError` if it fails.

    It returns when nothing more is said. Whoever calls this has asked whether a round that is watched may end for it.
    """
    pack = load_pack(DEMO_PACK)
    camera.open(str(demo_film()))
    live.record(GameStarted(pack, pack.content_hash, DEMO_PLAYERS, is_demo=True))
    watch.confirm(read_places(demo_places()))
    watch.begin(DEMO_PLAYERS[0], is_dealt=False)
    source = camera.source

    def is_on() -> bool:
        return source is not None and source is camera.source and live.play is not None

    for _ in range(round(_STARTS_WITHIN_S / _ASK_S)):
        if source is None or not is_on():
            return
        if kept := source.kept():
            break
        await asyncio.sleep(_ASK_S)
    else:
        raise InputError(Sentence("The film does not begin: try again in a moment."))
    for said in demo_said():
        at_ms = kept[0].captured_ns / 1e6 + said.at_ms
        while watch.now_ms() < at_ms:
            await asyncio.sleep(_ASK_S)
            if not is_on():
                return
        live.record(ActSaid(at_ms, said.event))
