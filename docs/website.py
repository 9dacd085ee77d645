"""Hooks for MkDocs: other files join the site, and Markdown means what it does on GitHub.

MkDocs knows only the files below ``docs/``, and its Markdown is older than GitHub's. So

- a link from a page to a file of the repository brings that file into the site: five documents as
  pages in the navigation (`PAGES`), every other file below ``repository/``;
- a block called ``python file=PATH``, which the tests write to that file, gets its path as a title;
- a list directly below a paragraph gets a blank line, and a nested block four spaces a level.

A link that leads nowhere is left alone: MkDocs reports it, and ``strict`` makes it an error.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
DOCS = "docs/"
OTHERS = "repository/"

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CHANGELOG.md": "project/changelog.md",
    "tests/README.md": "project/tests.md",
}
"""Document of the repository -> page of the site."""

TARGET = re.compile(r"(?<=\]\()(?P<path>[^)#\s:]+)(?=[)#\s])")
FENCE = re.compile(r"(?P<ticks>`{3,})[^`]*")
FILE = re.compile(r"(?P<language>\w+) file=(?P<path>\S+)")
ITEM = re.compile(r" *(?:[-*]|\d+\.) +")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages, and all files that a page of the site leads to."""
    for document, page in PAGES.items():
        files.append(_generated(config, document, page))
    waiting = list(files.documentation_pages())
    while waiting:
        origin = _origin(waiting.pop().src_uri)
        for path in TARGET.findall((ROOT / origin).read_text(encoding="utf-8")):
            linked = _linked(origin, path)
            if linked and _page(linked) not in files.src_uris:
                file = _generated(config, linked, _page(linked))
                files.append(file)
                if file.is_documentation_page():
                    waiting.append(file)
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Return the text of a page as MkDocs needs it."""
    return as_mkdocs_reads(with_links(markdown, page.file.src_uri))


def with_links(markdown: str, page: str) -> str:
    """Return *markdown* with every link to a file of the repository as a link within the site."""
    origin = _origin(page)

    def link(match: re.Match[str]) -> str:
        linked = _linked(origin, match["path"])
        if not linked:
            return match["path"]
        return posixpath.relpath(_page(linked), posixpath.dirname(page) or ".")

    return TARGET.sub(link, markdown)


def as_mkdocs_reads(markdown: str) -> str:
    """Return *markdown* with titles for files, and with lists as MkDocs' Markdown writes them."""
    lines: list[str] = []
    begins: list[int] = []  # the columns of the text of all open list items, outermost first
    ticks, in_list = "", False
    for line in markdown.splitlines():
        text = line.lstrip()
        column = len(line) - len(text)
        below_text = bool(lines and lines[-1])
        item = None if ticks else ITEM.match(line)
        if text and not ticks and (item or column or not below_text):
            begins = [begin for begin in begins if begin <= column]
        depth = len(begins)
        if item:
            if below_text and not in_list:
                lines.append("")
            begins.append(item.end())
        elif ticks:
            ticks = "" if text == ticks else ticks
        elif fence := FENCE.fullmatch(text):
            ticks = fence["ticks"]
            text = FILE.sub(r'\g<language> title="\g<path>"', text)
        in_list = bool(begins)
        indent = 4 * depth + max(0, column - begins[depth - 1]) if depth else column
        lines.append(" " * indent + text if text else "")
    return "\n".join(lines) + "\n"


def _origin(page: str) -> str:
    """Return the file of the repository that *page* of the site is made from."""
    for document, name in PAGES.items():
        if page == name:
            return document
    return page.removeprefix(OTHERS) if page.startswith(OTHERS) else DOCS + page


def _page(document: str) -> str:
    """Return where *document*, a file of the repository, is in the site."""
    if document.startswith(DOCS):
        return document.removeprefix(DOCS)
    return PAGES.get(document, OTHERS + document)


def _linked(origin: str, path: str) -> str:
    """Return the file of the repository that a link in *origin* leads to; "" if there is none."""
    linked = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))
    return linked if (ROOT / linked).is_file() else ""


def _generated(config: Any, document: str, page: str) -> File:
    return File.generated(config, page, abs_src_path=str(ROOT / document))
