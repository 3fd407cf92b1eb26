"""The way in: nothing is imported here that takes long enough to be interrupted."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; exits 130 where Ctrl-C comes while it is still being loaded."""
    try:
        from kg.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("kg: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
