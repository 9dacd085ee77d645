"""Starts a program that is no Python in the place of a box's child: a Java virtual machine.

The child goes under the same rules as any other, but its memory is limited by what it can write to
(``RLIMIT_DATA``) and not by its address space, of which a virtual machine reserves far more than it
uses. The one program that it may become is the one it is told to: the filter knows the very address
of its name, and Landlock lets no other file be run. What it speaks over standard input and output
is the connection. A *guest* is a plain dict:

=========== ======================================================================
argv        the command line; the first word is the program's absolute path
environment what it finds in its environment
runtime     absolute paths it needs, read-only
executables the files among them that may be run: the program and its loader
data_bytes  how much memory it may write to
=========== ======================================================================
"""

from __future__ import annotations

import ctypes
import os
import resource
from typing import Any

from . import box, syscalls


class Command(object):
    """A guest's command line in memory, as the kernel wants it."""

    def __init__(self, guest: dict[str, Any]) -> None:
        self.path = ctypes.create_string_buffer(os.fsencode(guest["argv"][0]))
        words = [os.fsencode(word) for word in guest["argv"]]
        settings = [os.fsencode("%s=%s" % pair) for pair in sorted(guest["environment"].items())]
        self.words = (ctypes.c_char_p * (len(words) + 1))(*words)
        self.settings = (ctypes.c_char_p * (len(settings) + 1))(*settings)

    @property
    def address(self) -> int:
        """Where the program's path lies."""
        return ctypes.addressof(self.path)

    def become(self) -> None:
        """Turn this process into the program. Returns only by an exception."""
        syscalls.LIBC.execve(self.path, self.words, self.settings)
        number = ctypes.get_errno()
        raise OSError(
            number, "cannot start %s: %s" % (os.fsdecode(self.path.value), os.strerror(number))
        )


def limit_memory(guest: dict[str, Any]) -> None:
    """Limit what this process, and the program it becomes, can write to."""
    box.lower(resource.RLIMIT_DATA, guest["data_bytes"])
