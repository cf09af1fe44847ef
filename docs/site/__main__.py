"""``python -m docs.site``."""

import sys

from docs.site.build import main

sys.exit(main())
