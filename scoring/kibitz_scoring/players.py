"""Players: how they are named in everything that is kept or sent."""

from typing import NewType

PlayerId = NewType("PlayerId", str)
