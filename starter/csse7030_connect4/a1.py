# The two imports below belong to the assignment: do not change them, and do
# not add others.
from typing import Optional
from a1_support import *

# Name:
# Student number:
# ------------------------------------------------------------------------------

# Your functions go here.


def main() -> None:
    """Play games as long as the players want."""


if __name__ == "__main__":
    main()
