"""Processes with folders of their own to leave files in, of which no call beyond this machine is let through."""

from __future__ import annotations

import errno
import fcntl
import ipaddress
import os
import select
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

# The user wants what we forbid. Nothing else is passed on: ONNX Runtime is silent where it finds the marks of a CI.
_UNWILLING = {
    "ORT_DISABLE_TELEMETRY": "0",
    "YOLO_OFFLINE": "false",
    "YOLO_AUTOINSTALL": "true",
    "NICEGUI_REDIS_URL": "redis://192.0.2.1",
}
_KEPT = ("PATH", "LD_LIBRARY_PATH")

_DNS_PORT = 53
_RECEIVE, _ANSWER, _GO_ON = 0xC0502100, 0xC0182101, 1
_QUESTION = struct.Struct("=QIIiIQ6Q")
_CONNECT_NUMBERS = (42, 203)


class Guard:
    """Starts processes whose home, temporary and current folder are empty, and notes what they and their children call.

    Calls to another machine fail; so do those to a name server on this one, which would ask others.
    """

    def __init__(self, folder: Path) -> None:
        self.sees_native_calls = True
        """False where the system cannot show them: then only those that Python itself makes are seen."""
        self._notes, self._own = folder / "notes", folder / "own"
        self._home, self._temporary, self._current = (self._own / name for name in ("home", "temporary", "current"))
        for made in (self._notes, self._home, self._temporary, self._current):
            made.mkdir(parents=True)
        self._native: list[str] = []

    def start(self, *arguments: str | Path, python: Path | str = sys.executable) -> subprocess.Popen[str]:
        """Python, this one or another, with these arguments, its output to be read."""
        here, there = socket.socketpair()
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | _UNWILLING
        environment |= {"HOME": str(self._home), "TMPDIR": str(self._temporary)}
        environment |= {"KIBITZ_GUARD": str(self._notes), "KIBITZ_GUARD_SOCKET": str(there.fileno())}
        paths = [str(Path(__file__).with_name("guard")), os.environ.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        with here, there:
            process = subprocess.Popen(
                [python, *arguments],
                env=environment,
                cwd=self._current,
                stdout=subprocess.PIPE,
                text=True,
                pass_fds=[there.fileno()],
            )
            there.close()
            _, listeners, _, _ = socket.recv_fds(here, 100, 1)
        for listener in listeners:
            threading.Thread(target=self._answer_all, args=(listener,), daemon=True).start()
        self.sees_native_calls &= bool(listeners)
        return process

    def processes(self) -> list[str]:
        """The command lines of all processes that were watched."""
        return [note.read_text(encoding="utf-8") for note in self._notes.glob("*.process")]

    def calls(self) -> list[str]:
        """What was looked up, or connected or sent to, beyond this machine."""
        noted = self._notes / "calls"
        return [*(noted.read_text(encoding="utf-8").splitlines() if noted.exists() else ()), *self._native]

    def left(self) -> list[str]:
        """The files and folders that now lie in the home, temporary or current folder."""
        places = (self._home, self._temporary, self._current)
        return sorted(str(path.relative_to(self._own)) for place in places for path in place.rglob("*"))

    def _answer_all(self, listener: int) -> None:
        """Answer what the filter asks until the last process that has it is over."""
        waiting = select.poll()
        waiting.register(listener, select.POLLIN)
        try:
            while any(what & select.POLLIN for _, what in waiting.poll()):
                # A process may end before it has its answer.
                with suppress(FileNotFoundError):
                    question = bytearray(_QUESTION.size)
                    fcntl.ioctl(listener, _RECEIVE, question)
                    number, error, go_on = self._judge(question)
                    fcntl.ioctl(listener, _ANSWER, bytearray(struct.pack("=QqiI", number, 0, error, go_on)))
        finally:
            os.close(listener)

    def _judge(self, question: bytearray) -> tuple[int, int, int]:
        number, process, _, call, _, _, *arguments = _QUESTION.unpack(question)
        where, length = arguments[1:3] if call in _CONNECT_NUMBERS else arguments[4:6]
        with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
            memory.seek(where)
            called = _beyond(memory.read(min(length, 128)))
        if called is None:
            return number, 0, _GO_ON
        self._native.append(f"{called} by process {process}")
        return number, -errno.ENETUNREACH, 0


def _beyond(address: bytes) -> str | None:
    """The host and port of a socket's address, None where both are of this machine and no name server's."""
    family = int.from_bytes(address[:2], sys.byteorder)
    if family not in (socket.AF_INET, socket.AF_INET6):
        return None
    host = ipaddress.ip_address(address[4:8] if family == socket.AF_INET else address[8:24])
    host, port = getattr(host, "ipv4_mapped", None) or host, int.from_bytes(address[2:4], "big")
    return None if host.is_loopback and port != _DNS_PORT else f"{host} port {port}"
