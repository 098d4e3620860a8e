"""The server's commands of `kibitz`."""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack, read_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_server import storage_commands, webhook_commands
from kibitz_server.defaults import DEFAULT_PORT
from kibitz_server.settings import DEMO, Settings
from kibitz_server.texts import LANGUAGES, known_language
from kibitz_vision.own_data import own_data

if TYPE_CHECKING:
    from kibitz_server.access.addresses import Address

app = typer.Typer()
app.add_typer(storage_commands.app)
app.add_typer(webhook_commands.app, name="webhooks")


@app.command("run")
def run(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    source: Annotated[
        str,
        typer.Option(
            help="demo, a camera's number (0) or name (cam:C920), a stream's address, a video, a picture or a folder."
        ),
    ] = DEMO,
    rules: Annotated[
        str | None, typer.Option(metavar="PACK", help="Game to offer first: its name, or a rule pack in a .toml file.")
    ] = None,
    host: Annotated[
        str,
        typer.Option(help="Address to listen on: another than 127.0.0.1, or 0.0.0.0 for all, lets phones in to join."),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[:PORT]", help="Name by which phones reach this machine, if not by its address."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = DEFAULT_PORT,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the journal; by default your data folder.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in your browser.")] = True,
    hold_light: Annotated[bool, typer.Option(help="Hold a camera's exposure and white balance.")] = True,
    record_evening: Annotated[
        bool, typer.Option("--record-evening", help="Keep every picture of every round that is watched this evening.")
    ] = False,
    only_table: Annotated[
        bool, typer.Option("--only-table", help="Black out all around the table in what is recorded.")
    ] = False,
    folder: Annotated[
        list[Path] | None, typer.Option(metavar="DIR", help="Folder of films and photos that the page may open.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Language of every page: en or de; by default the one of each browser."),
    ] = None,
) -> None:
    """Open the dashboard: choose a game, score its rounds from pictures, keep the running totals.

    Example: kibitz run --source 0 --rules kaboo
    """
    address = _address(host)
    pack = _pack(rules) if rules else None
    settings = Settings(
        data or own_data(),
        source,
        pack,
        hold_light,
        record_evening,
        only_table,
        tuple(folder or ()),
        language=_language(language),
    )
    with ExitStack() as open_sockets:
        listeners = [open_sockets.enter_context(one) for one in _listeners(address, port)]
        house = _house(address, listeners[-1].getsockname()[1], tuple(name or ()))
        _serve(replace(settings, house=house), listeners, open_browser=browser)


@app.command("cameras")
def cameras(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for other programs.")] = False,
) -> None:
    """List the cameras that are plugged in, with the text by which each is found again.

    Example: kibitz run --source "cam:HD Pro Webcam C920"
    """
    from kibitz_vision.camera.names import list_cameras

    found = list_cameras()
    if as_json:
        for camera in found:
            typer.echo(json.dumps({"number": camera.number, "name": camera.name, "source": camera.source}))
    elif not found:
        typer.echo("No camera is plugged in.")
    else:
        for camera in found:
            typer.echo(f"{camera.name}, now number {camera.number}: --source '{camera.source}'")


@app.command("camera-check")
def camera_check(
    source: Annotated[
        str | None, typer.Argument(metavar="CAMERA", help="What --source takes; the camera of last time if left out.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=2, max=120, help="For how long the light is watched.")] = 20.0,
    camera: Annotated[
        str | None, typer.Option(metavar="CAMERA", help="The camera that a film was taken with, to keep its figure.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder to keep the figure in; by default your data folder.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, for other programs.")] = False,
) -> None:
    """Measure once how long a camera takes to read the rows of a picture, by a light that blinks over the table.

    Dim the room, lay a phone or a bicycle light that blinks by itself beside the table so that it lights all that the
    camera sees, and wait. Real frame interval, jitter and exposure are told, too. The figure is kept for this camera,
    and stated times of contacts are as exact as it allows. Exit code 1 says that it could not be measured.

    Example: kibitz camera-check 0
    """
    from kibitz_server.views.words.shutter_words import check_words
    from kibitz_server.watching.cameras.camera_memory import CameraMemory
    from kibitz_server.watching.cameras.shutter_checking import check_film, check_source
    from kibitz_vision.camera.shutter.shutter_file import ShutterFile

    folder = data or own_data()
    text = source or CameraMemory(folder).last() or "0"
    shutters = ShutterFile(folder)
    film = Path(text)
    if "://" not in text and film.is_file() and not text.startswith("/dev/"):
        check, shutter = check_film(film, camera, shutters)
    else:
        if not as_json:
            typer.echo(f"Looking for {seconds:.0f} s at the light that blinks …", err=True)
        check, shutter = check_source(text, seconds, shutters)
    if as_json:
        typer.echo(json.dumps({**asdict(check), "is_measured": shutter.is_measured, "used_ms": shutter.readout_ms}))
    else:
        typer.echo("\n".join(check_words(check, shutter)))
    if check.readout_ms is None:
        raise typer.Exit(1)


def _serve(settings: Settings, listeners: list[socket.socket], *, open_browser: bool) -> None:
    import uvicorn

    from kibitz_server.access.route_rights import JOIN
    from kibitz_server.app import create_app
    from kibitz_server.gate import patience
    from kibitz_server.gate.own_pages import link

    host, port = listeners[0].getsockname()[:2]
    host = "127.0.0.1" if ipaddress.ip_address(host).is_unspecified else host
    url = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    served = create_app(settings)
    config = uvicorn.Config(
        served,
        log_config=None,
        log_level="warning",
        http=patience.PatientProtocol,
        limit_concurrency=patience.MOST_CONNECTIONS,
        ws_max_size=patience.MOST_MESSAGE_BYTES,
    )
    server = uvicorn.Server(config)
    if notice := served.state.desk.live.notice:
        typer.echo(notice, err=True)
    url = link(url, served.state.key)
    typer.echo(f"Kibitz is at {url} (stop it with Ctrl+C); its data is in {settings.data}")
    if settings.house:
        join = f"{settings.house_address}{JOIN}"
        typer.echo(f"Phones in this network join at {join} with the code {served.state.desk.guests.invitation.code}")
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    server.run(sockets=listeners)


def _address(host: str) -> Address:
    try:
        return ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError as error:
        raise InputError(
            f"--host: '{host}' is no address: expected 127.0.0.1, 0.0.0.0 or an address of this machine."
        ) from error


def _house(address: Address, port: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Where other devices open the page; nowhere, where only this machine is listened to."""
    from kibitz_server.access.addresses import netloc, own_addresses

    for name in names:
        if not re.fullmatch(r"[\w.\-\[\]:]+", name):
            raise InputError(f"--name: '{name}' is no name: expected such as kitchen.local or 192.168.1.5:8765.")
    named = [name.lower() if re.search(r":\d+$", name) or port == 80 else f"{name.lower()}:{port}" for name in names]
    if address.is_loopback:
        return tuple(named)
    if not address.is_unspecified:
        return (*named, netloc(address, port))
    found = [one for one in own_addresses() if address.version == 6 or one.version == 4]
    if not found and not named:
        raise InputError(f"--host: {address}: this machine is in no network: connect it first.")
    return (*named, *(netloc(one, port) for one in found))


def _listeners(address: Address, port: int) -> Iterator[socket.socket]:
    """The socket of this machine's own page first: its key does not have to travel."""
    if address.is_loopback or address.is_unspecified:
        yield _listen(str(address), port)
        return
    own = _listen("127.0.0.1", port)
    yield own
    yield _listen(str(address), own.getsockname()[1])


def _language(code: str | None) -> str | None:
    if code is not None and known_language(code) is None:
        raise InputError(f"--language: '{code}' is not spoken here: expected {' or '.join(LANGUAGES)}.")
    return known_language(code)


def _pack(rules: str) -> RulePack:
    return read_pack(Path(rules)) if rules.endswith(".toml") else load_pack(rules)


def _listen(address: str, port: int) -> socket.socket:
    """A listening socket: from here on the browser's first request waits until the app is up."""
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    if address == "::":
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise InputError(
            f"--port: {port} on {address} cannot be used ({error.strerror}): stop what listens there or choose another."
        ) from error
    return listener
