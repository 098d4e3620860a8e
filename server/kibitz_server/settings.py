"""What the app was started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kibitz_scoring.rules.rule_pack import RulePack

DEMO = "demo"


@dataclass(frozen=True, slots=True)
class Settings:
    """Built once by the command, passed down.

    `data`: folder of the journal and the pictures. `source`: `demo` or what `open_source` takes.
    `pack`: the game that the page offers first; None offers the first of all. `hold_light`: whether a camera's exposure
    and white balance are held. `record_evening`: whether every round is kept as it is played, and `only_table`: without
    what lies around the table. `folders`: of which the page may open films and photos. `key`: who does not know it may
    not use the page; None to make one at each start. `house`: where other devices open the page, such as
    192.168.1.5:8765, the one that they are shown first; empty where only this computer may. `language`: of every page
    that has not chosen another one; None for the language of each browser.
    """

    data: Path
    source: str = DEMO
    pack: RulePack | None = None
    hold_light: bool = True
    record_evening: bool = False
    only_table: bool = False
    folders: tuple[Path, ...] = ()
    key: str | None = field(default=None, repr=False)
    house: tuple[str, ...] = ()
    language: str | None = None

    @property
    def house_address(self) -> str:
        """The address that phones are shown; empty where only this computer may open the page."""
        return f"http://{self.house[0]}" if self.house else ""
