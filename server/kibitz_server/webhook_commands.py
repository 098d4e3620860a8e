"""Commands that say whom Kibitz tells what happens: `kibitz webhooks add`, `list`, `remove` and `test`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kibitz_server.events.hook_file import HookFile, Standing
from kibitz_server.private_files import make_private
from kibitz_vision.own_data import own_data

app = typer.Typer(help="Other programs that are told what happens at the table, by signed messages.")

_DATA = typer.Option(metavar="DIR", help="Folder of the journal; by default your data folder.")
_Id = Annotated[str, typer.Argument(metavar="ID", help="As `kibitz webhooks list` shows it.")]
_NOT_REACHED = 1


@app.command("add")
def add(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address that events are posted to.")],
    allow_internet: Annotated[
        bool, typer.Option("--allow-internet", help="The address may be outside of your own network.")
    ] = False,
    data: Annotated[Path | None, _DATA] = None,
) -> None:
    """Tell an address all that happens, and show the secret that its messages are signed with.

    Example: kibitz webhooks add http://192.168.1.20:8080/kibitz
    """
    hook = _file(data).add(url, allow_internet=allow_internet)
    typer.echo(f"{hook.id} is told what happens from now on: {hook.shown}")
    typer.echo(f"Its secret, shown this once: {hook.secret}")


@app.command("list")
def list_all(
    data: Annotated[Path | None, _DATA] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for other programs.")] = False,
) -> None:
    """List the webhooks, and which of them cannot be reached.

    Example: kibitz webhooks list
    """
    file = _file(data)
    standings = file.standings()
    hooks = file.hooks()
    for hook in hooks:
        standing = standings.get(hook.id, Standing())
        if as_json:
            told = hook.model_dump(mode="json", exclude={"secret", "url"}) | {"url": hook.shown}
            typer.echo(json.dumps(told | standing.model_dump(mode="json")))
        else:
            typer.echo(f"{hook.id}  {hook.shown}")
            if sentence := standing.sentence(hook):
                typer.echo(f"          {sentence}")
    if not hooks and not as_json:
        typer.echo("There are no webhooks.")


@app.command("remove")
def remove(hook_id: _Id, data: Annotated[Path | None, _DATA] = None) -> None:
    """Tell an address nothing more.

    Example: kibitz webhooks remove 1f2e3d4c
    """
    gone = _file(data).remove(hook_id)
    typer.echo(f"{gone.id} is told nothing more: {gone.shown}")


@app.command("test")
def try_one(hook_id: _Id, data: Annotated[Path | None, _DATA] = None) -> None:
    """Send an event that means nothing; exit code 1 where it did not arrive.

    Example: kibitz webhooks test 1f2e3d4c
    """
    # What speaks HTTP takes a moment to load.
    from kibitz_server.events.delivery import send_once
    from kibitz_server.events.webhooks import trial

    hook = _file(data).hook(hook_id)
    why = send_once(hook, trial())
    typer.echo(f"{hook.shown} has taken it." if not why else f"{hook.shown} has not taken it: {why}")
    if why:
        raise typer.Exit(_NOT_REACHED)


def _file(data: Path | None) -> HookFile:
    folder = data or own_data()
    make_private(folder)
    return HookFile(folder)
