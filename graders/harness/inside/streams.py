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

import _thread
import builtins
import codecs
import errno
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from . import waits

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


STANDARD_ERROR = 2
"""The descriptor that `faulthandler` asks for. What is written there is lost."""
KEPT = 1000
"""Characters at the beginning of a call's output that are kept for reports."""


class CappedText(_Stream):
    """Output of one call: counts it, keeps its beginning, and raises at the cap."""

    mode = "w"
    name = "<stdout>"

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.reset()

    def fileno(self) -> int:
        return STANDARD_ERROR

    def write(self, text: str) -> int:
        size = self.counted(text)
        if self.room > 0:
            self.pieces.append(str.__add__(text, "")[: self.room])
            self.room -= max(1, str.__len__(self.pieces[-1]))
        return size

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

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
        if output() != 1:
            raise OSError("standard output is another file")
        for number in (0, 1):
            os.ftruncate(number, 0)
            os.lseek(number, 0, os.SEEK_SET)
        os.pwrite(0, typed, 0)
        self.read = 0
        """Bytes of the input that are in the events."""
        self.shown = 0
        """Bytes at descriptor 1 that are in the events."""

    def have_moved(self) -> bool:
        """Return whether the program used one of them since the last look, or closed one."""
        try:
            return (
                os.lseek(0, 0, os.SEEK_CUR) != self.read
                or os.lseek(output(), 0, os.SEEK_END) != self.shown
            )
        except OSError:
            return True

    def place(self) -> int:
        """Return how many bytes of the input have been read."""
        return os.lseek(0, 0, os.SEEK_CUR)

    def read_to(self, place: int) -> None:
        """Set how many bytes of the input have been read."""
        self.read = place
        os.lseek(0, place, os.SEEK_SET)

    def written(self) -> bytes:
        """Return what was written to standard output since the last call."""
        end = os.lseek(output(), 0, os.SEEK_END)
        if end <= self.shown:
            return b""
        data = os.pread(output(), end - self.shown, self.shown)
        self.shown = end
        return data


FILES: dict[str | bytes | int, int] = {
    **{f"/dev/{name}": number for number, name in enumerate(("stdin", "stdout", "stderr"))},
    **{f"{place}/fd/{number}": number for place in ("/dev", "/proc/self") for number in range(3)},
    **{number: number for number in range(3)},
}
"""Descriptors of the standard streams, by names that a box does not have, and by themselves."""
_open_file, _open_descriptor = io.open, os.open
_copy, _copy_to = os.dup, os.dup2
COPIES = (60, 61, 62, 63)
"""Descriptors at which a program may have copies of 0 and 1, to restore a stream that it changes.
They are the last of the usual ones, so hardly another file has one. The last copy is ours.
"""
_outputs = {1}
"""Descriptors of standard output, with those that the program has closed."""


def output() -> int:
    """Return the descriptor of standard output: 1 until the program puts another file there."""
    return 1 if 1 in _outputs else COPIES[-1]


def keep_descriptors() -> None:
    """Let programs open their standard streams by the names and numbers in FILES, and copy them.

    Such a file does not close the descriptor at its end: what the program wrote would be lost with
    it, since nothing else holds the file in memory behind it.
    """

    def opened(file: Any, *options: Any, **named: Any) -> Any:
        number = FILES.get(file if isinstance(file, int) else os.fspath(file))
        if number is None:
            return _open_file(file, *options, **named)
        return _open_file(number, *options, **{**named, "closefd": False})

    def descriptor(path: Any, *options: Any, **named: Any) -> int:
        number = FILES.get(os.fspath(path))
        return _open_descriptor(path, *options, **named) if number is None else number

    def copied_to(fd: int, fd2: int, inheritable: bool = True) -> int:
        Console.is_used_up = True
        if fd2 == output() == 1:
            _copy_to(1, COPIES[-1], False)
        _copy_to(fd, fd2, inheritable)
        (_outputs.add if fd in _outputs else _outputs.discard)(fd2)
        return fd2

    def copied(fd: int) -> int:
        if fd not in (0, 1, *COPIES):
            return _copy(fd)
        for free in COPIES[:-1]:
            try:
                os.lseek(free, 0, os.SEEK_CUR)
            except OSError as error:
                if error.errno == errno.EBADF:
                    return copied_to(fd, free, False)
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    vars(builtins)["open"] = vars(io)["open"] = opened
    vars(os)["open"] = descriptor
    vars(os)["dup"], vars(os)["dup2"] = copied, copied_to


class Console:
    """The events of one run, with what passes by :class:`Screen` and :class:`Keyboard`."""

    is_used_up = False
    """Whether this process can run no further program: one has read or written by descriptors, or
    its threads were ended as at the end of an interpreter.
    """

    def __init__(self, lines: Iterable[str], has_descriptors: bool, counted: CappedText) -> None:
        """*lines* are typed; *counted* counts what is printed, whichever way."""
        self.events: list[Event] = []
        self.counted = counted
        self.typed = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")
        self.place = 0
        """Bytes of the input that are in the events."""
        self.screen: Screen | None = None
        self.decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        self.is_over = False
        """Whether the run has ended, and what a stream still holds is no part of it."""
        self.descriptors: Descriptors | None = None
        self.number: int | None = None
        """The descriptor of what is printed, if it has one."""
        if has_descriptors:
            with suppress(OSError):  # the program of an earlier call has closed them
                self.descriptors = Descriptors(self.typed)
                self.number = 1

    def take(self, place: int) -> str:
        """Count the input up to *place* as read; return it."""
        text = self.typed[self.place : place].decode("utf-8", "surrogatepass")
        self.place = place
        if self.descriptors is not None:
            with suppress(OSError):
                self.descriptors.read_to(place)
        return text

    def catch_up(self) -> None:
        """Record everything that the program has read and printed. Raises OutputFlood."""
        if self.screen is not None:
            with suppress(ValueError, OSError):  # the program has closed or detached it
                self.screen.bytes.flush()
        self.look_past()

    def is_ready(self) -> bool:
        """Return when all is recorded that the program does before lines are typed: whether it
        still runs. Raises OutputFlood.
        """
        if _thread._count():
            waits.let_others_go_on(lambda: self.is_over, self.shown)
        if not self.is_over:
            self.catch_up()
        return not self.is_over

    def shown(self) -> int:
        """Return how many characters have been printed. Raises OutputFlood."""
        self.catch_up()
        return self.counted.count

    def end(self) -> list[Event]:
        """Return the events of the run, which is over, as plain data. Raises OutputFlood."""
        self.catch_up()
        self.is_over = True
        return joined(self.events)

    def look_past(self) -> None:
        """Record what the program read and wrote by descriptors 0 and 1. Raises OutputFlood."""
        if self.descriptors is None or not self.descriptors.have_moved():
            return
        with suppress(OSError):  # closed
            self.descriptors.read = self.descriptors.place()
            place = min(self.descriptors.read, len(self.typed))
            if place > self.place:
                Console.is_used_up = True
                self.events.append(["ahead", self.typed.count(b"\n", self.place, place)])
                self.place = place
        with suppress(OSError):
            data = self.descriptors.written()
            if data:
                Console.is_used_up = True
                self.print_bytes(data)

    def print_bytes(self, data: bytes) -> None:
        """Record *data* as printed. Raises OutputFlood."""
        text = self.decoder.decode(data)
        self.counted.counted(text)
        if text:
            self.printed(text)

    def printed(self, text: str) -> None:
        """Record *text* as printed."""
        if self.events and self.events[-1][0] == "printed":
            self.events[-1][1].append(text)
        else:
            self.events.append(["printed", [text]])


class Screen(io.TextIOWrapper):
    """Output recorded by *console*: a real text stream, as fast as a program's own.

    Text arrives when the stream is flushed: before each read of a line, at the program's end, when
    the program flushes, or after some kilobytes; with *at_once* also at the end of each line, as at
    a terminal, for a program that may write past the stream, too.
    """

    mode = "w"

    def __init__(self, console: Console, at_once: bool = False) -> None:
        self.bytes = io.BufferedWriter(_Recorded(console))
        super().__init__(
            self.bytes,
            "utf-8",
            "backslashreplace",
            newline="\n",
            line_buffering=at_once,
            write_through=True,
        )
        self.console = console
        console.screen = self

    @property
    def events(self) -> list[Event]:
        """The events until now, for drivers that record what a call prints."""
        self.console.catch_up()
        return self.console.events


class _Recorded(io.RawIOBase):
    """The end of :class:`Screen`: hands *console* what is flushed."""

    name = "<stdout>"

    def __init__(self, console: Console) -> None:
        self.console = console

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        if self.console.number is None:
            raise OSError("this stream has no file descriptor")
        return self.console.number

    def write(self, data: Any) -> int:
        console = self.console
        if output() != 1:
            return os.write(1, data)
        if not console.is_over:
            console.look_past()
            console.print_bytes(bytes(data))
        return len(data)


class Keyboard(_Input):
    """Input by *console*, whose events record each read."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def fileno(self) -> int:
        return _Input.fileno(self) if self.console.descriptors is None else 0

    def readline(self, size: int = -1) -> str:
        console = self.console
        if not console.is_ready():
            return ""
        if console.place == len(console.typed):
            console.events.append(["starved"])
            return ""
        line = console.take(console.typed.index(b"\n", console.place) + 1)
        console.events.append(["typed", line[:-1]])
        return line

    def readlines(self, hint: int = -1) -> list[str]:
        console = self.console
        if not console.is_ready():
            return []
        rest = [f"{line}\n" for line in console.take(len(console.typed)).split("\n")[:-1]]
        console.events.append(["ahead", len(rest)])
        return rest


def joined(events: list[Event]) -> list[Event]:
    """Return *events* as plain data, with the pieces of printed text joined."""
    return [
        ["printed", "".join(event[1])] if event[0] == "printed" else list(event) for event in events
    ]
