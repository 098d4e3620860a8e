"""A served Kibitz takes no more than it said it would, and waits for nobody for ever."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn
from nicegui import Client, ui
from starlette.requests import Request

from kibitz_server.access.viewer import OWNER
from kibitz_server.app import create_app
from kibitz_server.gate import patience, sizes
from kibitz_server.settings import Settings

from ..served_thread import end

KEY = "the-key-of-this-start"
SOON_S = 0.5


class Served:
    """The app behind a real socket, in a thread."""

    def __init__(self, data: Path) -> None:
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.app = create_app(Settings(data, key=KEY))
        config = uvicorn.Config(self.app, log_level="error", http=patience.PatientProtocol)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=lambda: self._server.run(sockets=[self._socket]))
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def head(self, method: str, path: str, *lines: str) -> bytes:
        """A request's first lines, with the key."""
        host = f"127.0.0.1:{self.port}"
        named = (f"Host: {host}", f"Cookie: kibitz-key-{self.port}={KEY}", *lines)
        return "\r\n".join((f"{method} {path} HTTP/1.1", *named, "", "")).encode()

    def stop(self) -> None:
        end(self._server, self._thread)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(patience, "ASKED_WITHIN_S", SOON_S)
    monkeypatch.setattr(sizes, "_SILENT_S", SOON_S)
    running = Served(tmp_path)
    yield running
    running.stop()


def opened(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=10)


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_a_connection_without_a_whole_request_is_closed(served: Served, begun: bytes) -> None:
    with opened(served) as connection:
        connection.sendall(begun)

        assert connection.recv(100) == b""


def test_bytes_that_trickle_in_do_not_keep_a_connection_open(served: Served) -> None:
    with opened(served) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        with pytest.raises(OSError):
            for _ in range(40):
                connection.sendall(b"x")
                time.sleep(SOON_S / 5)


def test_a_connection_that_was_answered_is_closed_though_it_begins_another_request(served: Served) -> None:
    with opened(served) as connection:
        connection.sendall(served.head("GET", "/healthz"))
        answer = b""
        while not answer.endswith(b"}"):
            answer += connection.recv(4000)
        assert status_of(answer) == 200
        connection.sendall(b"GET /hea")

        assert connection.recv(100) == b""


def test_a_body_that_does_not_come_is_not_waited_for(served: Served) -> None:
    with opened(served) as connection:
        connection.sendall(served.head("POST", "/_nicegui_ws/socket.io/?EIO=4&transport=polling", "Content-Length: 9"))

        assert status_of(connection.recv(4000)) in (400, 408)


_OPENED = {
    "type": "http",
    "method": "GET",
    "scheme": "http",
    "server": ("127.0.0.1", 80),
    "root_path": "",
    "path": "/tried",
    "query_string": b"",
    "headers": [],
    "viewer": OWNER,
}


def upload_field(most: int) -> str:
    """The path of a field for files of so many bytes, on a page that the owner has opened."""
    with Client(ui.page("/tried"), request=Request(_OPENED)):
        field = ui.upload(max_file_size=most)
    return str(field.props["url"])


@pytest.mark.parametrize("announces", [True, False])
def test_a_file_larger_than_the_page_says_is_refused_before_it_is_there(served: Served, announces: bool) -> None:
    path = upload_field(2_000_000)
    chunk = b"x" * 500_000
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)) as connection:
        connection.putrequest("POST", path)
        connection.putheader("Cookie", f"kibitz-key-{served.port}={KEY}")
        connection.putheader("Content-Type", "multipart/form-data; boundary=cut")
        length = ("Content-Length", "2600000000") if announces else ("Transfer-Encoding", "chunked")
        connection.putheader(*length)
        connection.endheaders()
        head = b'--cut\r\nContent-Disposition: form-data; name="f"; filename="f.jpg"\r\n\r\n'
        sent = 0
        try:
            for part in (head, *[chunk] * 40):
                connection.send(part if announces else b"%x\r\n%b\r\n" % (len(part), part))
                sent += len(part)
        except OSError:
            pass
        answer = connection.getresponse()

        assert answer.status == 413
        assert b"was not taken" in answer.read()


def test_pages_that_no_browser_shows_are_forgotten(served: Served) -> None:
    for _ in range(40):
        with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)) as connection:
            connection.request("GET", "/", headers={"Cookie": f"kibitz-key-{served.port}={KEY}"})
            assert connection.getresponse().status == 200

    assert len(Client.instances) <= 20
