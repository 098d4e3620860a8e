"""A network that fails: what lies between a phone and the server, to be cut and mended while a test runs."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Relay:
    """Hands every connection on to a port of this computer until it is cut; then nothing is heard any more."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: list[socket.socket] = []
        self._is_cut = False
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break all connections, and take no other."""
        with self._lock:
            self._is_cut = True
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._open.clear()

    def mend(self) -> None:
        """Take connections again."""
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        """End for good."""
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            with self._lock:
                if self._is_cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_hand_on, args=(one, other), daemon=True).start()


def _hand_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)


@contextmanager
def relay_to(port: int) -> Iterator[Relay]:
    """A relay until the test is over."""
    relay = Relay(port)
    try:
        yield relay
    finally:
        relay.close()
