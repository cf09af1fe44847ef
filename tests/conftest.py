"""Hypothesis profiles: ``dev`` by default, ``ci`` (the same examples every time) where CI is set, ``nightly`` (many).

``HYPOTHESIS_PROFILE`` chooses one by name.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("nightly", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
