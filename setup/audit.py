"""Looks up known weaknesses of what players install (setup/locked-run.txt); fails where there is one.

Without the network, or where nobody answers who knows of weaknesses, it says so and passes. pip-audit gets an
environment of its own in build/, as it needs some thirty packages that nothing else does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv

from started import CHECKOUT, scripts_folder

LOCKED = CHECKOUT / "setup" / "locked-run.txt"
ENVIRONMENT = CHECKOUT / "build" / "audit"
FOUND = ENVIRONMENT / "found.json"
WANTED = "pip-audit>=2.9,<3"


def main() -> None:
    program = scripts_folder(ENVIRONMENT) / "pip-audit"
    if not (program.exists() or program.with_suffix(".exe").exists()) and not installed():
        unasked("pip-audit cannot be installed")
    FOUND.unlink(missing_ok=True)
    asked = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--requirement", str(LOCKED)]
    quietly([str(program), *asked, "--format", "json", "--output", str(FOUND)])
    if not FOUND.is_file():
        unasked("nobody answers who knows of weaknesses")
    packages = json.loads(FOUND.read_text(encoding="utf-8"))["dependencies"]
    if weak := [sentence(package, flaw) for package in packages for flaw in package.get("vulns", ())]:
        sys.exit("\n".join(weak))
    print(f"Audited: no known weakness of {len(packages)} packages.")


def installed() -> bool:
    """Whether pip-audit could be put into its environment."""
    venv.create(ENVIRONMENT, with_pip=True, clear=True)
    python = scripts_folder(ENVIRONMENT) / "python"
    return quietly([str(python), "-m", "pip", "install", "--quiet", "--retries", "1", WANTED])


def quietly(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def unasked(reason: str) -> None:
    print(f"Not audited: {reason}.")
    sys.exit(0)


def sentence(package: dict[str, str], flaw: dict[str, list[str] | str]) -> str:
    mended = ", ".join(flaw["fix_versions"]) or "no version"
    return f"{package['name']} {package['version']} has {flaw['id']}, mended in {mended}: make lock ARGS=--upgrade."


if __name__ == "__main__":
    main()
