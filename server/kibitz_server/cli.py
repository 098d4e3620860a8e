"""The `kibitz` command: mounts the commands of all packages and turns errors into sentences."""

from __future__ import annotations

import ctypes
import logging
import os
import platform
import sys
from importlib.metadata import entry_points, version

import typer

from kibitz_scoring.errors import KibitzError
from kibitz_server import logs
from kibitz_server.private_files import keep_private

_BAD_INPUT = 2
_ONE_THREAD = ("OPENCV_FOR_THREADS_NUM", "1")
"""Read by OpenCV as it is loaded. Its threads wait busily for each other: live watching then costs a tenth more, and
takes that from the camera's process and from the looks that are made beside the frames."""

_M_ARENA_MAX = -8
"""glibc's malloc.h."""


def create_cli() -> typer.Typer:
    """Command line with the commands of every installed package in the group `kibitz.commands`."""
    cli = typer.Typer(
        help="Kibitz reads the cards of a real table at the reveal and keeps the score of Cabo-like games.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    cli.callback()(_root)
    for entry_point in sorted(entry_points(group="kibitz.commands"), key=lambda found: found.name):
        try:
            cli.add_typer(entry_point.load())
        except ImportError as error:
            # A library that does not load must not take the command along that says what to do about it.
            typer.echo(
                f"The commands of kibitz_{entry_point.name} do not load ({error}); see `kibitz doctor`.", err=True
            )
    return cli


def main() -> None:
    """Run the command line; bad input is one sentence on standard error and exit code 2."""
    os.environ.setdefault(*_ONE_THREAD)
    _use_one_arena()
    keep_private()
    logs.set_up()
    try:
        create_cli()()
    except KibitzError as error:
        typer.echo(str(error), err=True)
        sys.exit(_BAD_INPUT)
    except Exception as error:  # the last net: a person is told what broke, not shown a traceback
        logging.getLogger("kibitz").debug("unexpected", exc_info=True)
        typer.echo(
            f"Kibitz stopped on an error of its own ({type(error).__name__}: {error}); please report it.", err=True
        )
        sys.exit(1)


def _use_one_arena() -> None:
    """Let all threads allocate from one arena where the C library is glibc.

    It gives each thread one of its own otherwise, and each keeps up to 300 MB of a large picture that was decoded or
    read there: after 40 of them 850 MB in place of 490 MB.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(version("kibitz"))
        raise typer.Exit


def _root(
    _version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Say the version."),
) -> None:
    """Kibitz reads the cards of a real table at the reveal and keeps the score of Cabo-like games."""
