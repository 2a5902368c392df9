"""Regenerate the table of characters that look alike, from the latest data of Unicode.

uv run --with icu4py python tools/confusables.py

The data are those of confusables.txt (Unicode Technical Standard #39). They come with ICU, whose
libraries are part of the package icu4py; so a newer package gives a newer table.
"""

import ctypes
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, PackagePath, distribution
from pathlib import Path
from textwrap import indent
from typing import Any

PLACE = Path(__file__).parent.parent / "src" / "charidice" / "tables" / "model" / "confusables.txt"
HEADER = """
Characters that look alike, by what they look like: code points in hexadecimal.
Derived from confusables.txt of Unicode {version} (UTS #39) by tools/confusables.py.
"""
SURROGATES = range(0xD800, 0xE000)
LONGEST = 256  # bytes of what one character looks like


class Icu:
    """The libraries of ICU that an installed package brings along."""

    def __init__(self, package: Distribution) -> None:
        _data, self._common, self._spoof = (  # each needs those before it
            ctypes.CDLL(str(_file(package, part).locate()), mode=ctypes.RTLD_GLOBAL)
            for part in ("icudata", "icuuc", "icui18n")
        )
        self._suffix = "_" + re.sub(r".*\.so\.(\d+).*", r"\1", str(_file(package, "icui18n")))

    @property
    def unicode_version(self) -> str:
        """The version of Unicode that ICU knows."""
        numbers = (ctypes.c_uint8 * 4)()
        self.function("u_getUnicodeVersion")(numbers)
        return ".".join(map(str, numbers[:3]))

    def function(self, name: str) -> Any:
        """A function of the common library, by the name in ICU's documentation."""
        return getattr(self._common, name + self._suffix)

    def property(self, number: int) -> Callable[[int], bool]:
        """A function that says whether a code point has this property, by ICU's number for it."""
        has = self.function("u_hasBinaryProperty")
        return lambda point: has(point, number) & 1 == 1

    def skeletons(self) -> Callable[[str], str]:
        """A function that gives what a text looks like."""
        status = ctypes.c_int(0)
        opened = getattr(self._spoof, "uspoof_open" + self._suffix)
        opened.restype = ctypes.c_void_p
        checker = ctypes.c_void_p(opened(ctypes.byref(status)))
        ask, buffer = (
            getattr(self._spoof, "uspoof_getSkeletonUTF8" + self._suffix),
            ctypes.create_string_buffer(LONGEST),
        )

        def skeleton(text: str) -> str:
            data = text.encode()
            size = ask(checker, 0, data, len(data), buffer, LONGEST, ctypes.byref(status))
            if status.value > 0:
                raise RuntimeError(f"ICU says {status.value} to {data!r}")
            return buffer.raw[:size].decode()

        return skeleton


def _file(package: Distribution, part: str) -> PackagePath:
    return next(file for file in package.files or () if file.name.startswith(f"lib{part}-"))


def licence(package: Distribution) -> str:
    """The licence of Unicode, which has to come with its data."""
    file = next(file for file in package.files or () if file.name == "LICENSE-ICU")
    return file.read_text(encoding="utf-8").split("-" * 70)[0].strip()


def _alike(skeleton: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """What every character looks like; composed ones are taken apart before the table is used."""
    for point in range(0x110000):
        if point not in SURROGATES:
            character = chr(point)
            seen = skeleton(character)
            if seen not in ("", character) and unicodedata.is_normalized("NFD", character):
                yield character, seen


def _points(text: str) -> str:
    return " ".join(f"{ord(character):04X}" for character in text)


def main() -> None:
    """Write the table."""
    package = distribution("icu4py")
    icu = Icu(package)
    groups = defaultdict(list)
    for character, seen in _alike(icu.skeletons()):
        groups[seen].append(character)
    header = f"{HEADER.format(version=icu.unicode_version)}\n{licence(package)}\n"
    lines = [f"{_points(seen)};{_points(''.join(groups[seen]))}" for seen in sorted(groups)]
    comment = indent(header.strip("\n"), "# ", lambda _line: True).replace("# \n", "#\n")
    PLACE.write_text(comment + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{PLACE.name}: {sum(map(len, groups.values()))} characters, {len(lines)} lines")


if __name__ == "__main__":
    main()
