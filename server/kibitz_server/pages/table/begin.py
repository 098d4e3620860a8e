"""One tap to begin: the last evening again, or a film of a round for who has no camera yet."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.journal.entries import GameStarted
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.table_memory import LastTable, TableMemory
from kibitz_server.watching.cameras.reopening import reopen
from kibitz_server.watching.demo_round import watch_demo_round


class Begin:
    """Two buttons above the form of a new game."""

    def __init__(self, tools: Tools, memory: TableMemory) -> None:
        self._tools = tools
        with ui.element("div").classes("begin"):
            if memory.last:
                self._draw_again(memory.last)
            watch = ui.element("button").classes("pack").props('type=button data-key="watch-demo"')
            with watch:
                ui.label(say("Watch a round")).classes("pack-name")
                ui.label(say("A film of a whole round with a snap race: see the referee at work, no camera needed."))
            watch.on("click", self._watch)

    def _draw_again(self, last: LastTable) -> None:
        again = ui.element("button").classes("pack").props('type=button data-key="last-evening"')
        rules = say(", with your house rules") if last.pack.house_rules else ""
        with again:
            ui.label(say("Last evening again")).classes("pack-name")
            ui.label(f"{last.pack.name}{rules}: {', '.join(last.players)}")
        again.on("click", lambda: self._again(last))

    async def _again(self, last: LastTable) -> None:
        if self._tools.act(GameStarted(last.pack, last.pack.content_hash, last.players)):
            sentence = await restore_camera(self._tools, last)
            if sentence:
                self._tools.tell(sentence)

    async def _watch(self) -> None:
        desk = self._tools.desk
        if desk.live.play is not None:
            self._tools.tell(say("A round is being watched: finish it, or stop watching it first."))
            return
        try:
            await watch_demo_round(desk.live, desk.camera, desk.watch)
        except KibitzError as error:
            self._tools.tell(str(error))


async def restore_camera(tools: Tools, last: LastTable) -> str:
    """Open the camera of the last evening with its confirmed places, and say what came of it."""
    desk = tools.desk
    try:
        if not await reopen(desk.camera, desk.memory):
            return say("Choose a camera, or play without one: the reveal can be read from a photo.")
        name = desk.camera.shown_name
        saved = await desk.finder.saved(last.pack, last.players)
    except KibitzError as error:
        return say(str(error))
    if saved is None:
        return say("{camera} is open. Deal, and confirm the places of the table.", camera=name)
    desk.watch.confirm(saved.places)
    return say("{camera} is open, and the places are those of last time: deal and watch the round.", camera=name)
