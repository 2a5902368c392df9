"""`python -m charidice` is the command `charidice`."""

import sys

from charidice.cli import main

if __name__ == "__main__":
    sys.exit(main())
