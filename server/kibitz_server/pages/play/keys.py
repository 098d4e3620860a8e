"""The keys of the stage: everything that can be tapped while a round is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nicegui import events, ui

from kibitz_scoring.players import PlayerId
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.texts import say

_ANSWERS = "abcdefghijk"
"""As many as there may be answers to one question: who called of eight players, and more than that."""


@dataclass(frozen=True, slots=True)
class KeyActs:
    """What keys do: by the player's number, and by a letter."""

    call: Callable[[PlayerId], object]
    dispute: Callable[[PlayerId], object]
    answer: Callable[[int], object]
    letters: Mapping[str, tuple[str, Callable[[], object]]]


class Keys:
    """Listens to the keyboard while nothing is being typed; `?` shows what each key does."""

    def __init__(self, players: Callable[[], Sequence[PlayerId]], acts: KeyActs) -> None:
        self._players = players
        self._acts = acts
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")
        # Also while a button has the focus, which takes other keys.
        ui.keyboard(self._press, repeating=False, ignore=["input", "select", "textarea"])

    def show(self) -> None:
        """Show what each key does."""
        self._box.clear()
        lines = [
            ("1 - 8", say("call, by the player's seat")),
            (say("Shift + 1 - 8"), say("dispute what happened last")),
            (f"A - {_ANSWERS[-1].upper()}", say("answer the first item of the inbox")),
            *((key.upper(), told) for key, (told, _) in self._acts.letters.items()),
            ("?", say("this list")),
        ]
        with self._box:
            draw_dialog_head(say("Keys"), say("Close"), self._dialog.close)
            with ui.element("dl").classes("keys"):
                for key, told in lines:
                    with ui.element("dt"):
                        ui.label(key)
                    with ui.element("dd"):
                        ui.label(told)
            for seat, player in enumerate(self._players(), start=1):
                ui.label(f"{seat}: {player}").classes("hint")
        self._dialog.open()

    def _press(self, event: events.KeyEventArguments) -> None:
        modifiers = event.modifiers
        if not event.action.keydown or modifiers.ctrl or modifiers.alt or modifiers.meta or self._is_covered:
            return
        code, name = event.key.code, event.key.name
        if code.startswith("Digit"):
            self._press_digit(int(code.removeprefix("Digit")) - 1, is_dispute=modifiers.shift)
        elif name == "?":
            self.show()
        elif name.lower() in self._acts.letters:
            self._acts.letters[name.lower()][1]()
        elif name.lower() in _ANSWERS:
            self._acts.answer(_ANSWERS.index(name.lower()))

    @property
    def _is_covered(self) -> bool:
        """Whether a dialog or a menu lies over the stage: what is typed then is meant for that."""
        over = (ui.dialog, ui.menu)
        return any(element.value for element in self._dialog.client.elements.values() if isinstance(element, over))

    def _press_digit(self, seat: int, *, is_dispute: bool) -> None:
        players = self._players()
        if 0 <= seat < len(players):
            (self._acts.dispute if is_dispute else self._acts.call)(players[seat])
