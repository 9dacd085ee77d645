"""The template engine, and the frame of every page: policy, style sheet, script."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from graders.harness.reports.console import marks_in_words
from graders.harness.reports.html.markdown import comment
from graders.harness.result import one_line, printable

_HERE = Path(__file__).parent / "templates"
STYLE = _HERE / "style.css"
"""The style sheet of every page, and of `fragment`."""
LONGEST = 8000
"""Characters shown of any text."""


def _safe(value: Any) -> Any:
    """Return a template's value; text is made printable and cut before it is escaped."""
    return (
        printable(value, LONGEST)
        if isinstance(value, str) and not isinstance(value, Markup)
        else value
    )


def _line(text: str, limit: int = 300) -> str:
    """Return *text* on one line."""
    return one_line(text, limit)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_safe,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "marks": marks_in_words,
        "line": _line,
        "comment": comment,
    }
    return environment


@cache
def _part(name: str) -> tuple[Markup, str]:
    """Return a file that every page includes, and its hash for the policy."""
    text = (_HERE / name).read_text(encoding="utf-8").strip()
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return Markup(text), f"'sha256-{digest}'"


def fill(template: str, **values: Any) -> bytes:
    """Return the page rendered from *template*, a name in this folder, and *values*, UTF-8."""
    style, style_hash = _part("style.css")
    script, script_hash = _part("script.js")
    policy = (
        f"default-src 'none'; style-src {style_hash}; script-src {script_hash}; "
        "base-uri 'none'; form-action 'none'"
    )
    page = fragment(template, style=style, script=script, policy=policy, **values)
    return page.encode("utf-8", "replace")


def fragment(template: str, **values: Any) -> str:
    """Return the part of a page rendered from *template*, a name in this folder, and *values*."""
    return _environment().get_template(template).render(**values)
