"""Regenerate the hashed requirements of deploy/ from pyproject.toml.

    uv run python -m tools.requirements

`deploy/requirements.txt` pins what the server needs to run, `deploy/build-requirements.txt` what
makes its wheel. Both name versions and the hashes of their files, for every system and Python that
we support, and no address: they are the same whichever index or mirror they come from. Only what
was published by the day in `[tool.uv] exclude-newer` is taken; move that day to get newer versions.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
DEPLOY: Final = ROOT / "deploy"
COMMAND: Final = "uv run python -m tools.requirements"
OPTIONS: Final = (
    *("--universal", "--generate-hashes", "--upgrade", "--quiet"),
    *("--python-version", "3.11", "--custom-compile-command", COMMAND),
)


def main() -> int:
    """Write both files; whatever uv says goes to stderr."""
    uv = os.environ.get("UV") or shutil.which("uv")  # `uv run` sets it
    if uv is None:
        print("This needs uv.", file=sys.stderr)
        return 1
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    build = "\n".join(project["build-system"]["requires"])
    (DEPLOY / "requirements.txt").write_text(compiled(uv, "pyproject.toml"), encoding="utf-8")
    (DEPLOY / "build-requirements.txt").write_text(compiled(uv, "-", build), encoding="utf-8")
    return 0


def compiled(uv: str, source: str, given: str = "") -> str:
    """The pinned and hashed requirements of a file, or of what is given."""
    command = [uv, "pip", "compile", *OPTIONS, source]
    done = subprocess.run(
        command, input=given, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
