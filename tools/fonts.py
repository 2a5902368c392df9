"""Makes the fonts of the pages from the npm package @fontsource-variable/geologica.

    npm pack @fontsource-variable/geologica && tar xzf fontsource-variable-geologica-*.tgz
    uv run --with fonttools --with brotli python -m tools.fonts package

Only letters of our languages are kept; static/css/fonts.css says which file has which of them.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).parent.parent / "src/charidice/web/static/fonts"
WHOLE: Final = ("latin", "greek")
CUT: Final = {"latin-ext": "U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B,U+1E9E"}


def main() -> int:
    """Write the fonts, with their licence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("package", type=Path, help="the unpacked npm package")
    package = parser.parse_args().package
    for name in (*WHOLE, *CUT):
        source = package / "files" / f"geologica-{name}-wght-normal.woff2"
        target = FONTS / f"geologica-{name}.woff2"
        if name in CUT:
            words = ["--unicodes=" + CUT[name], "--flavor=woff2", f"--output-file={target}"]
            command = [sys.executable, "-m", "fontTools.subset", str(source), *words]
            subprocess.run(command, check=True)
        else:
            shutil.copy(source, target)
        print(f"{target.name}: {target.stat().st_size:,} bytes")
    shutil.copy(package / "LICENSE", FONTS / "LICENSE.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
