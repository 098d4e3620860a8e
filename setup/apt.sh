# Sourced. Debian packages, installed where that needs no password.

# Says whether packages can be installed here, and sets `as_root` to what goes before the command.
can_install_packages() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root=""
    [ "$(id -u)" -eq 0 ] && return 0
    as_root="sudo -n"
    command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null
}

# Installs the named packages, or says what to type and fails.
install_packages() {
    if can_install_packages; then
        echo "Installing $* with apt" >&2
        $as_root apt-get update >&2 &&
            $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" </dev/null >&2
    elif command -v apt-get >/dev/null 2>&1; then
        echo "Please type:  sudo apt-get update && sudo apt-get install $*" >&2
        return 1
    else
        echo "Please install with your system's package manager what Debian calls: $*" >&2
        return 1
    fi
}
