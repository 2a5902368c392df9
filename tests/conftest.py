"""Settings for every test."""

import os

from hypothesis import settings

# Machines are noisy, so no example is timed; in CI every run tries the same examples.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
