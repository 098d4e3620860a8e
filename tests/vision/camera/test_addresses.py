"""A camera's password is shown to nobody, and only addresses of the own network are taken for near."""

from __future__ import annotations

import time

import pytest

from kibitz_vision.camera.addresses import is_of_own_network, without_password

SECRET = "S3cr3t"
# Each text takes some 30 ms where it is gone through once, and more than 10 s where it is so at every sign.
LONG_S = 3.0


@pytest.mark.parametrize(
    "address",
    [
        f"rtsp://me:{SECRET}@192.168.1.7:554/stream1",
        f"rtsp://me:{SECRET}@@192.168.1.7/",
        f"rtsp://me:a/{SECRET}@192.168.1.7/x",
        f"rtsp://me:a#{SECRET}?@192.168.1.7/x",
        f"rtsp:/me:{SECRET}@192.168.1.7/x",
        f"me:{SECRET}@192.168.1.7",
        f"'me:{SECRET}@192.168.1.7'",
        f"me:a'{SECRET}@192.168.1.7",
        f"me:a:{SECRET}@[fe80::1]",
        f"http://[::1:{SECRET}@x",
        f"http://192.168.1.7/video?user=me&password={SECRET}",
        f"http://192.168.1.7/video?x={SECRET}#t",
        f"rtsp://192.168.1.7:554/user=me_password={SECRET}_channel=1_stream=0.sdp",
        f"rtsp://192.168.1.7/user=me&password={SECRET}&channel=1",
        f"HTTP://192.168.1.7/v;pwd={SECRET}",
    ],
)
def test_no_address_shows_its_password_alone_or_in_a_sentence(address: str) -> None:
    assert SECRET not in without_password(address)
    shown = without_password(f"The stream {address} does not answer any more.")
    assert SECRET not in shown
    assert shown.startswith("The stream ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "cam:HD Pro Webcam C920",
        "/home/ann/film.mp4",
        "http://192.168.1.7:8080/video",
        "rtsp://[fe80::1]/s",
        "ann@home",
    ],
)
def test_what_holds_no_password_is_shown_as_it_is(text: str) -> None:
    assert without_password(text) == text


@pytest.mark.parametrize(
    "part", ["x", "a.", "a:", "'a:", ":", "@", "a@", "?", "?a", ":/", "a:/", "a://", "/", "pass", "pass ", "key=", "'"]
)
def test_a_text_of_any_length_is_gone_through_once(part: str) -> None:
    begun = time.process_time()
    without_password(part * 50_000)
    without_password(f"a:{part * 50_000}")
    without_password(f"rtsp://{part * 50_000}")
    assert time.process_time() - begun < LONG_S


@pytest.mark.parametrize(
    "address",
    [
        "http://192.168.1.7:8080/video",
        "rtsp://10.0.0.3/s",
        "http://phone.local/v",
        "http://phone/v",
        "http://[fe80::1]/v",
    ],
)
def test_cameras_of_the_own_network_are_near(address: str) -> None:
    assert is_of_own_network(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/",
        "http://8.8.8.8/",
        "http://134744072/",
        "http://0x08080808/",
        "http://010.8.8.8/",
        "http://[2001:4860:4860::8888]/",
        "http://192.168.1.7.evil.example/",
        "http://192.168.1.7@evil.example/",
        "http://[::1",
        "http://",
    ],
)
def test_all_else_is_not(address: str) -> None:
    assert not is_of_own_network(address)
