# Prints the path of a Chromium for the browser tests; installs one where there is none. $1: the environment's Python.
set -eu
cd "$(dirname "$0")/.."
. setup/apt.sh
python=$1

find_chromium() {
    for name in ${KIBITZ_CHROMIUM:-} chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return 0
    done
    return 1
}

if [ -n "${KIBITZ_CHROMIUM:-}" ] && ! command -v "$KIBITZ_CHROMIUM" >/dev/null; then
    echo "KIBITZ_CHROMIUM names $KIBITZ_CHROMIUM, which cannot be run; expected the path of a Chromium." >&2
    exit 1
fi
find_chromium && exit 0

# Ubuntu's package of that name is absent or a stub, hence the second look.
if can_install_packages && install_packages chromium && find_chromium; then
    exit 0
fi
"$python" -m playwright install chromium >&2
"$python" - <<'PYTHON'
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
PYTHON
