"""Turns a box's child into another program than Python: a Java virtual machine.

The child is confined like any other, except for its memory. Its limit is on writable memory
(``RLIMIT_DATA``), because a virtual machine reserves far more address space than it uses. The child
can become one program only: the filter compares the address of the program's name, and Landlock
allows no other file to be executed. The program's standard input and output are the connection.
"""

from __future__ import annotations

import ctypes
import os
import resource
from typing import NoReturn

from ..protocol.config import Guest
from . import box, syscalls


class GuestCommand:
    """A guest's command line in memory, in the form that the kernel reads."""

    def __init__(self, guest: Guest) -> None:
        self.path = ctypes.create_string_buffer(os.fsencode(guest["argv"][0]))
        words = [os.fsencode(word) for word in guest["argv"]]
        settings = [
            os.fsencode(f"{name}={value}") for name, value in sorted(guest["environment"].items())
        ]
        self.words = (ctypes.c_char_p * (len(words) + 1))(*words)
        self.settings = (ctypes.c_char_p * (len(settings) + 1))(*settings)

    @property
    def address(self) -> int:
        """Address of the program's path."""
        return ctypes.addressof(self.path)

    def become(self) -> NoReturn:
        """Turn this process into the program. Returns only by raising OSError."""
        syscalls.LIBC.execve(self.path, self.words, self.settings)
        number = ctypes.get_errno()
        program = os.fsdecode(self.path.value)
        raise OSError(number, f"cannot start {program}: {os.strerror(number)}")


def limit_memory(guest: Guest) -> None:
    """Limit the writable memory of this process and of the program that it becomes."""
    box.lower(resource.RLIMIT_DATA, guest["data_bytes"])
