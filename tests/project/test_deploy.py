"""The files in deploy/ fit the program and each other; containers are not built here."""

import configparser
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import cyclonedx.schema
import jsonschema_rs
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import sbom

from charidice import __version__
from charidice.cli.commands import _parser
from charidice.cli.location import variable

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


def test_the_unit_keeps_the_server_from_what_it_does_not_need() -> None:
    text = (DEPLOY / "charidice.service").read_text(encoding="utf-8")
    for setting in (
        *("MemoryMax=3G", "TasksMax=1024", "UMask=0077", "RestrictNamespaces=yes"),
        *("ProtectKernelLogs=yes", "ProtectKernelModules=yes", "ProtectKernelTunables=yes"),
        *("SystemCallFilter=@system-service", "CapabilityBoundingSet=", "NoNewPrivileges=yes"),
    ):
        assert f"\n{setting}\n" in text, setting


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_the_unit_little_exposed() -> None:
    command = ["systemd-analyze", "security", "--offline=true", f"{DEPLOY}/charidice.service"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unrecognized option" in done.stderr:
        pytest.skip("an older systemd, which looks at running services only")
    found = re.search(r"exposure level for \S+: (\d+\.\d)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) < 3.0


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    """The containers of the compose file."""
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    found: dict[str, dict[str, Any]] = composed["services"]
    return found


def test_the_containers_fit_together(services: dict[str, dict[str, Any]]) -> None:
    for name in ("upgrade", "server"):
        build = services[name]["build"]
        assert (DEPLOY / build["context"]).resolve() == ROOT
        assert (ROOT / build["dockerfile"]).is_file()
        assert "@database/" in services[name]["environment"]["CHARIDICE_DATABASE"]
    assert services["upgrade"]["command"] == ["charidice", "db", "upgrade"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
    assert "server server:8000;" in (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    mounted = services["proxy"]["volumes"][0].split(":")[0]
    assert (DEPLOY / mounted).is_file()


def test_only_the_proxy_is_reached_from_outside_and_only_it_is_believed(
    services: dict[str, dict[str, Any]],
) -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    for name, service in services.items():
        assert set(service["networks"]) == (
            {"inside", "outside"} if name == "proxy" else {"inside"}
        )
    assert composed["networks"]["inside"]["internal"] is True
    network = ip_network(composed["networks"]["inside"]["ipam"]["config"][0]["subnet"])
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert ip_address(address) in network
    assert services["server"]["environment"]["CHARIDICE_TRUSTED_PROXIES"] == address


def test_every_container_has_limits_and_no_more_rights_than_it_needs(
    services: dict[str, dict[str, Any]],
) -> None:
    for name, service in services.items():
        assert {"mem_limit", "pids_limit", "logging"} <= set(service)
        assert service["security_opt"] == ["no-new-privileges:true"]
        if name != "database":  # its image sets up its folder as root
            assert service["read_only"] is True
            assert service["tmpfs"] == ["/tmp:size=64m"]  # noqa: S108
            assert service["cap_drop"] == ["ALL"]
        image = service.get("image")
        assert image is None or re.search(r":\d+\.\d+[.-]", image), image


def test_the_image_is_made_of_pinned_parts_and_runs_as_nobody() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert len(set(re.findall(r"^FROM (\S+)", text, re.MULTILINE))) == 1
    assert re.search(r"^FROM python:\d+\.\d+\.\d+-slim-[a-z]+", text, re.MULTILINE)
    installs = re.findall(r"pip\b.* install (.+?)(?: \\)?$", text, re.MULTILINE)
    assert len(installs) == 3
    assert all(words.startswith(("--require-hashes -r", "--no-index")) for words in installs)
    assert re.search(r"^USER \d+:\d+$", text, re.MULTILINE)
    assert re.search(r"^VOLUME /data$", text, re.MULTILINE)
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
    let_in = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for word in " ".join(copied).split():
        assert (ROOT / word).exists()
        assert f"!{word}" in let_in


# --- what is pinned ------------------------------------------------------------------------------


def pinned(name: str) -> list[sbom.Pin]:
    return list(sbom.pins((DEPLOY / name).read_text(encoding="utf-8")))


def wanted(name: str) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tables = {
        "requirements.txt": project["project"]["dependencies"],
        "build-requirements.txt": project["build-system"]["requires"],
    }
    found: list[str] = tables[name]
    return found


PINNED = ("requirements.txt", "build-requirements.txt")


@pytest.mark.parametrize("name", PINNED)
def test_every_dependency_is_pinned_to_a_version_that_is_allowed(name: str) -> None:
    for requirement in map(Requirement, wanted(name)):
        versions = [pin.version for pin in pinned(name) if pin.name == requirement.name]
        assert versions, f"{requirement.name}: uv run python -m tools.requirements"
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_whatever_a_pinned_package_needs_is_pinned_too() -> None:
    names = {pin.name for pin in pinned("requirements.txt")}
    ahead, seen = list(map(Requirement, wanted("requirements.txt"))), set[str]()
    while ahead:
        needed = ahead.pop()
        assert canonicalize_name(needed.name) in names, needed
        if str(needed) not in seen:
            seen.add(str(needed))
            more = map(Requirement, metadata.requires(needed.name) or ())
            ahead += [found for found in more if is_needed(found, needed.extras)]


def is_needed(requirement: Requirement, extras: set[str]) -> bool:
    """Whether it is needed here, with these extras of what needs it."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in {"", *extras})


@pytest.mark.parametrize("name", PINNED)
def test_every_pin_has_hashes_and_there_is_no_address(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    for pin in pinned(name):
        assert pin.hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", found) for found in pin.hashes)
    for address in ("://", "--index", "--extra-index", "--find-links", "@ "):
        assert address not in text
    line = re.compile(r"#.*|    #.*|    --hash=sha256:[0-9a-f]{64}(?: \\)?|[a-z0-9.-]+==.+ \\")
    assert [found for found in text.splitlines() if not line.fullmatch(found)] == []


# --- the bill of materials -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    command = [sys.executable, "-m", "tools.sbom"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_bill_of_materials_is_one_by_its_schema(bill: dict[str, Any]) -> None:
    schemas = {
        f"http://cyclonedx.org/schema/{path.name}": json.loads(path.read_text(encoding="utf-8"))
        for path in Path(cyclonedx.schema.__file__).parent.rglob("*.json")
    }
    own = next(schema for name, schema in schemas.items() if "/bom-1.6." in name)
    registry = jsonschema_rs.Registry([*schemas.items()])
    validator = jsonschema_rs.Draft7Validator(own, registry=registry)
    assert [error.message for error in validator.iter_errors(bill)] == []
    assert not validator.is_valid({**bill, "components": [{"name": "no type"}]})


def test_the_bill_of_materials_names_every_package_with_version_and_hashes(
    bill: dict[str, Any],
) -> None:
    listed = {part["purl"]: part for part in bill["components"]}
    for pin in pinned("requirements.txt"):
        part = listed.pop(f"pkg:pypi/{pin.name}@{pin.version}")
        assert (part["name"], part["version"]) == (pin.name, pin.version)
        hashes = {f"sha256:{found['content']}" for found in part["hashes"]}
        assert hashes == set(pin.hashes)
    assert listed == {}


def test_the_bill_of_materials_says_what_needs_what(bill: dict[str, Any]) -> None:
    us = bill["metadata"]["component"]
    assert (us["name"], us["version"]) == ("charidice", __version__)
    needs = {entry["ref"]: set(entry.get("dependsOn", ())) for entry in bill["dependencies"]}
    direct = {name.partition("==")[0] for name in needs[us["bom-ref"]]}
    assert direct == {Requirement(text).name for text in wanted("requirements.txt")}
    reached: set[str] = set()
    ahead = {us["bom-ref"]}
    while ahead:
        reached |= ahead
        ahead = {name for parent in ahead for name in needs[parent]} - reached
    assert reached == {us["bom-ref"], *(part["bom-ref"] for part in bill["components"])}
