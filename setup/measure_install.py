"""Measures what `make run` installs, and writes docs/measured/install.json.

The installation is made by the same script from the same lock, in a folder of its own that is thrown away. Sizes are
what `du -m` counts: space taken on the disk, in MiB, of the whole environment. Its page is opened once, too, as Python
then keeps the compiled form of what was imported.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from started import CHECKOUT, scripts_folder, started

RESULT = CHECKOUT / "docs" / "measured" / "install.json"
LIMIT_MB = 510


def main() -> None:
    """Prints the result, and fails where it is over the limit."""
    with tempfile.TemporaryDirectory() as name:
        environment, folder = Path(name) / "environment", Path(name) / "empty"
        folder.mkdir()
        begun = time.monotonic()
        subprocess.run(["sh", CHECKOUT / "setup" / "environment.sh", environment, "run"], check=True)
        install_s = time.monotonic() - begun
        installed_mb = round(mebibytes(environment), 1)
        parts_mb = parts(next(environment.rglob("site-packages")))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        begun = time.monotonic()
        with started(scripts_folder(environment) / "kibitz", folder) as address:
            with urllib.request.urlopen(address, timeout=60) as page:
                page.read()
            first_page_s = time.monotonic() - begun
        opened_mb = round(mebibytes(environment), 1)
    result = {
        "total_mb": installed_mb,
        "limit_mb": LIMIT_MB,
        "after_first_start_mb": opened_mb,
        "install_s": round(install_s),
        "first_page_s": round(first_page_s, 1),
        "largest_mb": dict(sorted(parts_mb.items(), key=lambda item: -item[1])[:20]),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=CHECKOUT, capture_output=True, text=True, check=True
        ).stdout.strip(),
    }
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=2))
    if installed_mb >= LIMIT_MB:
        sys.exit(f"`make run` installs {installed_mb} MB; expected less than {LIMIT_MB}.")


def mebibytes(path: Path) -> float:
    """Space on the disk that the file or folder takes."""
    return sum(entry.lstat().st_blocks for entry in (path, *path.rglob("*"))) * 512 / 2**20


def parts(site_packages: Path) -> dict[str, float]:
    """Mebibytes of each entry, the largest libraries of a package (`name.libs`) apart from it."""
    return {entry.name: round(mebibytes(entry), 1) for entry in site_packages.iterdir()}


if __name__ == "__main__":
    main()
