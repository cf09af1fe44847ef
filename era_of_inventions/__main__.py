"""``python -m era_of_inventions`` is the command ``era``."""

import signal
import sys


def main() -> int:
    """Run the command and return the exit status."""
    try:
        from era_of_inventions import cli  # loading it can be interrupted too

        return cli.main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main())
