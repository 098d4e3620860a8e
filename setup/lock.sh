# Writes locked-run.txt (what players need) and locked-dev.txt (that, and what checks and tests need): exact versions with
# the hashes of their files, for every system and Python. Versions that still fit stay; --upgrade takes the newest.
# Needs the network; makes an environment for uv in build/.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
uv=build/lock/bin/uv

[ -x "$uv" ] || { "$python" -m venv --clear build/lock && build/lock/bin/python -m pip install --quiet "uv>=0.8"; }

# $1: the set; the rest: what it is made of.
lock() {
    file=setup/locked-$1.txt
    shift
    # Few versions of a package: what is tested with one Python is what is installed with every other.
    "$uv" --no-config pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
        --no-emit-index-url --no-emit-find-links \
        --custom-compile-command "make lock" --overrides setup/lock-overrides.txt --output-file "$file" "$@" \
        pyproject.toml --group link
}

lock run "$@"
lock dev --extra dev --constraints setup/locked-run.txt "$@"
