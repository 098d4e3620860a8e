"""Writes docs/licences.md: under what licence each package stands that players install, as the package itself says.

Versions are those of setup/locked-run.txt; a package that is for another system is looked up by nobody, and named.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
TABLE = CHECKOUT / "docs" / "licences.md"
_ENTRY = re.compile(r"^([a-z0-9-]+)==([^\s;\\]+)( ; [^\\#]+)?", re.MULTILINE)
_HEAD = """# Licences of what is installed

Written by `make licences` from what each package says of itself. Kibitz is under the [AGPL-3.0-or-later](../LICENSE).

| package | version | licence |
| --- | --- | --- |
"""


def main() -> None:
    TABLE.write_text(table(), encoding="utf-8")
    print(TABLE)


def table() -> str:
    """The page, from the lock and what is installed here."""
    locked = (CHECKOUT / "setup" / "locked-run.txt").read_text(encoding="utf-8")
    lines = {f"| {name} | {version} | {licence(name)} |\n" for name, version, _ in _ENTRY.findall(locked)}
    return _HEAD + "".join(sorted(lines))


def licence(name: str) -> str:
    """What a package says of its licence, shortly."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return "not installed on this system"
    if expression := said.get("License-Expression"):
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2] for line in said.get_all("Classifier", []) if line.startswith("License ::")
    ]
    if named := [name for name in classified if name != "OSI Approved"]:
        return ", ".join(named)
    first = (said.get("License") or "").strip().partition("\n")[0]
    return first or "says nothing"


if __name__ == "__main__":
    main()
