"""Every device sees what its role may see, and nothing above it: all ways are tried with the token of each role.

Kibitz knows two cards of the round that lie face down or are held: their faces must be in no answer to anybody.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kibitz_scoring.cards import Card, parse_card
from kibitz_server.access.route_rights import PAGES, ROUTES
from kibitz_server.access.viewer import Right, Role
from kibitz_server.journal.play_entries import ActSaid, RoundWatched
from kibitz_server.views.words.card_words import glyphs

from ...server.games import KABOO, begin, play
from ..conftest import ServedDesk, guest_on

pytestmark = [pytest.mark.browser]

LOOKED_AT, HELD = parse_card("QS"), parse_card("9D")
PATHS = {"seq": "1", "number": "1", "version": "1", "name": "one", "client": "one", "element": "1"}


def told(card: Card) -> str:
    """A pattern of all the ways in which a card is written."""
    name = f"{card.rank} of {card.suit}".lower() if card.suit else "joker"
    return rf"\b{card}\b|{re.escape(glyphs(card))}|{name}"


SECRETS = re.compile("|".join(map(told, (LOOKED_AT, HELD))), re.IGNORECASE)


@pytest.fixture
def known_faces(watching: Page, served: ServedDesk) -> Page:
    """A round, after one that was scored, of which Kibitz knows a card that lies face down and one that is held."""

    def tell() -> None:
        live = served.desk.live
        begin(live, KABOO)
        play(live, (("2H", "3C"), "Ann"))
        assert live.evening.game
        live.record(RoundWatched(live.evening.game.players[0], is_dealt=True, by_hand=True))
        for event in (f"p1 looks p1.a1 {LOOKED_AT}", f"p2 draws {HELD}"):
            assert live.play
            live.record(ActSaid(live.play.last_ms + 1000, event))

    served.do(tell)
    state = served.desk.live.play.state  # type: ignore[union-attr]
    faces = {card.face for hand in state.hands for card in hand if card} | {held.card.face for held in state.held}
    assert {LOOKED_AT, HELD} <= faces
    return watching


def ask(served: ServedDesk, token: str, path: str, method: str = "GET") -> tuple[int, str, bytes]:
    """What a program is answered: status, kind of content, content."""
    request = urllib.request.Request(f"http://127.0.0.1:{served.port}{path}", method=method)
    request.add_header("Authorization", f"Bearer {token}")
    if method == "POST":
        request.add_header("Content-Type", "application/json")
        request.data = b"{}"
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read()


def ways() -> Iterator[tuple[str, str, Right]]:
    """Every line of the table, its gaps filled."""
    for line, right in ROUTES.items():
        method, _, path = line.partition(" ")
        yield method, re.sub(r"\{(\w+)(?::path)?\}", lambda gap: PATHS.get(gap[1], "one"), path), right


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.usefixtures("known_faces")
def test_each_role_is_answered_by_the_table_of_rights_and_learns_no_secret(served: ServedDesk, role: Role) -> None:
    token = served.token_of(role, "Ann" if role is Role.PLAYER else None)
    for method, path, right in ways():
        # What an allowed act would do is asked for elsewhere; the dashboard leads a phone to its own page.
        if method not in ("GET", "POST") or path == "/" or (method == "POST" and role.may(right)):
            continue
        status, kind, body = ask(served, token, path, method)
        assert (status == 403) is (not role.may(right)), (method, path, status, body[:200])
        # In the bytes of a picture any two letters turn up: what it shows is asked of the reader.
        if path.startswith(("/_nicegui", "/assets", "/docs", "/print", "/demo")) or kind.startswith("image/"):
            continue
        assert not SECRETS.search(body.decode("utf-8", "replace")), (path, body[:300])


@pytest.mark.parametrize("path", ["/pictures/one.jpg", "/nowhere", "/api/v2/state", "/_nicegui_ws/socket.io/?EIO=4"])
@pytest.mark.usefixtures("known_faces")
def test_whatever_else_is_tried_is_refused_to_a_guest(served: ServedDesk, path: str) -> None:
    assert ask(served, served.token_of(Role.SPECTATOR), path)[0] == 403


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.usefixtures("known_faces")
def test_no_page_and_no_message_of_its_socket_tells_more_than_a_role_may_know(
    browser: Browser, served: ServedDesk, role: Role
) -> None:
    token = served.token_of(role, "Ann" if role is Role.PLAYER else None)
    for path, right in PAGES.items():
        with guest_on(browser, served, token, path[1:], (1280, 900)) as page:
            frames: list[str] = []
            page.on("websocket", lambda socket, frames=frames: listen(socket, frames))
            answered = page.reload()
            assert answered is not None
            if not role.may(right):
                assert answered.status == 403 or page.url.endswith("/phone")
                continue
            page.wait_for_function("window.did_handshake === true")
            served.do(lambda: served.desk.live.record(ActSaid(served.desk.live.play.last_ms + 1000, "p1 draws")))  # type: ignore[union-attr]
            page.wait_for_timeout(700)
            heard = answered.text() + "".join(frames)
            assert len(frames) > 0
            assert not SECRETS.search(page.content() + heard), (role, path)
            if not role.may(Right.JUDGE):
                assert "/pictures/" not in heard
                assert "/camera/" not in heard


def listen(socket: WebSocket, frames: list[str]) -> None:
    socket.on("framereceived", lambda payload: frames.append(str(payload)))


def stream_of(served: ServedDesk, token: str, path: str) -> Any:
    headers = {"Authorization": f"Bearer {token}", "Origin": f"http://127.0.0.1:{served.port}"}
    return connect(f"ws://127.0.0.1:{served.port}{path}", additional_headers=headers, open_timeout=30)


@pytest.mark.usefixtures("known_faces")
def test_the_stream_tells_no_secret_and_ends_at_once_with_its_place(served: ServedDesk) -> None:
    token = served.token_of(Role.SPECTATOR)
    with stream_of(served, token, "/api/v1/stream") as stream:
        assert not SECRETS.search(str(stream.recv(30)))
        served.do(lambda: served.desk.guests.revoke(served.desk.guests.all[0].id))
        with pytest.raises(ConnectionClosed):
            stream.recv(30)
    with pytest.raises(InvalidStatus), stream_of(served, token, "/api/v1/stream"):
        pass


def test_nobody_reaches_a_page_that_another_device_has_opened(served: ServedDesk, known_faces: Page) -> None:
    page = str(known_faces.evaluate("window.clientId"))
    undo = known_faces.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    button = int(str(undo.get_attribute("id")).removeprefix("c"))
    before = served.desk.live.newest
    token = served.token_of(Role.SPECTATOR)
    named = {"client_id": page, "tab_id": "t", "document_id": "d", "implicit_handshake": "false"}
    for query in ("", f"&client_id={page}"):
        try:
            with stream_of(served, token, f"/_nicegui_ws/socket.io/?EIO=4&transport=websocket{query}") as socket:
                socket.recv(30)
                socket.send("40")
                socket.send("42" + json.dumps(["handshake", named]))
                for listener in range(60):
                    event = {"client_id": page, "id": button, "listener_id": str(listener), "args": ["2"]}
                    socket.send("42" + json.dumps(["event", event]))
                heard = []
                for _ in range(3):
                    try:
                        heard.append(str(socket.recv(1.5)))
                    except TimeoutError:
                        break
                assert not [one for one in heard if '"update"' in one], heard
        except ConnectionClosed:
            continue
    assert served.desk.live.newest == before
    assert ask(served, token, f"/_nicegui/client/{page}/upload/{button}", "POST")[0] == 403
    player = served.token_of(Role.PLAYER, "Ann")
    assert ask(served, player, f"/_nicegui/client/{page}/upload/{button}", "POST")[0] == 403
