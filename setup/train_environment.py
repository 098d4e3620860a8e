"""Prints the folder of the environment for training, made on first use and kept while its requirements are unchanged.

With --if-there nothing is made, and nothing printed where it is not there.

It lies in the user's cache folder, apart from the one the app runs in: torch and what it brings take several gigabytes.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
OPENCV = "opencv-python-headless"
FREE_BYTES_NEEDED = 10_000_000_000

# A torchvision of another build than torch (CPU beside CUDA) imports, and fails at its first operator.
CHECK_PAIR = "import torch, torchvision; torchvision.ops.nms(torch.rand(2, 4), torch.rand(2), 0.5)"


def main() -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kibitz"
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "train.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = prepared(cache, make="--if-there" not in sys.argv)
    if environment:
        print(environment)


def prepared(cache: Path, *, make: bool) -> Path | None:
    needed = requirements()
    named = "\n".join([platform.system(), platform.machine(), platform.python_version(), *needed])
    environment = cache / f"train-{hashlib.sha256(named.encode()).hexdigest()[:12]}"
    if not (environment / "complete").exists():
        if not make:
            return None
        install(environment, needed)
    link_checkout(environment)
    return environment


def requirements() -> list[str]:
    """Everything Kibitz, its training and its tests need, and what it takes to link the checkout without a network."""
    configuration = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    project = configuration["project"]
    extras = project["optional-dependencies"]
    linking = configuration["dependency-groups"]["link"]
    return sorted({*project["dependencies"], *extras["train"], *extras["dev"], *linking})


def install(environment: Path, needed: list[str]) -> None:
    free_bytes = shutil.disk_usage(environment.parent).free
    if free_bytes < FREE_BYTES_NEEDED:
        sys.exit(
            f"The environment for training needs {FREE_BYTES_NEEDED / 1e9:.0f} GB, {environment.parent} has "
            f"{free_bytes / 1e9:.1f} GB free. Make room, or set XDG_CACHE_HOME to a folder elsewhere."
        )
    say(f"Installing what training needs into {environment}; this takes some minutes, once.")
    venv.create(environment, with_pip=True, clear=True)
    pip(environment, *needed)
    # Ultralytics brings OpenCV with windows over ours, and that one needs libraries of the system.
    pip(environment, "--no-deps", "--force-reinstall", next(one for one in needed if one.startswith(OPENCV)))
    run(environment, "-c", CHECK_PAIR)
    (environment / "complete").touch()
    for other in environment.parent.glob("train-*/complete"):
        if other.parent != environment:
            say(f"{other.parent} is of other requirements; delete it if no checkout uses it any more.")


def link_checkout(environment: Path) -> None:
    """Install this checkout itself, unless it already is what is installed."""
    linked = environment / "linked"
    wanted = f"{CHECKOUT}\n{hashlib.sha256((CHECKOUT / 'pyproject.toml').read_bytes()).hexdigest()}\n"
    if not linked.exists() or linked.read_text(encoding="utf-8") != wanted:
        pip(environment, "--no-deps", "--no-build-isolation", "--editable", str(CHECKOUT))
        linked.write_text(wanted, encoding="utf-8")


def pip(environment: Path, *what: str) -> None:
    run(environment, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)


def run(environment: Path, *arguments: str) -> None:
    done = subprocess.run([environment / "bin" / "python", *arguments], stdout=sys.stderr, check=False)
    if done.returncode:
        sys.exit(f"The environment for training could not be made; delete {environment} to begin afresh.")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


if __name__ == "__main__":
    main()
