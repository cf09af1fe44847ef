"""``python -m docs.site``."""

import sys

from hypothesis import HealthCheck, settings

from docs.site.build import main

# A slow machine builds the same site: no example of a page is timed.
settings.register_profile("site", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("site")
sys.exit(main())
