"""The page on which a phone says whose it is: forms only, and every text of it escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kibitz_scoring.sentences import to_say
from kibitz_server.access.device_kind import SCREENS, DeviceKind
from kibitz_server.access.route_rights import HOMES, JOIN, PIN
from kibitz_server.access.viewer import Role, Viewer
from kibitz_server.texts import say, spoken_language

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; object-src 'none'"
)
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/assets/join.css">
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
_IS = {
    DeviceKind.TELEVISION: to_say("This is a television"),
    DeviceKind.STREAM: to_say("This is a layer over a stream"),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table; `is_held`: another device speaks for them."""

    player: str
    is_held: bool


def code_page(problem: str = "") -> str:
    """A field for the code, for whoever cannot scan it."""
    body = _problem(problem) + (
        f'<form method="get" action="{JOIN}"><label>{escape(say("The code that Kibitz shows"))}'
        '<input name="invite" autocomplete="off" autocapitalize="characters" spellcheck="false" required></label>'
        f"{_button(say('Join'))}</form>"
    )
    return _page(say("Join the table"), body)


def choice_page(seats: Sequence[Seat], invite: str, problem: str = "") -> str:
    """Who are you: one button for each player, one to look on, and those of screens that nobody uses."""
    return _page(say("Who are you?"), _problem(problem) + _choices(seats, invite))


def known_page(
    viewer: Viewer, kind: DeviceKind, asked: str, seats: Sequence[Seat], *, has_pin: bool, problem: str = ""
) -> str:
    """For a device that has joined: go on, be somebody else, or be referee or host."""
    who = viewer.player or say(kind if kind.is_screen else viewer.role)
    body = _problem(problem)
    if asked:
        body += f"<p>{escape(say('{player} has been asked for the name.', player=asked))}</p>"
    body += f'<a class="go" href="{HOMES[kind]}">{escape(say("Go on as {who}", who=who))}</a>'
    body += f"<h2>{escape(say('Somebody else uses this device'))}</h2>" + _choices(seats, "")
    if has_pin:
        body += f"<h2>{escape(say('Judge or host'))}</h2>" + _pin_form()
    return _page(say("This device"), body)


def _choices(seats: Sequence[Seat], invite: str) -> str:
    code = f'<input type="hidden" name="invite" value="{escape(invite)}">' if invite else ""
    buttons = ""
    for seat in seats:
        hint = f"<small>{escape(say('another device speaks for them: ask'))}</small>" if seat.is_held else ""
        name = escape(seat.player)
        buttons += f'<button name="player" value="{name}" class="seat">{name}{hint}</button>'
    if not seats:
        buttons += f"<p>{escape(say('The table is being laid: look on, and say later who you are.'))}</p>"
    buttons += f'<button name="player" value="" class="quiet">{escape(say("I am just looking on"))}</button>'
    buttons += f"<h2>{escape(say('Nobody uses this device'))}</h2>"
    for screen in SCREENS:
        hint = f"<small>{escape(say('it shows what everybody may know'))}</small>"
        buttons += f'<button name="screen" value="{screen}" class="quiet">{escape(say(_IS[screen]))}{hint}</button>'
    return f'<form method="post" action="{JOIN}">{code}{buttons}</form>'


def _pin_form() -> str:
    options = "".join(
        f'<label class="choice"><input type="radio" name="role" value="{role}"{checked}> {escape(say(role))}</label>'
        for role, checked in ((Role.REFEREE, " checked"), (Role.HOST, ""))
    )
    return (
        f'<form method="post" action="{PIN}">{options}<label>{escape(say("PIN"))}'
        '<input name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="12" required></label>'
        f"{_button(say('Enter'))}</form>"
    )


def _button(text: str) -> str:
    return f'<button class="go">{escape(text)}</button>'


def _problem(sentence: str) -> str:
    return f'<p class="problem" role="alert">{escape(sentence)}</p>' if sentence else ""


def _page(title: str, body: str) -> str:
    return _PAGE.format(language=spoken_language(), title=escape(title), body=body)
