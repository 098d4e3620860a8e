"""Webhooks against real receivers: signed, in order, tried again; one that is gone costs nothing."""

from __future__ import annotations

import asyncio
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.evening.live import Live
from kibitz_server.events.delivery import Pace
from kibitz_server.events.event_log import EventLog
from kibitz_server.events.hook_file import NAME, Hook, HookFile
from kibitz_server.events.signature import signed_headers
from kibitz_server.events.webhooks import Webhooks
from kibitz_server.journal.entries import GameStarted, SheetOpened
from kibitz_server.journal.play_entries import RoundWatched, WatchDropped
from kibitz_server.views.role_views import RoleViews

from ..acts import confirmed
from ..conftest import ANN, BEN, PACK
from ..conftest import comes as comes_meanwhile
from .receiver import Receiver, is_signed, receiving

QUICK = Pace(answer_s=5.0, first_pause_s=0.05, longest_pause_s=0.2, give_up_s=60.0)
Hooked = Callable[..., tuple[Webhooks, Hook]]


@pytest.fixture
def hooked(live: Live, tmp_path: Path) -> Iterator[Hooked]:
    opened: list[Webhooks] = []

    def add(url: str, pace: Pace = QUICK) -> tuple[Webhooks, Hook]:
        hook = HookFile(tmp_path).add(url)
        opened.append(Webhooks(live, EventLog(live, RoleViews(live)), tmp_path, pace))
        return opened[-1], hook

    yield add
    for webhooks in opened:
        webhooks.close()


def comes(is_there: Callable[[], bool], wait_s: float = 60.0) -> bool:
    end_s = time.monotonic() + wait_s
    while not is_there() and time.monotonic() < end_s:
        time.sleep(0.02)
    return is_there()


def play_a_little(live: Live) -> None:
    for entry in (RoundWatched(ANN, is_dealt=True, by_hand=True), WatchDropped(), SheetOpened()):
        live.record(entry)
    live.record(confirmed("AH", "KS"))


TOLD = ["round.new", "round.gone", "score.new"]


def test_every_event_comes_once_in_order_and_signed(live: Live, hooked: Hooked) -> None:
    with receiving(Receiver()) as receiver:
        _, hook = hooked(receiver.url)
        play_a_little(live)
        assert comes(lambda: len(receiver.came) >= len(TOLD))
        assert [one["type"] for one in receiver.told] == TOLD
        numbers = [one["number"] for one in receiver.told]
        assert numbers == sorted(set(numbers))
        assert receiver.told[-1]["data"]["scores"] == {"Ann": 1, "Ben": 13}
        assert len({headers["webhook-id"] for headers, _ in receiver.came}) == len(TOLD)
        for headers, body in receiver.came:
            assert is_signed(hook.secret, headers, body)
            assert not is_signed(hook.secret, headers, body + b" ")


def test_what_is_refused_is_sent_again_with_the_same_id_before_what_follows(live: Live, hooked: Hooked) -> None:
    with receiving(Receiver(lambda number: 500 if number < 3 else 200)) as receiver:
        webhooks, hook = hooked(receiver.url)
        play_a_little(live)
        assert comes(lambda: len(receiver.came) >= 3 + len(TOLD))
        assert [one["type"] for one in receiver.told] == TOLD
        ids = [headers["webhook-id"] for headers, _ in receiver.came]
        assert len(set(ids[:4])) == 1
        assert all(is_signed(hook.secret, headers, body) for headers, body in receiver.came)
        assert comes(lambda: webhooks.sentence == "")


def test_a_receiver_that_is_gone_costs_nothing_and_is_said(live: Live, hooked: Hooked, tmp_path: Path) -> None:
    with receiving(Receiver()) as receiver:
        gone = receiver.url
    webhooks, hook = hooked(gone, Pace(1.0, 0.05, 0.1, 0.3))
    begun_s = time.monotonic()
    for _ in range(20):
        live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))
        live.record(WatchDropped())
    assert time.monotonic() - begun_s < 5
    assert comes(lambda: webhooks.standing(hook).given_up == 40)
    assert "has not been reached since" in webhooks.sentence
    assert "40 events were given up" in webhooks.sentence
    assert comes(lambda: HookFile(tmp_path).standings()[hook.id].given_up == 40)
    Webhooks(live, EventLog(live, RoleViews(live)), tmp_path, QUICK)
    assert HookFile(tmp_path).standings() == {}


def test_no_other_address_is_asked_than_the_one_that_was_added(live: Live, hooked: Hooked) -> None:
    with receiving(Receiver(lambda _: 302)) as receiver:
        webhooks, hook = hooked(receiver.url, Pace(5.0, 0.05, 0.05, 0.2))
        live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))
        assert comes(lambda: webhooks.standing(hook).given_up == 1)
        assert "302" in webhooks.sentence
        assert {headers["webhook-id"] for headers, _ in receiver.came} == {receiver.came[0][0]["webhook-id"]}


def test_a_webhook_added_or_removed_by_another_process_is_noticed(live: Live, tmp_path: Path) -> None:
    log = EventLog(live, RoleViews(live))
    webhooks = Webhooks(live, log, tmp_path, QUICK)
    live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))
    with receiving(Receiver()) as receiver:
        hook = HookFile(tmp_path).add(receiver.url)
        live.record(WatchDropped())
        assert comes(lambda: len(receiver.came) == 1)
        HookFile(tmp_path).remove(hook.id)
        live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))
        assert webhooks.file.hooks() == ()
        assert [one["type"] for one in receiver.told] == ["round.gone"]
    webhooks.close()


def test_one_that_is_removed_is_told_nothing_more_and_no_banner_speaks_of_it(live: Live, hooked: Hooked) -> None:
    with receiving(Receiver(lambda _: 500)) as receiver:
        webhooks, hook = hooked(receiver.url, Pace(5.0, 0.2, 0.2, 60.0))
        play_a_little(live)
        assert comes(lambda: bool(webhooks.sentence))
        banners: list[str] = []
        live.watch("page", lambda: banners.append(webhooks.sentence))
        webhooks.remove(hook.id)
        assert banners == [""]
        count = len(receiver.came)
        time.sleep(1.0)
        assert len(receiver.came) <= count + 1
        assert webhooks.file.hooks() == ()


def test_one_that_another_process_removes_is_not_even_told_what_waits(
    live: Live, hooked: Hooked, tmp_path: Path
) -> None:
    async def play() -> None:
        with receiving(Receiver(lambda _: 500)) as receiver:
            webhooks, hook = hooked(receiver.url, Pace(5.0, 0.3, 0.3, 60.0))
            banners: list[str] = []
            play_a_little(live)
            live.watch("page", lambda: banners.append(webhooks.sentence))
            assert await comes_meanwhile(lambda: bool(banners and banners[-1]))
            HookFile(tmp_path).remove(hook.id)
            count = len(receiver.came)
            assert await comes_meanwhile(lambda: banners[-1] == "")
            assert len(receiver.came) <= count + 1

    asyncio.run(play())


def test_what_waits_is_forgotten_as_somebody_is_deleted(live: Live, hooked: Hooked) -> None:
    with receiving(Receiver(lambda _: 500)) as receiver:
        webhooks, _ = hooked(receiver.url, Pace(5.0, 0.5, 0.5, 60.0))
        play_a_little(live)
        assert comes(lambda: bool(receiver.came))
        webhooks.forget()
        count = len(receiver.came)
        time.sleep(1.2)
        assert len(receiver.came) <= count + 1


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/told",
        "https://93.184.216.34/",
        "ftp://192.168.1.2/",
        "told",
        "http://",
        "http://a b/",
        "http://h:0x/",
    ],
)
def test_addresses_of_the_internet_and_what_is_none_are_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(InputError):
        HookFile(tmp_path).add(url)
    assert HookFile(tmp_path).hooks() == ()


def test_an_address_of_the_internet_is_taken_where_that_is_said(tmp_path: Path) -> None:
    hook = HookFile(tmp_path).add("https://example.org/told?token=very", allow_internet=True)
    assert "very" not in hook.shown
    assert HookFile(tmp_path).hook(hook.id) == hook
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert hook.secret not in repr(hook)


def test_the_signature_is_that_of_the_scheme() -> None:
    # The example of the scheme's own libraries.
    headers = signed_headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_new_game_is_told(live: Live, hooked: Hooked) -> None:
    with receiving(Receiver()) as receiver:
        hooked(receiver.url)
        live.record(GameStarted(PACK, PACK.content_hash, (BEN, ANN)))
        assert comes(lambda: len(receiver.came) == 2)
        assert [one["type"] for one in receiver.told] == ["game.new", "players.new"]
        assert receiver.told[1]["data"]["players"] == ["Ben", "Ann"]
