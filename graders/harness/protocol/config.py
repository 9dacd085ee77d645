"""The description of one box: the judge's demands, and the launcher's settings.

They are plain dicts, because they travel as values and, to bubblewrap's boxes, as JSON.
"""

from __future__ import annotations

from typing import TypedDict


class ProcessLimits(TypedDict):
    """Limits on the processes of one submission, in the system's units."""

    cpu_seconds: float
    memory_bytes: int
    open_files: int
    file_bytes: int
    frame_bytes: int
    """Maximum length of one message from the process."""
    recursion: int
    output_chars: int
    """Maximum characters printed in one call."""
    scratch_bytes: int
    scratch_files: int


class Guest(TypedDict):
    """A program that a child executes instead of Python: a Java virtual machine."""

    argv: list[str]
    """The command line; the first word is the program's absolute path."""
    environment: dict[str, str]
    runtime: list[str]
    """Absolute paths that it may read."""
    executables: list[str]
    """Files among them that may be executed: the program and its loader."""
    data_bytes: int
    """Memory that it may write to."""


class Packages(TypedDict):
    """The packages of an assignment that are in its boxes."""

    folder: str
    """Absolute path of the folder in which they are installed."""
    names: list[str]
    """Their top-level modules."""
    loaded: list[str]
    """Those among them to be imported before a box is made."""
    environment: dict[str, str]
    """Variables that they need."""
    seeded: list[str]
    """Modules of random numbers among them, each with a function *seed*."""


class LinterFiles(TypedDict):
    """The needs of a launcher of a linter's boxes."""

    name: str
    driver: str
    """Absolute path of a module whose function *prepare* loads the linter from the folders, and
    returns the files there that it needs.
    """
    folders: list[str]
    """Absolute paths of the folders of its packages."""


class BoxRequest(TypedDict):
    """A box that the judge demands of a launcher."""

    level: str
    """ "A+", "A", "B" or "C"; "E" for a process without a box."""
    limits: ProcessLimits
    bubblewrap: str
    """Path of bubblewrap if it has to make the box, or ""."""
    library_path: str
    """Folder of the interpreter's shared library if the loader cannot find it, or ""."""
    guest: Guest | None
    files: str
    """The files that programs may write: "nothing", "incidental" ones where a box mounts scratch
    space, or those that are "needed"; files of "trusted" programs need no cap.
    """


class BoxConfig(BoxRequest):
    """The request and the launcher's own settings for this machine."""

    runtime: list[str]
    """Absolute paths that the interpreter needs, directories and files, read-only."""
    hidden: list[str]
    """Directories among them that are shown empty: other people's packages."""
    executables: list[str]
    """The interpreter and its library, to start it once more."""
    shown: list[str]
    """Further readable folders and files, possibly below a hidden directory."""
    uid: int | None
    """User id that only this box has, or None for the launcher's."""
    home: str
    """Working directory."""
    scratch: bool
    """Whether files can be written there."""
    capped: bool
    """Whether it lies in a file system of the machine, so that the zygote measures files."""
    packages: Packages | None
    """Packages that a new interpreter in the box has to load."""
