"""A simulated terminal: lines are typed, and the driver gets the program's output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from . import modules, streams
from .failures import Missing, exception_row, text_of, where_of


class Terminal:
    """Runs functions and programs of one submission at a simulated terminal."""

    def __init__(self, program: modules.Program, out: streams.CappedText) -> None:
        """*out* counts the printed characters."""
        self.program = program
        self.out = out
        self.student_names = frozenset(program.submitted)

    def at_terminal(
        self, lines: list[str], function: Callable[..., Any], *arguments: Any
    ) -> list[Any]:
        """Call *function* while *lines* are typed. Returns [end, events].

        *end* is ["returned", value], ["exit", status] or ["raised", type, text, where, what], the
        last as in the message Raise.
        """
        events: list[list[Any]] = []
        before = sys.stdin, sys.stdout
        sys.stdin, sys.stdout = (
            streams.Keyboard(events, lines),
            streams.Screen(events, self.out),
        )
        try:
            end = ["returned", function(*arguments)]
        except SystemExit as leaving:
            status: object = leaving.code
            if status is None:
                status = 0
            end = ["exit", status if type(status) is int else 1]
        except (Missing, streams.OutputFlood):
            raise
        except BaseException as error:
            end = ["raised", *exception_row(error, self.student_names)]
        finally:
            sys.stdin, sys.stdout = before
        return [end, streams.joined(events)]

    def run_program(self, name: str, lines: list[str]) -> list[Any]:
        """Run the submitted file *name* as the main program while *lines* are typed.

        This is possible once in a process. Returns the same as :meth:`at_terminal`. Raises Missing
        if there is no such file, or it does not compile.
        """
        if name not in self.program.submitted:
            raise Missing("", kind="file_missing", file=name)
        code = self.program.compiled.get(("submitted", name))
        if code is None:
            try:
                code = compile(
                    self.program.submitted[name], name, "exec", dont_inherit=True
                )
            except (SyntaxError, ValueError) as error:
                text = f"{type(error).__name__}: {text_of(error)}"
                where = where_of(error, self.student_names)
                raise Missing(text, where, "", "file_broken", name) from None
        module = sys.modules["__main__"] = ModuleType("__main__")
        module.__file__ = name
        sys.argv = [name]
        return self.at_terminal(lines, exec, code, module.__dict__)
