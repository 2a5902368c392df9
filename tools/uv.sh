# Sets UV to a working uv: the machine's own, or one installed into $HERE/.uv.
# Sourced by ./play and ./test.

# Trust what the machine trusts: schools and companies often have certificates of their own.
# (The second name is that of older versions of uv.)
export UV_SYSTEM_CERTS=1 UV_NATIVE_TLS=1

say() { printf '%s\n' "$*" >&2; }

if command -v uv >/dev/null 2>&1; then
    UV=uv
    return 0
fi

UV=$HERE/.uv/bin/uv
if "$UV" --version >/dev/null 2>&1; then
    return 0
fi

PYTHON=
for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        PYTHON=$name
        break
    fi
done
if [ -z "$PYTHON" ]; then
    say "Charidice needs Python 3.11 or newer, and this machine has none."
    say "  Debian, Ubuntu:  sudo apt install python3 python3-venv"
    say "  macOS:           brew install python"
    exit 1
fi

say "Getting uv, which sets up Python projects, into the folder .uv (only this once) …"
rm -rf "$HERE/.uv"
if "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null; then
    "$PYTHON" -m venv "$HERE/.uv" || true
    "$HERE/.uv/bin/python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore uv || true
elif "$PYTHON" -m pip --version >/dev/null 2>&1; then
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$HERE/.uv" uv || true
else
    say "Python on this machine has neither venv nor pip, and one of them is needed."
    say "  Debian, Ubuntu:  sudo apt install python3-venv"
    say "  Or install uv itself: its page says how for every system."
    exit 1
fi
if ! "$UV" --version >/dev/null 2>&1; then
    say "uv could not be installed. Is there a network? The lines above say what pip met."
    exit 1
fi
