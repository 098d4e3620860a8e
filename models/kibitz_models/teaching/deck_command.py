"""`kibitz deck`: teach a deck from a few pictures, and look after the decks that were taught."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from kibitz_models.teaching.confirming import ask, in_rows, names_in, pictures_of_camera
from kibitz_models.teaching.taught_option import shelf_of
from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import find_pack
from kibitz_scoring.score.hands import deck_cards
from kibitz_vision.frames import READ_MEGAPIXELS, load_image
from kibitz_vision.reading.known_deck import KnownDeck
from kibitz_vision.teaching.certificate import certificate_words
from kibitz_vision.teaching.certificate_page import certificate_page
from kibitz_vision.teaching.deck_file import SUFFIX, read_deck
from kibitz_vision.teaching.found_cards import confirmed, cut_grounds, find_backs, find_cards, named_in_order, propose
from kibitz_vision.teaching.taught_deck import check_name, in_words

DirOption = Annotated[
    Path | None, typer.Option("--dir", metavar="DIR", help="The folder of the decks (default: that of the page).")
]
NameArgument = Annotated[str, typer.Argument(help="Name of a taught deck.", metavar="NAME")]


def teach(  # noqa: PLR0913, PLR0917 - each argument is an option of the command line
    name: NameArgument,
    pictures: Annotated[
        list[Path] | None, typer.Argument(help="Pictures of its cards, face up.", metavar="PICTURE...")
    ] = None,
    camera: Annotated[str | None, typer.Option(help="Take the pictures with a camera or stream instead.")] = None,
    backs: Annotated[list[Path] | None, typer.Option("--back", help="A picture of its back.")] = None,
    deck: Annotated[KnownDeck, typer.Option(help="Which cards it has.")] = KnownDeck.FRENCH52,
    rules: Annotated[
        str | None,
        typer.Option(metavar="PACK", help="The cards of this rule pack instead; a .toml file may list own ones."),
    ] = None,
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A name for each card in the order found, - for none.")
    ] = None,
    in_order: Annotated[bool, typer.Option(help="The cards lie in the order of the deck, row by row.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Take the proposed names without asking.")] = False,
    folder: DirOption = None,
    weights: Annotated[Path, typer.Option(help="Folder of other weights (ONNX).")] = FOLDER,
) -> None:
    """Teach a deck from a few pictures: all cards on one, some on each, or one by one.

    Kibitz finds the cards and proposes what each is; you say which names are wrong. From then on `read`, `watch` and
    the page can read that deck (--taught NAME), and its certificate tells which cards look alike.

    Example: kibitz deck teach "Grandma's" cards1.jpg cards2.jpg --back back.jpg
    """
    cards = _cards(deck, rules)
    shelf = shelf_of(folder)
    if check_name(name) in shelf:
        typer.echo(f"'{name}' was taught before: it is taught anew.")
    if bool(pictures) == bool(camera):
        raise InputError("Give pictures of the deck, or --camera to take them; expected one of the two.")
    images = [load_image(path, READ_MEGAPIXELS) for path in pictures or ()] or list(pictures_of_camera(camera or ""))
    pipeline = load_pipeline(weights)
    found = find_cards(pipeline, images)
    if not found:
        raise InputError("No card was found on the pictures: lay them face up and apart, in even light.")
    if labels is not None:
        found = named_in_order(found, names_in(labels))
    elif in_order:
        found = named_in_order(found, [*cards, *(None,) * len(found)][: len(found)])
    else:
        found = propose(found, cards, pipeline.reader.learnt)
    typer.echo(in_rows(found))
    if not (yes or labels):
        found = ask(found, cards)
    pictured = [one for path in backs or () for one in find_backs(pipeline, load_image(path, READ_MEGAPIXELS))]
    shown = confirmed(name, found, cards, cut_grounds(found, images), pictured)
    if missing := [card for card in dict.fromkeys(cards) if card not in shown.faces]:
        typer.echo(f"Not shown, so not read from now on: {in_words(missing)}.")
    start = perf_counter()
    kept = shelf.teach(pipeline.reader, shown)
    typer.echo(f"Taught in {perf_counter() - start:.0f} s: {len(shown.faces)} faces. {shelf.path(name)}")
    typer.echo("\n".join(certificate_words(name, kept.certificate)))


def _cards(deck: KnownDeck, rules: str | None) -> tuple[Card, ...]:
    if rules is not None:
        return deck_cards(find_pack(rules))
    if deck.cards is None:
        raise InputError("--deck free has no cards of its own; expected french52, french54 or numeric, or --rules.")
    return deck.cards


def list_decks(
    folder: DirOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line per deck.")] = False,
) -> None:
    """List the decks that were taught.

    Example: kibitz deck list
    """
    for one in shelf_of(folder).decks():
        kept = one.kept
        if as_json:
            told = {"fault": one.fault} if kept is None else {"certificate": kept.certificate.model_dump(mode="json")}
            typer.echo(json.dumps({"name": one.name, "file": str(one.path), **told}))
        elif kept is None:
            typer.echo(f"{one.name}  {one.fault}")
        else:
            told_back = "with its back" if kept.deck.backs else "without a back"
            wrong = kept.certificate.wrong_per_100
            typer.echo(f"{one.name}  {len(kept.deck.faces)} faces {told_back}, {wrong:.1f} of 100 read wrong at a look")


def show(name: NameArgument, folder: DirOption = None) -> None:
    """Show what a taught deck has: its cards, its pictures, its certificate.

    Example: kibitz deck show "Grandma's"
    """
    kept = shelf_of(folder).deck(name)
    pictures = sum(map(len, kept.deck.faces.values()))
    typer.echo(f"{name}: {len(kept.deck.cards)} cards of {len(kept.deck.faces)} kinds, {pictures} pictures.")
    typer.echo(in_words(kept.deck.cards))
    typer.echo("\n".join(certificate_words(name, kept.certificate)))


def certificate(
    name: NameArgument,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page with pictures (HTML).")] = None,
    folder: DirOption = None,
) -> None:
    """Tell which cards of a taught deck look alike, and how many of a hundred are expected to be read wrong.

    Example: kibitz deck certificate "Grandma's" --out certificate.html
    """
    kept = shelf_of(folder).deck(name)
    if out is None:
        typer.echo("\n".join(certificate_words(name, kept.certificate)))
        return
    try:
        out.write_text(certificate_page(kept.deck, kept.certificate), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{out} cannot be written ({error.strerror}).") from error
    typer.echo(f"{out}: written.")


def rename(name: NameArgument, new: Annotated[str, typer.Argument(metavar="NEW")], folder: DirOption = None) -> None:
    """Call a taught deck by another name.

    Example: kibitz deck rename "Grandma's" Blue
    """
    shelf_of(folder).rename(name, new)
    typer.echo(f"'{name}' is called '{new}' now.")


def export(
    name: NameArgument,
    out: Annotated[Path, typer.Option(metavar="PATH", help="Folder or file to write.")] = Path(),
    folder: DirOption = None,
) -> None:
    """Write a taught deck to a file that others can import.

    Example: kibitz deck export "Grandma's" --out /media/stick
    """
    typer.echo(f"{shelf_of(folder).export(name, out)}: written.")


def import_deck(
    file: Annotated[Path, typer.Argument(help=f"A {SUFFIX} file.", metavar="FILE")],
    name: Annotated[str | None, typer.Option("--as", metavar="NAME", help="Call it so.")] = None,
    folder: DirOption = None,
) -> None:
    """Take in a deck that was taught elsewhere; a file that was changed is refused.

    Example: kibitz deck import grandmas.kibitzdeck
    """
    kept = shelf_of(folder).bring(file, name)
    typer.echo(f"'{kept.deck.name}': {len(kept.deck.faces)} faces.")


def delete(
    name: NameArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    folder: DirOption = None,
) -> None:
    """Delete a taught deck for good.

    Example: kibitz deck delete "Grandma's"
    """
    shelf = shelf_of(folder)
    shelf.path(name)
    if yes or typer.confirm(f"Delete '{name}' for good?"):
        shelf.delete(name)
        typer.echo(f"'{name}' is deleted.")


def verify(files: Annotated[list[Path], typer.Argument(metavar="FILE...")]) -> None:
    """Check that no byte of these deck files was changed since they were written; exit code 1 where one was.

    Example: kibitz deck verify *.kibitzdeck
    """
    is_whole = True
    for file in files:
        try:
            kept = read_deck(file)
        except InputError as error:
            typer.echo(str(error))
            is_whole = False
        else:
            typer.echo(f"{file}: as it was written ({len(kept.deck.faces)} faces)")
    if not is_whole:
        raise typer.Exit(1)


def add_deck_commands(app: typer.Typer) -> None:
    """Add all of these to the commands about decks."""
    app.command("teach")(teach)
    app.command("list")(list_decks)
    app.command("show")(show)
    app.command("certificate")(certificate)
    app.command("rename")(rename)
    app.command("export")(export)
    app.command("import")(import_deck)
    app.command("delete")(delete)
    app.command("verify")(verify)
