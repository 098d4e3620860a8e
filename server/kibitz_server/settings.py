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
    not use the page; None to make one at each start. `language`: of every page that has not chosen another one; None
    for the language of each browser.
    """

    data: Path
    source: str = DEMO
    pack: RulePack | None = None
    hold_light: bool = True
    record_evening: bool = False
    only_table: bool = False
    folders: tuple[Path, ...] = ()
    key: str | None = field(default=None, repr=False)
    language: str | None = None
