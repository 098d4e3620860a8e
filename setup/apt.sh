# Sourced: install_packages PACKAGE... installs with apt where that needs no password, else says what to type.

install_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Please install with your system's package manager what Debian calls: $*" >&2
        return 1
    elif [ "$(id -u)" -eq 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        echo "Please type:  sudo apt-get update && sudo apt-get install $*" >&2
        return 1
    fi
    echo "Installing $* with apt" >&2
    $as_root apt-get update >&2 || return 1
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2 </dev/null
}
