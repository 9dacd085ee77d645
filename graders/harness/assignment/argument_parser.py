"""A command line's grammar whose errors are one line, with the nearest option or choice."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import chain
from typing import NoReturn

from graders.harness.assignment.naming import did_you_mean
from graders.harness.result import one_line


class Grammar(argparse.ArgumentParser):
    """A parser whose errors are one line: a file name expanded by a shell may contain anything."""

    def error(self, message: str) -> NoReturn:
        """Show *message* and exit; see argparse."""
        super().error(one_line(message))

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """See argparse; also suggests the nearest choice."""
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            hint = did_you_mean(str(value), known) or f" (choose from {', '.join(known)})"
            raise argparse.ArgumentError(action, f"there is no {str(value)!r}{hint}")

    def refuse_unknown(self, words: Sequence[str]) -> None:
        """End with an error if there are *words* that this grammar does not accept."""
        if words:
            options = list(chain.from_iterable(action.option_strings for action in self._actions))
            hint = (
                did_you_mean(words[0].partition("=")[0], options)
                if words[0].startswith("-")
                else ""
            )
            self.error(f"unrecognized arguments: {' '.join(words)}{hint}")
