"""Lists about a class in a terminal: headings, and bodies behind a bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from graders.harness.reports.console import TerminalCapabilities
from graders.harness.reports.document.layout import Barred
from graders.harness.reports.document.terminal_painter import WIDEST

_T = TypeVar("_T")
SHOWN = 40
"""Lines shown of a list; the gradebook has all."""


class ClassDocument:
    """A document about a class, for one console."""

    def __init__(self, console: Console) -> None:
        self.terminal = TerminalCapabilities.of(console)
        self.width = min(console.width, WIDEST)

    def section(self, heading: str, body: Iterable[RenderableType]) -> Iterator[RenderableType]:
        """Yield a heading and its body behind a bar."""
        yield Text()
        yield Text(heading, "bold")
        yield Barred(Group(*body), self.terminal.glyphs.side, "dim")

    def counted(
        self, heading: str, items: Sequence[object], body: Iterable[RenderableType]
    ) -> Iterator[RenderableType]:
        """Yield a section about *items*, if any; {} in *heading* is their number."""
        if items:
            yield from self.section(heading.format(len(items)), body)

    def listed(
        self, items: Sequence[_T], show: Callable[[_T], RenderableType]
    ) -> Iterator[RenderableType]:
        """Yield the first items, and the number of others."""
        yield from map(show, items[:SHOWN])
        if len(items) > SHOWN:
            yield Text(f"... {len(items) - SHOWN} more", "dim")

    def joined(self, raw_names: Sequence[str]) -> Text:
        """Return names, separated by commas."""
        shown = [self.terminal.line(name, limit=60) for name in raw_names[:SHOWN]]
        more = len(raw_names) - len(shown)
        text = Text(", ", overflow="fold").join(shown)
        return Text.assemble(text, (f" and {more} more" if more else "", "dim"), overflow="fold")
