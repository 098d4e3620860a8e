"""What has the wrong shape is refused in one sentence in the language of who asks: the field, and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from kibitz_server.app import create_app
from kibitz_server.settings import Settings

from .conftest import KEY, serving

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}
PYDANTIC = re.compile(r"\b(Input|Field|should|valid|required|permitted|pydantic|JSON decode)\b")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    app = create_app(Settings(tmp_path_factory.mktemp("data"), key=KEY["Authorization"].split()[1]))
    with serving(app) as address, httpx.Client(base_url=f"http://{address}", timeout=60, headers=KEY) as opened:
        yield opened


@pytest.mark.parametrize(
    ("path", "sent", "english", "german"),
    [
        ("/api/v1/games", {"pack": "kaboo"}, "players is missing in what was sent", "players fehlt"),
        (
            "/api/v1/games",
            {"pack": 1, "players": ["A"]},
            "expected a text, found 1",
            "pack in dem, was geschickt wurde",
        ),
        ("/api/v1/games", {"pack": "k", "players": []}, "expected at least 1 entries", "mindestens 1"),
        ("/api/v1/games", {"pack": "k", "players": [""]}, "players.0 in what was sent", "mindestens 1 Zeichen"),
        ("/api/v1/games", {"pack": "k", "players": ["A"], "x": 1}, "x is not known", "x ist"),
        ("/api/v1/games", [], "Everything in what was sent: expected an object", "Alles in dem"),
        ("/api/v1/games", b'{"pack":', "no JSON from character 8 on", "ist ab dem Zeichen 8 kein JSON"),
        (
            "/api/v1/table",
            {"by_hand": "perhaps"},
            "by_hand in what was sent: expected true or false",
            "true oder false",
        ),
        (
            "/api/v1/sheet/caller",
            {"caller": None, "end": "boredom"},
            "expected one of these: 'call', ",
            "eines davon: 'call', ",
        ),
        ("/api/v1/sheet/photo", {"photo": "me"}, "photo is missing", "photo fehlt"),
        ("/api/v1/events?after=-1", None, "after in the address after the question mark: expected at least 0", "min"),
        ("/api/v1/games/first", None, "seq in the address: expected a whole number, found 'first'", "ganze Zahl"),
    ],
)
def test_programs_are_told_the_field_and_what_was_expected(
    client: httpx.Client, path: str, sent: object, english: str, german: str
) -> None:
    method = "GET" if sent is None else "POST"
    body = {"content": sent} if isinstance(sent, bytes) else {"json": sent}
    for language, told in (("en", english), ("de", german)):
        headers = {"Accept-Language": language, "Content-Type": "application/json"}
        answer = client.request(method, path, headers=headers, **body)  # type: ignore[arg-type]
        assert answer.status_code == 422, answer.text
        assert list(answer.json()) == ["detail"]
        assert told in answer.json()["detail"], answer.text
        assert not PYDANTIC.search(answer.json()["detail"])


@pytest.mark.parametrize(
    ("path", "form", "told"),
    [
        ("/phone/pin", "role=referee", "pin fehlt in dem, was geschickt wurde: erwartet wird ein Wert dafür."),
        ("/phone/pin", f"role=referee&pin={'1' * 90}", "erwartet wird ein Text von höchstens 80 Zeichen"),
        ("/api/v1/sheet/photo", "photo=me", "erwartet wird eine Datei, gefunden wurde 'me'"),
        ("/join", f"player={'A' * 90}", "player in dem, was geschickt wurde: erwartet wird ein Text"),
    ],
)
def test_who_sends_a_form_reads_the_sentence_on_a_page(client: httpx.Client, path: str, form: str, told: str) -> None:
    answer = client.post(path, content=form, headers={**FORM, "Accept-Language": "de"})
    assert answer.status_code == 422
    assert answer.headers["content-type"].startswith("text/html")
    assert '<html lang="de">' in answer.text
    assert told in unescape(answer.text)


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/games/77/rules.html", 404, "Es gibt kein Spiel 77"),
        ("/assets/nothing.css", 404, "Hier gibt es das nicht."),
        ("/demo/none.jpg", 400, "'none.jpg' ist kein"),
    ],
)
def test_every_other_refusal_is_a_page_for_who_opens_it_and_said_in_their_language(
    client: httpx.Client, path: str, status: int, told: str
) -> None:
    headers = {"Accept-Language": "de"}
    page = client.get(path, headers={**headers, "Accept": "text/html"})
    assert (page.status_code, told in unescape(page.text)) == (status, True), page.text
    assert told in client.get(path, headers=headers).json()["detail"]


def test_a_form_that_cannot_be_read_is_refused_in_the_language_of_who_sent_it(client: httpx.Client) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Accept-Language": "de"}
    answer = client.post("/phone/pin", content=b"--x\r\nbroken", headers=headers)
    assert 400 <= answer.status_code < 500
    assert not re.search(r"\b(error|parsing|expected|missing)\b", answer.text), answer.text
