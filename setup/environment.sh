# Makes the virtual environment $1 hold Kibitz (editable) and what its checks and tests need.
set -eu
cd "$(dirname "$0")/.."
. setup/apt.sh
venv=$1
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    found=$("$python" --version 2>&1 || true)
    echo "Kibitz needs Python 3.11 or newer, '$python' is: $found. Name another one: make PYTHON=python3.12" >&2
    exit 1
fi

# Debian's python3 comes without ensurepip until python3-venv is there.
"$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
[ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear "$venv"

"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
