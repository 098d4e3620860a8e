"""`kibitz rules`: the commands about rule packs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz_scoring.cli.line_answers import BAD_INPUT
from kibitz_scoring.cli.rules_text import check_line, diff_lines, list_lines, pack_from, show_json, show_lines
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import read_pack
from kibitz_scoring.rules.sheet import rules_sheet

rules_app = typer.Typer(no_args_is_help=True, help="List, show, check, compare and print the rules of the games.")

_Pack = Annotated[
    str, typer.Argument(metavar="PACK", help="A game's id, such as kaboo, or a rule pack in a .toml file.")
]
_Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="KEY=VALUE", help="A house rule, such as score.fail=add_10; repeatable."),
]


@rules_app.command("list")
def list_packs() -> None:
    """List the games and their published variants.

    Example: kibitz rules list
    """
    typer.echo("\n".join(list_lines()))


@rules_app.command("show")
def show(
    pack: _Pack,
    option: _Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for other programs.")] = False,
) -> None:
    """Show every key of a game; a star marks what a house changed.

    Example: kibitz rules show kaboo --option score.fail=add_10
    """
    found = pack_from(pack, option or [])
    typer.echo(show_json(found) if as_json else "\n".join(show_lines(found)))


@rules_app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule packs in .toml files.")],
) -> None:
    """Check rule packs of your own; what is wrong in one is one sentence with its line, and the exit code is 2.

    Example: kibitz rules check friday.toml
    """
    bad = False
    for file in files:
        try:
            typer.echo(f"{file}: {check_line(read_pack(file))}")
        except InputError as error:
            bad = True
            typer.echo(str(error), err=True)
    if bad:
        raise typer.Exit(BAD_INPUT)


@rules_app.command("diff")
def diff(left: _Pack, right: _Pack) -> None:
    """Show the keys in which two games differ.

    Example: kibitz rules diff kaboo cambio
    """
    typer.echo("\n".join(diff_lines(pack_from(left, []), pack_from(right, []))))


@rules_app.command("sheet")
def sheet(
    pack: _Pack,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.html", help="The page to write.")],
    option: _Options = None,
) -> None:
    """Write a page with a game's rules to print, house rules marked.

    Example: kibitz rules sheet kaboo --out kaboo.html
    """
    html = rules_sheet(pack_from(pack, option or []))
    try:
        out.write_text(html, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror}).") from error
