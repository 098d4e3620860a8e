# Makes the virtual environment $1 hold this checkout (editable) and what setup/locked-$2.txt names: run or dev.
set -eu
cd "$(dirname "$0")/.."
. setup/apt.sh
venv=$1
locked=setup/locked-$2.txt
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    found=$("$python" --version 2>&1 || true)
    echo "Kibitz needs Python 3.11 or newer, '$python' is: $found. Name another one: make PYTHON=python3.12" >&2
    exit 1
fi

# Debian's python3 comes without ensurepip until python3-venv is there.
"$python" -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
[ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear "$venv"

pip() {
    PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" -m pip --disable-pip-version-check "$@"
}

# The lock names all there is to install, so nothing is looked up (--no-deps). What is never imported need not be
# compiled, which saves 35 MB; the rest compiles itself when first imported.
pip install --quiet --no-compile --no-deps --require-hashes --requirement "$locked"
# Python 3.11 puts it into every environment, later ones do not.
pip uninstall --quiet --yes setuptools 2>/dev/null
pip install --quiet --no-compile --no-deps --no-build-isolation --editable .

# Tests start many a process, and where Python may not keep what it compiled, each would compile everything anew.
if [ "$2" = dev ]; then
    "$venv/bin/python" -m compileall -qq -j 0 "$venv"/lib/python3*/site-packages || true
fi
