"""The webhooks that the host has added, in a file of the data folder that is its owner's alone."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence, joined
from kibitz_server.events.signature import new_secret
from kibitz_server.private_files import write_private
from kibitz_vision.camera.addresses import is_of_own_network, without_password

log = logging.getLogger(__name__)

NAME = "webhooks.hooks"
STANDING_NAME = "webhooks.standing"
_MOST_HOOKS = 8
_MOST_URL = 500
_SHOWN = 60


class Hook(BaseModel):
    """An address that is told all that happens; `secret` signs what it is told."""

    model_config = ConfigDict(frozen=True)

    id: str
    url: str
    secret: str = Field(repr=False)
    made: datetime
    allow_internet: bool = False

    @property
    def shown(self) -> str:
        """The address without what it is asked with."""
        return without_password(self.url)


class Standing(BaseModel):
    """How the telling goes: since when and why it fails, and how much was given up for good."""

    model_config = ConfigDict(frozen=True)

    failing_since: datetime | None = None
    why: str = ""
    given_up: int = 0

    def sentence(self, hook: Hook) -> str:
        """What people should know of it, empty while all is well."""
        if self.failing_since is None:
            return ""
        told = Sentence(
            "The webhook {url} has not been reached since {since:%H:%M}: {why}",
            url=hook.shown,
            since=self.failing_since.astimezone(),
            why=self.why,
        )
        if not self.given_up:
            return told
        return joined(" ", (told, Sentence("{number} events were given up.", number=self.given_up)))


class HookFile:
    """The webhooks of a data folder; read anew whenever another process has changed them, from any thread."""

    def __init__(self, data: Path) -> None:
        self._path, self._standing_path = data / NAME, data / STANDING_NAME
        self._read: tuple[int, tuple[Hook, ...]] = 0, ()

    def hooks(self) -> tuple[Hook, ...]:
        """All of them, the oldest first; none where the file is damaged, with a line in the log."""
        try:
            changed = self._path.stat().st_mtime_ns
        except OSError:
            return ()
        read = self._read
        if changed != read[0]:
            read = self._read = changed, self._all()
        return read[1]

    def add(self, url: str, *, allow_internet: bool = False) -> Hook:
        """One more; `InputError` for what is no address, or one of the internet where that was not allowed."""
        _check(url, allow_internet=allow_internet)
        hooks = self.hooks()
        if len(hooks) >= _MOST_HOOKS:
            raise InputError(Sentence("There are {number} webhooks already: remove one first.", number=len(hooks)))
        hook = Hook(
            id=secrets.token_hex(4),
            url=url,
            secret=new_secret(),
            made=datetime.now(UTC),
            allow_internet=allow_internet,
        )
        self._write((*hooks, hook))
        return hook

    def hook(self, hook_id: str) -> Hook:
        """The one of this id; `InputError` where there is none."""
        for hook in self.hooks():
            if hook.id == hook_id:
                return hook
        raise InputError(Sentence("There is no webhook {hook}: list those that there are.", hook=hook_id[:_SHOWN]))

    def remove(self, hook_id: str) -> Hook:
        """Tell it nothing more; `InputError` where there is none of this id."""
        gone = self.hook(hook_id)
        self._write(tuple(hook for hook in self.hooks() if hook.id != hook_id))
        return gone

    def standings(self) -> Mapping[str, Standing]:
        """How the telling goes, by the id of the webhook, as it was written last."""
        try:
            kept = json.loads(self._standing_path.read_bytes())
            return {str(one): Standing.model_validate(standing) for one, standing in dict(kept).items()}
        except (OSError, ValueError, TypeError):
            return {}

    def forget_standings(self) -> None:
        """How the telling went when Kibitz ran last is of no use any more."""
        if self._standing_path.exists():
            self.keep({})

    def keep(self, standings: Mapping[str, Standing]) -> None:
        """Write down how the telling goes, for the command line; a disk that refuses is none of the table's matters."""
        plain = {one: standing.model_dump(mode="json") for one, standing in standings.items()}
        try:
            write_private(self._standing_path, json.dumps(plain))
        except OSError as error:
            log.warning("%s cannot be written (%s).", self._standing_path, error.strerror)

    def _all(self) -> tuple[Hook, ...]:
        try:
            kept: Any = json.loads(self._path.read_bytes())
            return tuple(Hook.model_validate(one) for one in kept)
        except (OSError, ValueError, TypeError, ValidationError):
            log.warning("%s is damaged: no webhook is told anything.", self._path)
            return ()

    def _write(self, hooks: tuple[Hook, ...]) -> None:
        try:
            write_private(self._path, json.dumps([hook.model_dump(mode="json") for hook in hooks], indent=1))
        except OSError as error:
            raise InputError(
                Sentence("{path} cannot be written ({why}).", path=self._path, why=error.strerror)
            ) from error
        self._read = 0, ()


def _check(url: str, *, allow_internet: bool) -> None:
    shown = without_password(url)[:_SHOWN]
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_address = False
    if not is_address or len(url) > _MOST_URL or not url.isprintable() or " " in url:
        expected = "http://192.168.1.20/told"
        raise InputError(
            Sentence("'{url}' is no address of a webhook: expected {expected}.", url=shown, expected=expected)
        )
    if not allow_internet and not is_of_own_network(url):
        raise InputError(
            Sentence(
                "{url} is not in your own network. To have the names and scores of your table sent there add it by "
                "`kibitz webhooks add --allow-internet`.",
                url=shown,
            )
        )
