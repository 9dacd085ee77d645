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
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
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


class Descriptors:
    """The files behind standard input and output of one run: descriptors 0 and 1.

    A program may read and write them past ``sys.stdin`` and ``sys.stdout``. The position in the
    input is that of both ways.
    """

    def __init__(self, typed: bytes) -> None:
        """Let descriptor 0 hold *typed*, and empty descriptor 1. Raises OSError without them."""
        for number in (0, 1):
            os.ftruncate(number, 0)
            os.lseek(number, 0, os.SEEK_SET)
        os.pwrite(0, typed, 0)
        self.shown = 0
        """Bytes at descriptor 1 that are in the events."""

    def place(self) -> int:
        """Return how many bytes of the input have been read."""
        return os.lseek(0, 0, os.SEEK_CUR)

    def read_to(self, place: int) -> None:
        """Set how many bytes of the input have been read."""
        os.lseek(0, place, os.SEEK_SET)

    def written(self) -> str:
        """Return what was written to descriptor 1 since the last call."""
        end = os.lseek(1, 0, os.SEEK_END)
        if end <= self.shown:
            return ""
        data = os.pread(1, end - self.shown, self.shown)
        self.shown = end
        return data.decode("utf-8", "backslashreplace")


class Console:
    """The events of one run, with what passes by :class:`Screen` and :class:`Keyboard`."""

    is_bypassed = False
    """Whether a program of this process has read or written by descriptors."""

    def __init__(self, events: list[Event], lines: Iterable[str], has_descriptors: bool) -> None:
        self.events = events
        self.typed = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
        self.place = 0
        """Bytes of the input that are in the events."""
        self.descriptors: Descriptors | None = None
        if has_descriptors:
            with suppress(OSError):  # the program of an earlier call has closed them
                self.descriptors = Descriptors(self.typed)

    def take(self, place: int) -> str:
        """Count the input up to *place* as read; return it."""
        text = self.typed[self.place : place].decode("utf-8", "surrogatepass")
        self.place = place
        if self.descriptors is not None:
            with suppress(OSError):
                self.descriptors.read_to(place)
        return text

    def catch_up(self, counted: CappedText) -> None:
        """Record what the program read and wrote by descriptors 0 and 1. Raises OutputFlood."""
        if self.descriptors is None:
            return
        with suppress(OSError):  # closed
            place = min(self.descriptors.place(), len(self.typed))
            if place > self.place:
                Console.is_bypassed = True
                self.events.append(["ahead", self.typed.count(b"\n", self.place, place)])
                self.place = place
        with suppress(OSError):
            text = self.descriptors.written()
            if text:
                Console.is_bypassed = True
                counted.counted(text)
                self.printed(text)

    def printed(self, text: str) -> None:
        """Record *text* as printed."""
        if self.events and self.events[-1][0] == "printed":
            self.events[-1][1].append(text)
        else:
            self.events.append(["printed", [text]])


class Screen(_Output):
    """Output recorded by *console*; *counted* is the stream that counts it."""

    def __init__(self, console: Console, counted: CappedText) -> None:
        self.console = console
        self.counted = counted
        self.events = console.events
        """For drivers that record what a call prints."""

    def fileno(self) -> int:
        return _Output.fileno(self) if self.console.descriptors is None else 1

    def write(self, text: str) -> int:
        size = self.counted.counted(text)
        if size:
            self.console.catch_up(self.counted)
            self.console.printed(str.__add__(text, ""))
        return size


class Keyboard(_Input):
    """Input by *console*, whose events record each read."""

    def __init__(self, console: Console, counted: CappedText) -> None:
        self.console = console
        self.counted = counted

    def fileno(self) -> int:
        return _Input.fileno(self) if self.console.descriptors is None else 0

    def readline(self, size: int = -1) -> str:
        console = self.console
        console.catch_up(self.counted)
        if console.place == len(console.typed):
            console.events.append(["starved"])
            return ""
        line = console.take(console.typed.index(b"\n", console.place) + 1)
        console.events.append(["typed", line[:-1]])
        return line

    def readlines(self, hint: int = -1) -> list[str]:
        console = self.console
        console.catch_up(self.counted)
        rest = [f"{line}\n" for line in console.take(len(console.typed)).split("\n")[:-1]]
        console.events.append(["ahead", len(rest)])
        return rest


def joined(events: list[Event]) -> list[Event]:
    """Return *events* as plain data, with the pieces of printed text joined."""
    return [
        ["printed", "".join(event[1])] if event[0] == "printed" else list(event) for event in events
    ]
