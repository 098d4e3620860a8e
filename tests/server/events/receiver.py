"""A receiver of webhooks on this computer, which may refuse, be slow, or send elsewhere."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver:
    """What came, in order; `answer` says the status of the next answer by how many came so far."""

    def __init__(self, answer: Callable[[int], int] = lambda _: 204) -> None:
        self.came: list[tuple[dict[str, str], bytes]] = []
        self.answer = answer
        self.url = ""

    @property
    def told(self) -> list[dict[str, Any]]:
        """The messages, without those that were refused."""
        return [json.loads(body) for number, (_, body) in enumerate(self.came) if self.answer(number) < 300]


@contextmanager
def receiving(receiver: Receiver) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = receiver.answer(len(receiver.came))
            receiver.came.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("location", f"{receiver.url}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}/told"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def is_signed(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """As the Standard Webhooks scheme says: `v1,` and the HMAC-SHA256 of id, time and body, in base64."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(one, f"v1,{wanted}") for one in headers["webhook-signature"].split(" "))
