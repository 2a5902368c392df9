"""Write the software bill of materials (CycloneDX, JSON) of what deploy/ installs.

    uv run python -m tools.sbom > dist/charidice.cdx.json

It says what deploy/requirements.txt says: every package from the index that the server needs, with
its version, the hashes of its files, its package URL, its platforms, and its dependencies.
Python itself and the base image are not in it: tools for images list those.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from cyclonedx.contrib.hash.factories import HashTypeFactory
from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from charidice import __version__

REQUIREMENTS: Final = Path(__file__).parent.parent / "deploy" / "requirements.txt"
NAME: Final = "charidice"
_PIN: Final = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.+))?")
_MARKER: Final = "charidice:environment-marker"


class Pin(NamedTuple):
    """A package at a version: the hashes of its files, where it is needed, and by what."""

    name: str
    version: str
    marker: str | None
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]


def pins(text: str) -> Iterator[Pin]:
    """The pins of a requirements file that uv has written."""
    for block in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]:
        lines = [line.strip().removesuffix("\\").strip() for line in block.splitlines()]
        found = _PIN.fullmatch(lines[0])
        if found is None:
            raise ValueError(lines[0])
        hashes = tuple(line.removeprefix("--hash=") for line in lines if line.startswith("--hash="))
        notes = " ".join(line.removeprefix("#") for line in lines if line.startswith("#"))
        needed_by = notes.removeprefix(" via").replace(" (pyproject.toml)", "").split()
        yield Pin(found["name"], found["version"], found["marker"], hashes, tuple(needed_by))


def bill(pinned: Iterable[Pin], version: str) -> Bom:
    """The bill of a version of Charidice that runs on these packages."""
    found = [(pin, component(pin)) for pin in pinned]
    us = Component(
        name=NAME, version=version, type=ComponentType.APPLICATION, bom_ref=f"{NAME}=={version}"
    )
    bom = Bom(components=[made for _, made in found])
    bom.metadata.component = us
    for parent in (us, *bom.components):
        bom.register_dependency(
            parent, [made for pin, made in found if parent.name in pin.needed_by]
        )
    return bom


def component(pin: Pin) -> Component:
    """A package as a component."""
    return Component(
        name=pin.name,
        version=pin.version,
        bom_ref=f"{pin.name}=={pin.version}",
        type=ComponentType.LIBRARY,
        purl=PackageURL("pypi", None, pin.name, pin.version),
        hashes=[HashTypeFactory().from_composite_str(text) for text in pin.hashes],
        properties=[Property(name=_MARKER, value=pin.marker)] if pin.marker else [],
    )


def main() -> None:
    """Write it to stdout."""
    bom = bill(pins(REQUIREMENTS.read_text(encoding="utf-8")), __version__)
    sys.stdout.write(JsonV1Dot6(bom).output_as_string(indent=2) + "\n")


if __name__ == "__main__":
    main()
