"""A user id for each box, because the system counts processes by user, and a user may signal all
of their processes.
"""

from __future__ import annotations

import os
import pwd
import socket

FIRST_UID = 62200
LAST_UID = 64200
"""The range of ids; those with an account are left out."""


class UidLease:
    """A user id that no other box of this machine has until it is released."""

    def __init__(self) -> None:
        self.lock = socket.socket(socket.AF_UNIX)
        # by chance: a submission sees it, and the number of a process counts all of the machine
        start = int.from_bytes(os.urandom(4), "big") % (LAST_UID - FIRST_UID)
        for step in range(LAST_UID - FIRST_UID):
            self.uid = FIRST_UID + (start + step) % (LAST_UID - FIRST_UID)
            try:
                self.lock.bind(f"\0graders box {self.uid}")
            except OSError:
                continue
            try:
                pwd.getpwuid(self.uid)
            except KeyError:
                return
            self.lock.close()
            self.lock = socket.socket(socket.AF_UNIX)
        raise OSError(f"no user id between {FIRST_UID} and {LAST_UID} is free")

    def release(self) -> None:
        """Release the user id to other boxes."""
        self.lock.close()
