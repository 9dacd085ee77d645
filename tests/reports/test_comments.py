"""Tutors' comments in reports: at their lines, in every format, and harmless whatever they quote."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import example, given, settings

from graders.harness.reports.audience import Audience
from graders.harness.reports.formats import formats
from graders.harness.reports.html.markdown import comment
from graders.harness.reports.source import beside_source
from graders.harness.result import Comment, Verdict, from_json, to_json
from tests.reports.every_format import document
from tests.reports.paper import check, controls, result
from tests.reports.readers import harm
from tests.reports.test_pages import NASTY, Page, page_of, texts

CODE = {"a.py": b"a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\ng = 7\n"}
WHOLE = Comment("On the *whole*.")
LINES = Comment("Say **why**:\n\n- once", "a.py", 3, 4)
PASSED = check("a.a", verdict=Verdict.PASSED)


def commented(*comments: Comment) -> msgspec.Struct:
    """Return a result with these comments."""
    return msgspec.structs.replace(result(PASSED), comments=comments)


def test_comment_is_below_its_last_line() -> None:
    """The lines that it is about are marked, with two lines around them."""
    (file,) = beside_source((), CODE, [WHOLE, LINES])
    (passage,) = file.passages
    assert [line.number for line in passage] == [1, 2, 3, 4, 5, 6]
    assert [line.number for line in passage if line.commented] == [3, 4]
    assert [line.comments for line in passage] == [(), (), (), (LINES,), (), ()]


@pytest.mark.parametrize("place", [("a.py", 7, 9), ("gone.py", 1, 1), ("a.py", 0, 0)])
def test_comment_without_its_lines_is_shown_all_the_same(place: tuple[str, int, int]) -> None:
    (file,) = beside_source((), CODE, [Comment("words", *place)])
    assert file.passages == [] and [one.text for one in file.comments] == ["words"]
    assert "words" in page_of(commented(Comment("words", *place)), sources=CODE).shown  # type: ignore[arg-type]


@pytest.mark.parametrize("audience", Audience)
def test_page_has_comments_in_markdown(audience: Audience) -> None:
    page = page_of(commented(WHOLE, LINES), audience, sources=CODE)  # type: ignore[arg-type]
    tags = [tag for tag, _ in page.found]
    assert "em" in tags and "on lines 3 to 4" in page.shown
    assert (
        page.shown.index("On the whole.")
        < page.shown.index("d = 4")
        < page.shown.index("Say why")
        < page.shown.index("e = 5")
    )


@pytest.mark.parametrize("name", [name for name in formats() if name != "junit"])
def test_every_format_has_the_comments(name: str) -> None:
    """JUnit has checks only."""
    data = document(
        name, commented(Comment("overall"), Comment("theline", "a.py", 3, 4)), sources=CODE
    ).decode()  # type: ignore[arg-type]
    assert "overall" in data and "theline" in data


def test_result_is_read_as_written() -> None:
    """A result of an earlier release has no comments."""
    found = commented(WHOLE, LINES)
    assert from_json(to_json(found)) == found  # type: ignore[arg-type]
    old = re.sub(rb'\n  "comments": \[\],', b"", to_json(result(PASSED)))
    assert b"comments" not in old and from_json(old) == result(PASSED)


HOSTILE = (
    "[a](javascript:alert(1))", "<javascript:alert(1)>", "![x](http://example.org/x.png)", "<img src=x onerror=alert(1)>",
    "[r]: javascript:alert(1)\n\n[r]", "&#8238;txt.exe", "a\n> ::set-output name=a::b", "```\" onload=\"alert(1)\nx\n```",
    "# H\n\n<style>*{display:none}</style>", ">" * 5000, "[" * 20_000,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20])
def test_hostile_comment_is_text(text: str) -> None:
    """A tutor quotes a submission, or copies from it. Markdown's own reader with its usual options makes markup."""
    html = str(comment(text))
    assert not re.search(r"<(?!/?(?:p|ul|ol|li|em|strong|code|pre|blockquote|br|hr)\b)", html)
    assert not re.search(r"<\w+ (?!/>|start=\"\d+\">)", html)
    assert not controls(html)


LINKS = {
    "[page 3](https://example.org/3)": ('https://example.org/3', "page 3"),
    "[https://bank.example](https://evil.example/?a=1&b=2)": ("https://evil.example/?a=1&amp;b=2", "https://bank.example"),
    "[x](https://a.example\"onclick=alert(1) 'title')": ("https://a.example%22onclick=alert(1)", "x"),
    "[x](https://user:word@evil.example/)": ("https://user:word@evil.example/", "x"),
    "[x](http://example.org)": None,
    "[x](//example.org)": None,
    "[x](https://)": None,
    "[x](data:text/html,x)": None,
    "<https://example.org>": None,
    "https://example.org": None,
}  # fmt: skip


@pytest.mark.parametrize("text", LINKS)
def test_link_leads_to_https_and_says_where(text: str) -> None:
    """It has no other attributes, and its text cannot hide where it leads."""
    html, wanted = str(comment(text)), LINKS[text]
    if wanted is None:
        assert "<a" not in html
        return
    address, shown = wanted
    host = re.sub(r"https://(?:\S*@)?([^/]+).*", r"\1", address)
    link = f'<a href="{address}" rel="noreferrer noopener">{shown}</a> ({host})'
    assert html == f"<p>{link}</p>\n"


@pytest.mark.slow
@settings(max_examples=40)
@given(texts)
@example(NASTY[0])
@example("[a](https://example.org) ~~b~~")
@example("&#x202e;a\n- ##vso[x]\n> ::x")
def test_no_comment_breaks_a_page(text: str) -> None:
    """The parser of pages raises for any tag or attribute that the templates do not have."""
    page = document("html", commented(Comment(text), Comment(text, "a.py", 1, 2)), sources=CODE)  # type: ignore[arg-type]
    Page(page)
    assert harm("html", page) == ""
