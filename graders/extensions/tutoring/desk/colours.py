"""A submission's code in colours, by Pygments, and its changes, by difflib, in a process.

Pygments reads code with regular expressions, and some texts take them minutes: 20,000 empty lines
do for Java. So do changes of many lines that are alike. A file is hostile, so each request has a
limit of time. A file that exceeds it has no colours, and the desk goes on. Nothing here makes HTML:
the page gets classes and texts.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from difflib import unified_diff
from typing import Any

import msgspec

from graders.harness.content import child_environment
from graders.harness.protocol import frames

SECONDS = 1.0
"""By the clock, for one file."""
START_SECONDS = 10.0
"""By the clock, until the process is ready."""
MEMORY = 1 << 30
MOST_CHARACTERS = 300_000
"""Larger files have no colours."""
_REPLY_BYTES = 16 << 20

Span = str | tuple[str, str]
"""A text without a class, or a class and a text."""
Line = list[Span]


class _File(msgspec.Struct, frozen=True, tag=True):
    name: str
    lines: list[str]


class _Changes(msgspec.Struct, frozen=True, tag=True):
    before: dict[str, list[str]]
    after: dict[str, list[str]]


class CodeColours:
    """Colours code. It keeps one process; `close` ends it."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def paint(self, name: str, lines: Sequence[str]) -> list[Line]:
        """Return the lines of a file in colours, or without them if that takes too long."""
        if sum(map(len, lines)) > MOST_CHARACTERS:
            return plain(name, lines)
        with self._lock:
            reply = self._ask(msgspec.json.encode(_File(name, list(lines))))
        try:
            painted = msgspec.json.decode(reply or b"", type=list[Line])
        except msgspec.DecodeError:
            return plain(name, lines)
        whole = [*map(_text, painted)] == list(lines)
        return painted if whole else plain(name, lines)

    def changes(
        self, before: Mapping[str, list[str]], after: Mapping[str, list[str]]
    ) -> list[str] | None:
        """Return the lines of a unified difference of the files of two deliveries (name -> lines);
        None if comparing them takes too long.
        """
        with self._lock:
            reply = self._ask(msgspec.json.encode(_Changes(dict(before), dict(after))))
        try:
            return msgspec.json.decode(reply or b"", type=list[str])
        except msgspec.DecodeError:
            return None

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _ask(self, request: bytes) -> bytes | None:
        """Return the reply of the process, or None if it needs too long or ends."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "graders.extensions.tutoring.desk.colours"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=child_environment(),
                start_new_session=True,  # Ctrl+C is for the desk
            )
            if self._exchange(b"", START_SECONDS) is None:
                return None
        return self._exchange(request, self._seconds)

    def _exchange(self, request: bytes, seconds: float) -> bytes | None:
        process = self._process
        assert process is not None and process.stdin and process.stdout
        clock = threading.Timer(seconds, process.kill)
        clock.start()
        reply = None
        with contextlib.suppress(OSError, frames.FrameTooLarge):
            process.stdin.write(frames.pack(request))
            process.stdin.flush()
            reply = frames.read(process.stdout.read, _REPLY_BYTES)
        clock.cancel()
        if reply is None:
            self._end()
        return reply

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    _close(stream)


def plain(name: str, lines: Sequence[str]) -> list[Line]:
    """Return the lines of a file without colours."""
    return [[line] if line else [] for line in lines]


def _close(stream: Any) -> None:
    with contextlib.suppress(OSError):  # it holds a request that nobody reads
        stream.close()


def _text(line: Line) -> str:
    return "".join(span if isinstance(span, str) else span[1] for span in line)


# In the process.


def tokens_by_line(tokens: Iterable[tuple[Any, str]]) -> list[Line]:
    """Return the tokens of Pygments as lines."""
    lines: list[Line] = [[]]
    for kind, text in tokens:
        name = _class(kind)
        for number, part in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if part:
                _add(lines[-1], name, part)
    return lines


def _add(line: Line, name: str, text: str) -> None:
    """Append a text to a line, to its last span if that has the same class."""
    last = line[-1] if line else None
    if isinstance(last, str) and not name:
        line[-1] = last + text
    elif isinstance(last, tuple) and last[0] == name:
        line[-1] = (name, last[1] + text)
    else:
        line.append((name, text) if name else text)


def _class(kind: Any) -> str:
    """Return the class of a token; "" for one without a colour."""
    from pygments.token import Token

    classes = {
        Token.Comment: "c", Token.Literal.String: "s", Token.Literal.Number: "n",
        Token.Keyword: "k", Token.Operator.Word: "k", Token.Name.Function: "f",
        Token.Name.Class: "t", Token.Name.Exception: "t", Token.Name.Builtin: "b",
        Token.Name.Decorator: "d",
    }  # fmt: skip
    while kind is not None:
        if kind in classes:
            return classes[kind]
        kind = kind.parent
    return ""


def _painted(file: _File) -> list[Line]:
    from pygments.lexers import get_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_for_filename(file.name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return []
    return tokens_by_line(lexer.get_tokens("\n".join(file.lines)))


def _changed(files: _Changes) -> list[str]:
    """Return the difference; a file that is new or gone differs from an empty one."""
    lines: list[str] = []
    for name in sorted(files.before.keys() | files.after.keys()):
        former, present = files.before.get(name, []), files.after.get(name, [])
        lines += unified_diff(former, present, f"{name} (earlier)", name, lineterm="")
    return lines


def main() -> None:
    """Answer each frame of standard input with one on standard output, an empty one with itself."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from pygments.lexers import get_lexer_for_filename

    get_lexer_for_filename("a.py")
    while True:
        request = frames.read(sys.stdin.buffer.read, _REPLY_BYTES)
        if request is None:
            return
        reply = b""
        if request:
            match msgspec.json.decode(request, type=_File | _Changes):
                case _File() as file:
                    reply = msgspec.json.encode(_painted(file))
                case _Changes() as files:
                    reply = msgspec.json.encode(_changed(files))
        sys.stdout.buffer.write(frames.pack(reply))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
