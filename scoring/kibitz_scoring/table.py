"""The table: who sits at it."""

from __future__ import annotations

from typing import NewType

PlayerId = NewType("PlayerId", str)
