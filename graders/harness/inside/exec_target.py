"""Starts a program that is no Python in the place of a box's child: a Java virtual machine.

The child goes under the same rules as any other, but its memory is limited by what it can write to
(``RLIMIT_DATA``) and not by its address space, of which a virtual machine reserves far more than it
uses. It can become one program only: the filter knows the very address of the program's name, and
Landlock lets no other file be run. The program's standard input and output are the connection.
"""

from __future__ import annotations

import ctypes
import os
import resource
from typing import NoReturn

from ..protocol.config import Guest
from . import box, syscalls


class Command:
    """A guest's command line in memory, as the kernel reads it."""

    def __init__(self, guest: Guest) -> None:
        self.path = ctypes.create_string_buffer(os.fsencode(guest["argv"][0]))
        words = [os.fsencode(word) for word in guest["argv"]]
        settings = [
            os.fsencode(f"{name}={value}")
            for name, value in sorted(guest["environment"].items())
        ]
        self.words = (ctypes.c_char_p * (len(words) + 1))(*words)
        self.settings = (ctypes.c_char_p * (len(settings) + 1))(*settings)

    @property
    def address(self) -> int:
        """Where the program's path lies."""
        return ctypes.addressof(self.path)

    def become(self) -> NoReturn:
        """Turn this process into the program. Returns only by an exception."""
        syscalls.LIBC.execve(self.path, self.words, self.settings)
        number = ctypes.get_errno()
        program = os.fsdecode(self.path.value)
        raise OSError(number, f"cannot start {program}: {os.strerror(number)}")


def limit_memory(guest: Guest) -> None:
    """Limit what this process, and the program it becomes, can write to."""
    box.lower(resource.RLIMIT_DATA, guest["data_bytes"])
