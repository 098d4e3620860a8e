"""The reader as the attacker: no device is shown a picture of a watched round on which it reads a card that is sealed.

Ann snaps wrongly: all see her card for a moment, then it lies face down again. Every address of the table of rights is
asked with the token of each role, every picture that is answered is read, and no text names such a card: neither an
answer, nor a page, nor any message of a page's socket or of the stream.
"""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import product
from time import monotonic, sleep
from urllib.parse import urlsplit

import av
import pytest
from playwright.sync_api import Browser, Page, Response, expect

from kibitz_scoring.cards import Card
from kibitz_scoring.score.hands import deck_cards
from kibitz_server.access.route_rights import INVITE, PAGES, ROUTES
from kibitz_server.access.viewer import Right, Role
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.pictures import kept_pictures
from kibitz_server.journal.play_entries import ActSaid, TimePassed
from kibitz_server.views.words.card_words import glyphs, words
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.detections import Image
from kibitz_vision.frames import decode_image
from kibitz_vision.reading.pipeline import Pipeline

from ...benchmarks.trust.reading_attack import named_in
from ...server.replay.test_returned_card import CONFIG, FROM_MS, TO_MS, WRONG
from ..conftest import WAIT_S, ServedDesk, guest_on, shoot, until_so
from ..filmed_tables import SETTLES_MS, FilmedPart, film_part, watch_part
from .test_roles import ask, listen, stream_of

pytestmark = [pytest.mark.browser]

EVERY, OPEN_MS = 3, 17_100.0
FILM_EVERY = 6
SETTLED_MS = 200.0
SHOWN_MS = 1500.0
FRAMES_LOOKED_AT = 3
NUMBERS = tuple(map(str, range(0, 34, 4)))
SAME_FOR_ALL = ("/_nicegui", "/assets", "/docs", "/print", "/demo", "/favicon", "/openapi")
"""What is there without any round, and may show any card."""
DRAWN_IN = re.compile(rb"data:image/\w+;base64,([A-Za-z0-9+/=]+)")
SIGN = re.compile(r"\\+u([0-9a-fA-F]{4})")
"""How JSON may write one that is not of ASCII."""


@dataclass
class Attack:
    """A running desk whose round has sealed faces, and what the reader named in each picture so far."""

    served: ServedDesk
    part: FilmedPart
    sealed: frozenset[Card]
    pipeline: Pipeline
    read: dict[bytes, frozenset[Card]] = field(default_factory=dict)
    tokens: dict[Role, str] = field(default_factory=dict)

    def token_of(self, role: Role) -> str:
        """The one device that has joined as this: a player's name belongs to no other."""
        if role not in self.tokens:
            player = self.part.performance.start.players[1] if role is Role.PLAYER else None
            self.tokens[role] = self.served.token_of(role, player)
        return self.tokens[role]

    @property
    def secrets(self) -> re.Pattern[str]:
        """How sealed cards are written."""
        return re.compile("|".join(map(written, self.sealed)))

    @property
    def top(self) -> Card:
        """The card that lies open on the discard pile: everybody may see it."""
        play = self.served.desk.views.of(Role.SPECTATOR).play
        assert play is not None
        assert isinstance(play.top, Card)
        return play.top

    def happen(self) -> Iterator[None]:
        """Three things one after the other, which all pages and streams are told: the last takes back the first."""
        live, do = self.served.desk.live, self.served.do
        said = do(lambda: live.record(ActSaid(live.play.last_ms + 1000.0, "p2 declines")))
        yield
        do(lambda: live.record(TimePassed(live.play.last_ms + SETTLES_MS)))
        yield
        do(lambda: live.record(Undone(said.seq)))
        yield

    def check_told(self, told: str) -> None:
        """Nothing that was sent as text names a sealed card, and no picture in it shows one."""
        assert not self.secrets.search(plain(told))
        for picture in pictures_in("text/html", told.encode()):
            assert not self.names(picture) & self.sealed

    def names(self, picture: bytes) -> frozenset[Card]:
        """The cards that are read in a picture that was answered."""
        if picture not in self.read:
            self.read[picture] = self.named(decode_image(picture, "picture"))
        return self.read[picture]

    def named(self, image: Image) -> frozenset[Card]:
        return frozenset(named_in(image, self.pipeline, deck_cards(CONFIG.pack)))


def written(card: Card) -> str:
    """A pattern of all the ways in which a card is written."""
    # In an address %3D is no three of diamonds.
    return rf"(?<![\w%]){card}\b|{re.escape(glyphs(card))}|(?i:{words(card)})"


def plain(told: str) -> str:
    """A text as it is read, whatever it was packed in; pictures in it are looked at elsewhere."""
    signs = SIGN.sub(lambda code: chr(int(code[1], 16)), DRAWN_IN.sub(b"", told.encode()).decode())
    return unescape(signs)


@pytest.fixture(scope="module")
def attack(tmp_path_factory: pytest.TempPathFactory, pipeline: Pipeline) -> Iterator[Attack]:
    part = film_part(CONFIG, FROM_MS, TO_MS, tmp_path_factory.mktemp("film"), EVERY)
    served = ServedDesk(tmp_path_factory.mktemp("watched") / "data")
    try:
        watch_part(served, part, TO_MS)
        until_a_clip_is_kept(served)
        state = [one.after for one in part.performance.happenings if one.timed.at.end_ms <= TO_MS][-1]
        lying = [card for hand in state.hands for card in hand if card is not None and not card.face_up]
        faces = (card.face for card in (*lying, *(held.card for held in state.held)))
        yield Attack(served, part, frozenset(face for face in faces if isinstance(face, Card)), pipeline)
    finally:
        served.stop()


def until_a_clip_is_kept(served: ServedDesk) -> None:
    deadline = monotonic() + WAIT_S
    while not served.desk.shelf.clips() and monotonic() < deadline:
        sleep(0.1)
    assert served.desk.shelf.clips()


def addresses(served: ServedDesk) -> Iterator[tuple[str, Right]]:
    """Every address that answers a look, its gaps filled with all that there is."""
    game = served.desk.live.evening.game
    assert game
    there = {
        "seq": (str(game.seq),),
        "name": tuple(clip.name for clip in served.desk.shelf.clips()),
        "view": tuple(ClipView),
        "number": NUMBERS,
        "picture_id": tuple(kept_pictures(served.desk.settings.data)),
    }
    for line, right in ROUTES.items():
        method, _, path = line.partition(" ")
        # A phone that opens the dashboard is led to its own page.
        if method == "GET" and path != "/" and not path.startswith(SAME_FOR_ALL):
            gaps = re.findall(r"\{(\w+)", path)
            for values in product(*(there.get(gap) or ("one",) for gap in gaps)):
                filled = iter(values)
                yield re.sub(r"\{\w+(?::path)?\}", lambda _, filled=filled: next(filled), path), right


def pictures_in(kind: str, body: bytes) -> Iterator[bytes]:
    """The pictures of an answer: itself, those of a film, or those that are written into a page."""
    if kind.startswith("image/"):
        yield body
    elif kind.startswith("video/"):
        with av.open(io.BytesIO(body)) as film:
            for number, frame in enumerate(film.decode(video=0)):
                if number % FILM_EVERY == 0:
                    shown = io.BytesIO()
                    frame.to_image().save(shown, "PNG")
                    yield shown.getvalue()
    else:
        yield from (base64.b64decode(one[1]) for one in DRAWN_IN.finditer(body))


def unmasked(attack: Attack) -> Image:
    """The camera's picture while the card lay open."""
    times_ms = attack.part.times_ms
    return attack.part.pictures[min(range(len(times_ms)), key=lambda at: abs(times_ms[at] - OPEN_MS))]


def masked_at_the_pile(attack: Attack) -> bytes:
    """The same time in a clip, masked as if the card had not gone back."""
    clip = attack.served.desk.shelf.clip(attack.served.desk.shelf.clips()[0].name)
    (shown_ms,) = {round(one.seen.at.end_ms) for one in clip.seen if getattr(one, "face", None) == WRONG}
    return MaskedClip(clip, ClipView.PILE).picture(clip.at(shown_ms + SETTLED_MS), lambda: attack.pipeline)


@pytest.mark.parametrize("role", list(Role))
def test_the_reader_reads_no_sealed_card_in_any_picture_that_a_role_is_shown(attack: Attack, role: Role) -> None:
    assert WRONG in attack.sealed
    assert WRONG in attack.named(unmasked(attack)), "the reader reads it where nothing is hidden"
    assert WRONG in attack.names(masked_at_the_pile(attack)), "and in a clip from which only hands are hidden"
    token = attack.token_of(role)
    seen: dict[str, int] = {}
    for path, right in addresses(attack.served):
        status, kind, body = ask(attack.served, token, path)
        assert (status == 403) is (not role.may(right)), (path, status, body[:200])
        for picture in pictures_in(kind, body) if status == 200 else ():
            assert not attack.names(picture) & attack.sealed, path
            seen[path] = seen.get(path, 0) + 1
        # A page is read as people read it, below.
        if kind == "application/json":
            assert not attack.secrets.search(plain(body.decode("utf-8", "replace"))), path
    for part in ("/film/", "/pile/", "/table/", "/photo-finish"):
        assert any(part in path for path in seen), part


@pytest.mark.parametrize("role", list(Role))
def test_no_page_shows_fetches_or_is_told_a_sealed_card(browser: Browser, attack: Attack, role: Role) -> None:
    token = attack.token_of(role)
    fetched: set[str] = set()
    told: list[str] = []
    for path in (path for path, right in PAGES.items() if role.may(right)):
        with guest_on(browser, attack.served, token, path[1:], (1280, 900)) as page:
            answers: list[Response] = []
            frames: list[str] = []
            page.on("response", lambda answer, answers=answers: answers.append(answer))
            page.on("websocket", lambda socket, frames=frames: listen(socket, frames))
            loaded = page.reload()
            assert loaded is not None
            page.wait_for_function("window.did_handshake === true")
            for canvas in look_closely(page):
                assert not attack.names(canvas) & attack.sealed, path
            shoot(page, f"sealed-{role}-{path[1:] or 'dashboard'}")
            for _ in attack.happen():
                # Nothing that happens is another code to join by.
                if path != INVITE:
                    hear_more(page, frames)
            told += [loaded.text(), *frames, page.content()]
            for answer in answers:
                kind, address = answer.headers.get("content-type", ""), urlsplit(answer.url).path
                if not kind.startswith("image/") or not answer.ok or address.startswith(SAME_FOR_ALL):
                    continue
                fetched.add(address)
                # What a page decodes itself is given to it alone: it is read as it is drawn.
                if picture := answer.body():
                    assert not attack.names(picture) & attack.sealed, address
    for one in told:
        attack.check_told(one)
    if role.may(Right.JUDGE):
        assert re.search(written(attack.top), plain("".join(told))), "what may be seen is found in what was sent"
    assert "/table/now.jpg" in fetched
    assert any(re.fullmatch(r"/clips/[^/]+/(pile|table)/\d+\.jpg", address) for address in fetched)


@pytest.mark.parametrize("role", list(Role))
def test_no_message_of_the_stream_tells_a_sealed_card_be_it_the_first_or_a_later_one(
    attack: Attack, role: Role
) -> None:
    token, log = attack.token_of(role), attack.served.desk.event_log
    for query in ("", "?after=0", f"?after={log.newest}"):
        with stream_of(attack.served, token, f"/api/v1/stream{query}") as stream:
            told = [str(stream.recv(WAIT_S)), *(str(stream.recv(WAIT_S)) for _ in attack.happen())]
        assert len(told) == 4
        for message in told:
            attack.check_told(message)
            assert json.loads(message)["table"]["top"] == str(attack.top), "what lies open is told"
        if query:
            happened = [one["content"]["text"] for message in told[1:] for one in json.loads(message)["events"]]
            assert happened == ["Ben did without"] * 2, "it happened, and it did not"
    assert all(attack.secrets.search(plain(json.dumps(write(WRONG)))) for write in (str, glyphs, words))


def hear_more(page: Page, frames: list[str]) -> None:
    """Wait for the next message: they come in while a test waits, and never meanwhile."""
    heard = len(frames)
    until_so(page, lambda: len(frames) > heard)


def look_closely(page: Page) -> Iterator[bytes]:
    """Wait until the pictures are there, and give those of the player of frames, where the page offers it."""
    page.wait_for_timeout(SHOWN_MS)
    again = page.get_by_role("button", name="Look again")
    if again.count():
        again.first.click()
        player = page.get_by_role("dialog").locator("kibitz-player")
        for act in ("[data-act=overlay]", *("[data-act=on]",) * FRAMES_LOOKED_AT):
            expect(player).to_have_attribute("data-is-drawn", "true")
            player.locator(act).click()
            expect(player).to_have_attribute("data-is-drawn", "true")
            yield player.locator("canvas").screenshot()
