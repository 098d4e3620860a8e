"""The list of clips as a page or a program may have it."""

from __future__ import annotations

from typing import Any

from kibitz_scoring.sentences import to_say
from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.shelf import Shelved

KIND_WORDS = {
    ClipKind.SNAP: to_say("Snap"),
    ClipKind.DISPUTE: to_say("Dispute"),
    ClipKind.QUESTION: to_say("Question"),
    ClipKind.CORRECTION: to_say("Correction"),
    ClipKind.REVEAL: to_say("Reveal"),
}
"""What a clip is about."""


def shelved_view(shelved: Shelved) -> dict[str, Any]:
    """One line of the list of clips; of one that cannot be trusted only its name."""
    head = shelved.head
    told = {"name": shelved.name, "bytes": shelved.size_bytes, "kept": shelved.is_kept, "whole": head is not None}
    return told if head is None else told | {"kind": head.kind, "title": head.title, "made": head.made, "key": head.key}
