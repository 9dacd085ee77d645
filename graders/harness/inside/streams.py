"""Standard streams for programs in a box: counted output, typed input, and a terminal of both.

A run at a terminal is a list of events in order:

====================== =====================================================================
``["printed", text]``  text on standard output; consecutive writes are one event
``["typed", line]``    the program read the next line (without its line break)
``["ahead", number]``  the program read all remaining lines, *number*, at once: it does not
                       wait for a person
``["starved"]``        the program asked for a line when none was left; it sees the end of the
                       input
====================== =====================================================================
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

Event = list[Any]
"""The text of a "printed" event is a list of pieces until :func:`joined`."""


class OutputFlood(BaseException):
    """The program printed more than the cap allows."""


class _Stream:
    """A text file object that is not a terminal."""

    encoding = "utf-8"
    errors = "backslashreplace"
    closed = False
    newlines = None
    line_buffering = False

    def isatty(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def fileno(self) -> int:
        raise OSError("this stream has no file descriptor")

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def reconfigure(self, **_options: object) -> None:
        """Change nothing: programs ask for an encoding, or for lines at once."""

    @property
    def buffer(self) -> Bytes:
        """The bytes of this stream, as those below a real one."""
        return Bytes(self)


class Bytes(io.BufferedIOBase):
    """The stream of bytes that a program expects below a text stream."""

    def __init__(self, text: Any) -> None:
        self.text = text

    def readable(self) -> bool:
        return bool(self.text.readable())

    def writable(self) -> bool:
        return bool(self.text.writable())

    def write(self, data: Any) -> int:
        whole = bytes(data)
        self.text.write(whole.decode("utf-8", "backslashreplace"))
        return len(whole)

    def read(self, size: int | None = -1) -> bytes:
        return str(self.text.read()).encode()

    def read1(self, size: int = -1) -> bytes:
        return self.readline()

    def readline(self, size: int | None = -1) -> bytes:
        return str(self.text.readline()).encode()


class _Output(_Stream):
    mode = "w"
    name = "<stdout>"

    def write(self, text: str) -> int:
        raise NotImplementedError

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)


class _Input(_Stream):
    mode = "r"
    name = "<stdin>"

    def readline(self, size: int = -1) -> str:
        raise NotImplementedError

    def readlines(self, hint: int = -1) -> list[str]:
        raise NotImplementedError

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def read(self, size: int = -1) -> str:
        return "".join(self.readlines())

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self.readline()
        if not line:
            raise StopIteration
        return line


KEPT = 1000
"""Characters at the beginning of a call's output that are kept for reports."""


class CappedText(_Output):
    """Output of one call: counts it, keeps its beginning, and raises at the cap."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.reset()

    def write(self, text: str) -> int:
        size = self.counted(text)
        if self.room > 0:
            self.pieces.append(str.__add__(text, "")[: self.room])
            self.room -= max(1, str.__len__(self.pieces[-1]))
        return size

    def counted(self, text: str) -> int:
        """Count *text* without keeping it; return its length. Raises OutputFlood."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.count += len(text)
        if self.count > self.cap:
            self.flooded = True
            raise OutputFlood()
        return len(text)

    def beginning(self) -> str:
        """Return the first KEPT characters of the output, plus one if there were more."""
        return "".join(self.pieces)

    def reset(self) -> None:
        self.count = 0
        self.flooded = False
        self.pieces: list[str] = []
        self.room = KEPT + 1


class NoInput(_Input):
    """Empty input: every read finds the end."""

    def readline(self, size: int = -1) -> str:
        return ""

    def readlines(self, hint: int = -1) -> list[str]:
        return []


class Screen(_Output):
    """Output recorded in *events*; *counted* is the stream that counts it."""

    def __init__(self, events: list[Event], counted: CappedText) -> None:
        self.events = events
        self.counted = counted

    def write(self, text: str) -> int:
        size = self.counted.counted(text)
        if size:
            plain = str.__add__(text, "")
            if self.events and self.events[-1][0] == "printed":
                self.events[-1][1].append(plain)
            else:
                self.events.append(["printed", [plain]])
        return size


class Keyboard(_Input):
    """Input of *lines*; *events* records each read."""

    def __init__(self, events: list[Event], lines: Iterable[str]) -> None:
        self.events = events
        self.lines = list(lines)

    def readline(self, size: int = -1) -> str:
        if not self.lines:
            self.events.append(["starved"])
            return ""
        line = self.lines.pop(0)
        self.events.append(["typed", line])
        return line + "\n"

    def readlines(self, hint: int = -1) -> list[str]:
        rest, self.lines = self.lines, []
        self.events.append(["ahead", len(rest)])
        return [f"{line}\n" for line in rest]


def joined(events: list[Event]) -> list[Event]:
    """Return *events* as plain data, with the pieces of printed text joined."""
    return [
        ["printed", "".join(event[1])] if event[0] == "printed" else list(event) for event in events
    ]
