"""The files in deploy/ fit the program; containers are not built here."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from charidice.cli.commands import _parser
from charidice.cli.places import variable

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"


def known_variables() -> set[str]:
    """The variables of all options of `charidice serve`."""
    options = re.findall(r"--([a-z-]+)", _parser("serve").format_help() + served_help())
    return {variable(option) for option in options}


def served_help() -> str:
    parser = _parser("serve")
    commands = next(a for a in parser._actions if a.dest == "command")
    assert isinstance(commands.choices, dict)
    text: str = commands.choices["serve"].format_help()
    return text


@pytest.mark.parametrize("name", ["charidice.service", "Dockerfile", "compose.yaml"])
def test_every_variable_is_one_that_the_server_reads(name: str) -> None:
    used = set(re.findall(r"CHARIDICE_[A-Z_]+", (DEPLOY / name).read_text(encoding="utf-8")))
    assert used
    assert used <= known_variables()


def test_the_unit_is_one_that_systemd_reads(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "charidice.service")
    assert unit["Service"]["ExecStart"].endswith("charidice serve")
    analyse = shutil.which("systemd-analyze")
    if analyse is None:
        return
    text = (DEPLOY / "charidice.service").read_text(encoding="utf-8")
    copy = tmp_path / "charidice.service"
    copy.write_text(text.replace("/opt/charidice/bin/charidice", "/bin/true"), encoding="utf-8")
    done = subprocess.run([analyse, "verify", copy], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_containers_fit_together() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = composed["services"]
    for name in ("upgrade", "server"):
        build = services[name]["build"]
        assert (DEPLOY / build["context"]).resolve() == ROOT
        assert (ROOT / build["dockerfile"]).is_file()
        assert "@database/" in services[name]["environment"]["CHARIDICE_DATABASE"]
    assert services["upgrade"]["command"] == ["charidice", "db", "upgrade"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
    copied = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE
    )
    for word in " ".join(copied).split():
        assert (ROOT / word).exists()
