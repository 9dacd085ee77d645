"""Tutors' comments as HTML: Markdown without HTML and images.

A comment may quote a submission, so nothing in it is trusted. The reader makes every tag, from a
short list without attributes that load or run anything; HTML and bare addresses are shown as text.
A link leads to https only, and says where to.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markupsafe import Markup

from graders.harness.result import printable

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LONGEST = 25_000
"""Characters shown of a comment: a part's items and the tutor's words."""
_LEFT_OUT = (
    *("image", "autolink", "reference", "html_block", "html_inline"),
    "entity",  # it would bring back characters that `printable` shows
)


def comment(text: str) -> Markup:
    """Return a tutor's comment as HTML that is safe in any page."""
    html = _reader().render(printable(text, LONGEST))
    # again: a sign at the beginning of a line may have stood behind one of Markdown's
    return Markup(printable(html, 10 * LONGEST))


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # most pages have no comment

    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20}).disable(
        _LEFT_OUT
    )
    reader.enable("strikethrough")
    reader.validateLink = _is_https  # type: ignore[assignment]
    for tag in ("heading_open", "heading_close"):
        reader.add_render_rule(tag, _heading)
    for tag in ("link_open", "link_close"):
        reader.add_render_rule(tag, _link)
    reader.add_render_rule("fence", _fence)
    return reader


def _is_https(address: str) -> bool:
    try:
        return address.startswith("https://") and bool(urlsplit(address).hostname)
    except ValueError:
        return False


def _link(self: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    """Return the begin of a link, or its end with the host, because its text may be any."""
    opened = next(token for token in reversed(tokens[: index + 1]) if token.type == "link_open")
    address = opened.attrs["href"]
    if index == tokens.index(opened):
        return Markup('<a href="{}" rel="noreferrer noopener">').format(address)
    return Markup("</a> ({})").format(urlsplit(address).hostname)


def _heading(self: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    """Return a paragraph in bold: a comment makes no headings of the page."""
    opens = tokens[index].nesting == 1
    return "<p><strong>" if opens else "</strong></p>\n"


def _fence(self: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    """Return a block of code, without the class that its language would be."""
    block: str = self.code_block(tokens, index, options, env)
    return block
