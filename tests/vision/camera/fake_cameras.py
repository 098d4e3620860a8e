"""Cameras on this machine's own network that show a noisy table, and have faults on demand."""

from __future__ import annotations

import re
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import av
import cv2
import numpy as np

NOISES = 6


@dataclass
class Faults:
    """What a camera does: everything may be changed while it runs."""

    size: tuple[int, int] = (320, 240)
    level: int = 110
    fps: float = 30.0
    silent: bool = False
    frozen: bool = False
    garbage: bool = False
    half: bool = False
    gone: bool = False
    sent: int = field(default=0)

    def pause(self) -> None:
        time.sleep(1 / self.fps)


@cache
def noisy_jpegs(size: tuple[int, int], level: int) -> list[bytes]:
    """A table with a card on it as a sensor sees it: never twice the same."""
    width, height = size
    table = np.full((height, width, 3), level, np.uint8)
    table[height // 4 : height // 2, width // 4 : width // 2] = min(255, level * 2)
    noise = np.random.default_rng(7)
    pictures = []
    for _ in range(NOISES):
        noisy = np.clip(table + noise.normal(0, 3, table.shape), 0, 255).astype(np.uint8)
        pictures.append(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return pictures


@cache
def half_grey(size: tuple[int, int], level: int) -> bytes:
    """What a decoder shows of a picture whose lower half never came."""
    image = cv2.imdecode(np.frombuffer(noisy_jpegs(size, level)[0], np.uint8), cv2.IMREAD_COLOR)
    image[image.shape[0] // 2 :] = (0, 135, 0)
    return cv2.imencode(".jpg", image)[1].tobytes()


class Phone(ThreadingHTTPServer):
    """A phone's camera app: MJPEG over HTTP."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _PhoneHandler)
        self.faults = Faults()

    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/video"

    def next_jpeg(self) -> bytes:
        faults = self.faults
        if not faults.frozen:
            faults.sent += 1
        jpegs = noisy_jpegs(faults.size, faults.level)
        if faults.half:
            return half_grey(faults.size, faults.level)
        if faults.garbage:
            return np.random.default_rng(faults.sent).bytes(4000)
        return jpegs[faults.sent % len(jpegs)]


class _PhoneHandler(BaseHTTPRequestHandler):
    server: Phone

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        faults = self.server.faults
        with suppress(OSError):
            while not faults.gone:
                faults.pause()
                if not faults.silent:
                    data = self.server.next_jpeg()
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data))
                    self.wfile.write(data + b"\r\n")

    def log_message(self, *_: object) -> None:
        pass


@cache
def h264_group(size: tuple[int, int]) -> list[list[bytes]]:
    """NAL units of one second of the noisy table, picture by picture, the first of which needs no other."""
    width, height = size
    codec = av.CodecContext.create("libx264", "w")
    codec.width, codec.height, codec.pix_fmt, codec.time_base = width, height, "yuv420p", Fraction(1, 30)
    codec.options = {"preset": "ultrafast", "tune": "zerolatency", "x264-params": "keyint=30:slices=1"}
    group = []
    for number in range(30):
        jpeg = noisy_jpegs(size, 110)[number % NOISES]
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        picture = av.VideoFrame.from_ndarray(image, format="bgr24")
        picture.pts = number
        data = b"".join(bytes(packet) for packet in codec.encode(picture))
        group.append([unit for unit in re.split(b"\x00\x00\x00?\x01", data) if unit])
    return group


class RtspCamera(socketserver.ThreadingTCPServer):
    """An RTSP camera that sends H.264 within the RTSP connection (RFC 2326, RFC 6184)."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _RtspHandler)
        self.faults = Faults()

    def url(self) -> str:
        return f"rtsp://127.0.0.1:{self.server_address[1]}/live"


class _RtspHandler(socketserver.StreamRequestHandler):
    server: RtspCamera

    def handle(self) -> None:
        with suppress(OSError):
            while line := self.rfile.readline():
                method = line.split(b" ")[0]
                sequence = b"0"
                while (header := self.rfile.readline()).strip():
                    if header.lower().startswith(b"cseq:"):
                        sequence = header.split(b":")[1].strip()
                self._answer(method, sequence)
                if method == b"PLAY":
                    self._play()
                    return

    def _answer(self, method: bytes, sequence: bytes) -> None:
        headers, body = [b"CSeq: " + sequence, b"Session: 1"], b""
        if method == b"OPTIONS":
            headers.append(b"Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
        if method == b"SETUP":
            headers.append(b"Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
        if method == b"DESCRIBE":
            body = b"v=0\r\ns=table\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:track0\r\n"
            headers += [b"Content-Type: application/sdp", b"Content-Length: %d" % len(body)]
        self.wfile.write(b"RTSP/1.0 200 OK\r\n" + b"\r\n".join(headers) + b"\r\n\r\n" + body)

    def _play(self) -> None:
        faults, self._sequence = self.server.faults, 0
        number = 0
        while not faults.gone:
            faults.pause()
            if faults.silent:
                continue
            group = h264_group(faults.size)
            units = group[number % len(group)]
            for at, unit in enumerate(units):
                data = np.random.default_rng(number).bytes(len(unit)) if faults.garbage else unit
                self._send(data, number * 3000, last=at == len(units) - 1)
            number += 1

    def _send(self, unit: bytes, at: int, *, last: bool) -> None:
        """One NAL unit as RTP packets, in fragments (FU-A) where it is long."""
        if len(unit) < 1400:
            self._packet(unit, at, marker=last)
            return
        body, kind = unit[1:], unit[0] & 0x1F
        for start in range(0, len(body), 1398):
            is_last = start + 1398 >= len(body)
            flags = (0x80 if start == 0 else 0) | (0x40 if is_last else 0)
            head = bytes([(unit[0] & 0xE0) | 28, flags | kind])
            self._packet(head + body[start : start + 1398], at, marker=last and is_last)

    def _packet(self, payload: bytes, at: int, *, marker: bool) -> None:
        self._sequence = (self._sequence + 1) % 65536
        head = bytes([0x80, 96 | (0x80 if marker else 0)]) + self._sequence.to_bytes(2, "big")
        packet = head + (at % 2**32).to_bytes(4, "big") + (7).to_bytes(4, "big") + payload
        self.wfile.write(b"$\x00" + len(packet).to_bytes(2, "big") + packet)


@contextmanager
def served(server: Phone | RtspCamera) -> Iterator[Phone | RtspCamera]:
    """The camera while it is plugged in."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.faults.gone = True
        server.shutdown()
        thread.join()
        server.server_close()


def free_port() -> int:
    """A port on which a camera can come back."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
