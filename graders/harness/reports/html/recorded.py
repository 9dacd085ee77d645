"""The page of a text that was made for a terminal, with its colours."""

from __future__ import annotations

from markupsafe import Markup
from rich.console import Console

from graders.harness.reports.audience import Audience
from graders.harness.reports.html.template import fill

PAPER = "\npre.recorded { color: #000; background: #fff; max-height: none; }\n"
"""The colours of the text are for a light terminal."""


def page(console: Console, title: str, who: str, audience: Audience) -> bytes:
    """Return the page of what *console* has recorded, UTF-8.

    title: the assignment's title; who: the authors; audience: the readers.
    """
    styles, _, text = console.export_html(code_format="{stylesheet}\0{code}").partition("\0")
    return fill(
        "recorded.html.jinja",
        PAPER + styles,
        title=title,
        who=who,
        staff=audience is Audience.STAFF,
        text=Markup(text),  # rich has escaped it
    )
