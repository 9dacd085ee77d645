# The two imports below belong to the assignment: leave them as they are, and
# add no others.
from typing import Optional
from a1_support import *

# Name:
# Student number:
# ------------------------------------------------------------------------------

# Your functions go here.


def main() -> None:
    """Play one game after another, as long as the players want."""


if __name__ == "__main__":
    main()
