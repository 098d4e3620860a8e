"""Measures what an installation without extras and without pip takes on disk, and writes docs/measured/install.json.

The installation is made from this checkout in a folder of its own and thrown away; its `kibitz --help` must work.
"""

from __future__ import annotations

import datetime
import json
import platform
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
RESULT = CHECKOUT / "docs" / "measured" / "install.json"
LIMIT_MB = 600


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        scripts = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", str(CHECKOUT)], check=True)
        subprocess.run([scripts / "kibitz", "--help"], stdout=subprocess.DEVNULL, check=True)
        sizes_mb = sizes(next(Path(folder).rglob("site-packages")))
    total_mb = round(sum(sizes_mb.values()))
    result = {
        "total_mb": total_mb,
        "limit_mb": LIMIT_MB,
        "largest_mb": dict(sorted(sizes_mb.items(), key=lambda item: -item[1])[:12]),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=CHECKOUT, capture_output=True, text=True, check=True
        ).stdout.strip(),
    }
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=2))
    if total_mb >= LIMIT_MB:
        sys.exit(f"An installation takes {total_mb} MB; expected less than {LIMIT_MB}.")


def sizes(site_packages: Path) -> dict[str, float]:
    """Megabytes (10^6 bytes) in each entry of the folder."""
    return {
        entry.name: round(sum(file.stat().st_size for file in (entry, *entry.rglob("*")) if file.is_file()) / 1e6, 1)
        for entry in site_packages.iterdir()
    }


if __name__ == "__main__":
    main()
