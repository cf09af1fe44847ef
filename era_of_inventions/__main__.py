"""``python -m era_of_inventions`` is the command ``era``."""

import sys

from era_of_inventions.cli import main

if __name__ == "__main__":
    sys.exit(main())
