"""The camera on the page: its password is shown nowhere, and one is chosen in the middle of a round, too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kibitz_scoring.players import PlayerId
from kibitz_server.journal.play_entries import RoundWatched

from ..conftest import ServedDesk
from ..play.test_three_rounds import go, start_game

pytestmark = pytest.mark.browser
ADDRESS = "rtsp://me:s3cr3t@127.0.0.1:9/live"


def test_a_cameras_password_stands_nowhere_on_the_page_however_it_was_opened(
    watching: Page, served: ServedDesk
) -> None:
    start_game(watching, "Kaboo", ["Ann", "Ben"])
    address = watching.get_by_role("textbox", name="Address, film, photo or folder")
    address.fill(ADDRESS)

    watching.get_by_role("button", name="Open", exact=True).click()

    expect(address).to_have_value("rtsp://127.0.0.1:9/live")
    expect(watching.locator("#table-camera")).to_be_attached()
    assert served.desk.memory.last() == ADDRESS
    assert served.desk.camera.name == ADDRESS
    told = [watching.content()]
    for stage in ("Reveal", "Table"):
        go(watching, stage)
        told.append(watching.content())
    watching.reload()
    expect(watching.locator("#table-camera")).to_be_attached()
    told.append(watching.content())
    told.append(watching.request.get(served.url).text())
    assert "127.0.0.1:9/live" in told[0]
    assert not [page for page in told if "s3cr3t" in page]


def test_a_camera_is_chosen_while_a_round_is_played_that_none_watches(watching: Page, served: ServedDesk) -> None:
    start_game(watching, "Kaboo", ["Ann", "Ben"])
    served.do(lambda: served.desk.live.record(RoundWatched(PlayerId("Ann"), is_dealt=True)))
    status = watching.get_by_role("status").filter(has=watching.get_by_role("button", name="Go on watching"))
    expect(status).to_be_visible()

    status.get_by_role("button", name="Choose a camera").click()

    expect(watching.get_by_role("region", name="Table", exact=True)).to_be_visible()
    expect(watching.get_by_role("group", name="Cameras of this computer")).to_be_attached()
    assert served.desk.live.play is not None
