"""Python loads this at its start, where this folder is on PYTHONPATH: no call beyond this machine is let through.

Python's own calls are noted and refused here. Those of native code are handed to the process that started this one,
where the system can do that (Linux): a filter of system calls stays with this process and all that it starts.
"""

from __future__ import annotations

import ctypes
import ipaddress
import os
import platform
import socket
import struct
import sys
from pathlib import Path

_NOTES = Path(os.environ["KIBITZ_GUARD"])
_TO_AN_ADDRESS = ("socket.connect", "socket.sendto", "socket.sendmsg")
_LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")

# Of each processor: its name to the kernel, and its numbers of the system calls connect, sendto and seccomp.
_PROCESSORS = {"x86_64": (0xC000003E, 42, 44, 317), "aarch64": (0xC00000B7, 203, 206, 277)}
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ASK = 0x7FFF0000, 0x7FC00000
_NO_NEW_PRIVILEGES, _SET_FILTER, _NEW_LISTENER = 38, 1, 8


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event in _TO_AN_ADDRESS and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    elif event in _LOOK_UPS:
        host = arguments[0][0] if isinstance(arguments[0], tuple) else arguments[0]
    else:
        return
    if not _is_here(host):
        with (_NOTES / "calls").open("a", encoding="utf-8") as calls:
            calls.write(f"{event} {host!r} by {sys.orig_argv}\n")
        raise PermissionError(f"{event} {host!r}: the guard lets nothing out.")


def _is_here(host: object) -> bool:
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _hand_over(number: int) -> None:
    with socket.socket(fileno=number) as guard:
        if (listener := _filter()) >= 0:
            socket.send_fds(guard, [b"filtered"], [listener])
            os.close(listener)


def _filter() -> int:
    """The open file from which the filter's questions are read; -1 where this system has none."""
    if sys.platform != "linux" or platform.machine() not in _PROCESSORS:
        return -1
    processor, connect, sendto, seccomp = _PROCESSORS[platform.machine()]
    # A jump says how many steps to pass over where it holds, and where not.
    steps = (
        (_LOAD, 0, 0, 4),
        (_JUMP_IF_EQUAL, 0, 5, processor),
        (_LOAD, 0, 0, 0),
        (_JUMP_IF_EQUAL, 4, 0, connect),
        (_JUMP_IF_EQUAL, 0, 2, sendto),
        # The address that it sends to: none on a socket that is connected.
        (_LOAD, 0, 0, 48),
        (_JUMP_IF_EQUAL, 0, 1, 0),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ASK),
    )
    program = _Program(len(steps), b"".join(struct.pack("=HBBI", *step) for step in steps))
    system = ctypes.CDLL(None)
    system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return int(system.syscall(seccomp, _SET_FILTER, _NEW_LISTENER, ctypes.byref(program)))


(_NOTES / f"{os.getpid()}.process").write_text(" ".join(sys.orig_argv), encoding="utf-8")
if handed := os.environ.pop("KIBITZ_GUARD_SOCKET", None):
    _hand_over(int(handed))
sys.addaudithook(_refuse)
