"""The description of one box: what the judge demands, and what the launcher settles.

These are tables of plain data, because they travel as values and, to bubblewrap's boxes, as JSON.
"""

from __future__ import annotations

from typing import TypedDict


class ProcessLimits(TypedDict):
    """Limits of one submission's processes, in the units of the system."""

    cpu_seconds: float
    memory_bytes: int
    open_files: int
    file_bytes: int
    frame_bytes: int
    """Length of one message from the process."""
    recursion: int
    output_chars: int
    """Characters that may be printed in one call."""
    scratch_bytes: int
    scratch_files: int


class Guest(TypedDict):
    """A program that is started in the place of Python: a Java virtual machine."""

    argv: list[str]
    """The command line; the first word is the program's absolute path."""
    environment: dict[str, str]
    runtime: list[str]
    """Absolute paths that it reads."""
    executables: list[str]
    """The files among them that may be run: the program and its loader."""
    data_bytes: int
    """Memory that it may write to."""


class BoxRequest(TypedDict):
    """A box that the judge demands of a launcher."""

    level: str
    """ "A+", "A", "B" or "C"; "E" for a process without a box."""
    limits: ProcessLimits
    bubblewrap: str
    """Path of that program, if it is to make the box, or ""."""
    library_path: str
    """Folder of the interpreter's own shared library, if it is not found otherwise, or ""."""
    guest: Guest | None


class BoxConfig(BoxRequest):
    """A box as the launcher makes it: the request, and what this machine adds."""

    runtime: list[str]
    """Absolute paths that the interpreter needs, directories and files, read-only."""
    hidden: list[str]
    """Directories among them that look empty: other people's packages."""
    executables: list[str]
    """The interpreter itself and its library, to start it once more."""
    shown: list[str]
    """Folders and files that can be read besides, also below a hidden directory."""
    uid: int | None
    """User id of this box alone, or None to keep the launcher's."""
    home: str
    """Working directory."""
    scratch: bool
    """Whether files can be written in it."""
