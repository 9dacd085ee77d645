"""A dialogue with a program: lines are typed, and what it prints in between is looked for.

For checks that care for parts of the text alone. Where the whole text is the contract, a scenario
says so.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, NoReturn, Self

from graders.harness.assignment.check import Misbehaved, exception_cause, fail, text
from graders.harness.assignment.transcript import Run, all_typed, run_of, status_of
from graders.harness.result import Exhibit

_PYTHON = ("python", "python3")


class EndOfInput(NamedTuple):
    """Typed, it ends the input; printed, it stands for nothing more."""


EOF: Final = EndOfInput()


class _Played(NamedTuple):
    """The program's run with all lines so far."""

    run: Run
    text: str
    """The output until the program waits for another line, or ends."""
    places: list[int]
    """How much of it is printed before each line is read."""
    waits: bool


class Dialogue:
    """A run of a program of the submission; each method returns the dialogue, for the next one."""

    def __init__(
        self, student: Any, command: str, files: Mapping[str, str | bytes] | None = None
    ) -> None:
        """command: the program and its arguments, as for a shell; files: what it finds in its
        working directory. The program is one of the submission's, or of *files*.
        """
        words = shlex.split(command)
        self._student = student
        self._name, *self._arguments = words[1:] if words[0] in _PYTHON else words
        self._files = dict(files) if files else None
        self._lines: list[str] = []
        self._prompts: list[int] = []
        """Lines before which the program has to print something, if it is not known yet."""
        self._is_over = False
        self._place = 0
        """How much of the text is looked at."""
        self._known: _Played | None = None

    def stdin(
        self, line: str | EndOfInput, *_shown: str, prompt: bool = True, **_more: Any
    ) -> Self:
        """Type a line, or EOF. prompt: the program has to print something before; nothing of what
        it has printed until then is looked at later.
        """
        if prompt:
            self._prompts.append(len(self._lines))
        if isinstance(line, EndOfInput):
            self._is_over = True
        else:
            self._lines.append(line)
        self._known = None
        return self

    def stdout(self, output: Any = None, *shown: str, regex: bool = True, **_more: Any) -> Any:
        """Find *output* in what the program prints now: a regular expression whose dot is any
        character, a text (regex=False), a number by itself, or EOF for nothing more. What is
        printed up to its end is not looked at again.

        Without *output*, the program has to end; returns the text that is left.
        """
        played = self._played()
        rest = played.text[self._place :]
        if output is None:
            self._ends(played)
            self._place = len(played.text)
            return rest.lstrip("\n")
        if isinstance(output, EndOfInput):
            self._ends(played)
            if rest:
                self._fail(played, "It should print nothing more.")
            return self
        output = output.read() if hasattr(output, "read") else output
        found = re.search(_pattern(output, is_regex=regex), rest, re.DOTALL)
        if found is None:
            self._fail(played, "The text is not among what it prints.", str((*shown, output)[0]))
        self._place += found.end()
        return self

    def exit(self, code: int | None = None, **_more: Any) -> Any:
        """Expect that the program has ended, with the status *code*. Without it, return that."""
        played = self._played()
        self._ends(played)
        status = status_of(played.run)
        if code is None:
            return status
        if status != code:
            self._fail(played, f"The program ends with status {status} instead of {code}.")
        return self

    def reject(self, **_more: Any) -> Self:
        """Expect that the program asks again."""
        played = self._played()
        if not played.waits:
            self._fail(played, "The program should ask again, but it ends.")
        return self

    def kill(self) -> Self:
        """Have nothing more to say; the program has to exist."""
        self._played()
        return self

    def left(self) -> Mapping[str, str | bytes]:
        """Return the files in its working directory now; bytes if they are not UTF-8."""
        return self._played().run.files

    def _played(self) -> _Played:
        """Run the program with all lines so far, and look at its prompts."""
        if self._known is None:
            answer = self._student.run_program(
                self._name, self._lines, self._arguments, self._files
            )
            self._known = _played(run_of(answer), goes_on=self._is_over)
        played = self._known
        for number in self._prompts:
            place = [*played.places, len(played.text)][min(number, len(played.places))]
            if place <= self._place:
                self._fail(played, f"The program prints nothing before line {number + 1} is typed.")
            self._place = place
        self._prompts.clear()
        return played

    def _ends(self, played: _Played) -> None:
        if played.waits:
            self._fail(played, "The program should end, but it waits for a line.")

    def _fail(self, played: _Played, message: str, wanted: str = "") -> NoReturn:
        typed = [all_typed(self._lines)] if self._lines else []
        expected = [text("expected", wanted)] if wanted else []
        exhibits: list[Exhibit] = [*typed, *expected, text("printed", played.text)]
        match played.run.end:
            case ("raised", name, error, where, _what) if not played.waits:
                raise Misbehaved(exception_cause(name, error, where), tuple(exhibits), where)
        fail(message, exhibits)


class ProgramFolder:
    """The working directory of a check's programs. Each finds what those before it have left."""

    def __init__(self, student: Any, files: Mapping[str, str | bytes] | None = None) -> None:
        """files: what is there before the first program runs."""
        self._student = student
        self._files = dict(files or {})
        self._last: Dialogue | None = None

    def run(self, command: str) -> Dialogue:
        """Run a program; see `Dialogue`."""
        self._last = Dialogue(self._student, command, self._now())
        return self._last

    def exists(self, *names: str) -> None:
        """Expect files of these names."""
        for name in names:
            if name not in self._now():
                fail(f"There is no file {name}.")

    def open(self, name: str, mode: str = "r") -> io.StringIO:
        """Open a file of text as Python's `open` does. The check fails if it has to exist, or to be
        text, and is not.
        """
        content: str | bytes = ""
        if "w" not in mode:
            if "r" in mode:
                self.exists(name)
            content = self._now().get(name, "")
        if isinstance(content, bytes):
            fail(f"The file {name} is no text in UTF-8.")
        if "r" in mode:
            return io.StringIO(content, newline=None)
        return _WrittenText(self._now(), name, content)

    def _now(self) -> dict[str, str | bytes]:
        """Return the files after the last program."""
        if self._last is not None:
            self._files = dict(self._last.left())
            self._last = None
        return self._files


class _WrittenText(io.StringIO):
    """A text that becomes a file's content when it is closed."""

    def __init__(self, files: dict[str, str | bytes], name: str, before: str) -> None:
        super().__init__()
        self._files, self._name = files, name
        self.write(before)

    def close(self) -> None:
        if not self.closed:
            self._files[self._name] = self.getvalue()
        super().close()


def _played(run: Run, *, goes_on: bool) -> _Played:
    """Return a run as far as a dialogue sees it. goes_on: its input has an end."""
    printed, places, waits = "", [], False
    for kind, *details in run.events:
        if kind == "printed":
            printed += details[0]
        elif kind in ("typed", "ahead"):
            places += [len(printed)] * (1 if kind == "typed" else details[0])
        elif goes_on:
            places.append(len(printed))  # where it reads the end of the input
        else:
            waits = True
            break
    if not waits:
        printed += run.stderr
        match run.end:
            case ("raised", name, error, _where, _what):
                printed += f"Traceback (most recent call last):\n{name}: {error}\n"
    return _Played(run, printed, places, waits)


def _pattern(output: Any, *, is_regex: bool) -> str:
    """Return the regular expression of an output."""
    if isinstance(output, int | float):
        before = r"(?<![\d\-])" if output >= 0 else ""
        return rf"{before}{re.escape(str(output))}(?!\.?\d)"
    return str(output) if is_regex else re.escape(str(output))
