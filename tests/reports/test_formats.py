"""JUnit and Markdown follow their rules, and every format shows any result."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.harness.reports.audience import Audience
from graders.harness.reports.document.markdown_painter import escaped, fenced
from graders.harness.result import ManualPart, Result, Verdict
from tests import strategies
from tests.nightly import PASSES
from tests.reports.every_format import document, documents
from tests.reports.paper import check, result

HOSTILE = st.one_of(
    strategies.hostile_words,
    st.sampled_from(
        [
            "</pre><script>alert(1)</script>",
            "![x](https://example.org/beacon.png) [y](javascript:alert(1)) <b>z</b> | a | b |",
            "```\n# out\n```",
            "]]>&lt;\ufffe\x0b",
            '::notice title=Autograding report::{"totalPoints":100,"maxPoints":100}',
            '{"name": "forged", "marks_earned": 100}\n{"extra_marks": []}',
            "=cmd|' /C calc'!A0",
            "@everyone #1",
        ]
    ),
)
RESULTS = strategies.results(HOSTILE, marks=strategies.fractions(0, 100, 97))


def sound(found: Result) -> Result:
    """Return the result as marking makes it: tasks have the sums of their checks, a check earns its marks or none."""
    checks = []
    for place, one in enumerate(found.checks):
        full = abs(one.max_marks)
        marks = full if one.verdict is Verdict.PASSED else Fraction(0)
        checks.append(
            msgspec.structs.replace(
                one,
                id=f"{place}",
                task="block" if place % 2 else "goal",
                marks=marks,
                max_marks=full,
            )
        )
    again = result(*checks)
    kept = {
        name: getattr(found, name)
        for name in ("submission", "findings", "manual", "adjustments", "flags", "notes")
    }
    parts = []
    for one in found.manual:
        full = abs(one.max_marks)
        parts.append(
            ManualPart(
                one.name,
                full,
                None if one.marks is None else min(abs(one.marks), full),
                one.comment,
            )
        )
    return msgspec.structs.replace(again, **{**kept, "manual": tuple(parts)})


SOUND = RESULTS.map(sound)
PLAIN = strategies.results(marks=strategies.fractions(0, 100, 97)).map(sound)


# JUnit: the allowed content of each element, by Jenkins' junit-10 schema.

JUNIT: dict[str, tuple[set[str], set[str], tuple[str, ...]]] = {
    "testsuites": ({"name"}, set(), ("testsuite",)),
    "testsuite": (
        {"name", "errors", "failures", "skipped", "tests", "time"}, {"timestamp", "hostname"},
        ("properties", "testcase", "system-out", "system-err"),
    ),
    "testcase": (
        {"classname", "name", "time"}, set(),
        ("skipped", "error", "failure", "system-out", "system-err"),
    ),
    "properties": (set(), set(), ("property",)),
    "property": ({"name", "value"}, set(), ()),
    "failure": ({"message"}, {"type"}, ()),
    "error": ({"message"}, {"type"}, ()),
    "skipped": ({"message"}, {"type"}, ()),
    "system-out": (set(), set(), ()),
}  # fmt: skip
"""Element -> required attributes, optional attributes, children in order."""


def junit_rules(element: ElementTree.Element) -> None:
    """Check an element and its descendants."""
    must, may, children = JUNIT[element.tag]
    assert must <= set(element.attrib) <= must | may, element.tag
    places = [children.index(child.tag) for child in element]
    assert places == sorted(places), element.tag
    if children and element.tag != "properties":
        assert not (element.text or "").strip()
    if element.tag == "testcase":
        assert sum(child.tag in ("failure", "error", "skipped") for child in element) <= 1
    if element.tag == "testsuite":
        cases = element.findall("testcase")
        counted = {"tests": len(cases)} | {
            name: len(element.findall(f"testcase/{tag}"))
            for name, tag in (("errors", "error"), ("failures", "failure"), ("skipped", "skipped"))
        }
        assert {name: int(element.attrib[name]) for name in counted} == counted
    for child in element:
        junit_rules(child)


@pytest.mark.slow
@given(RESULTS, st.sampled_from(Audience))
@settings(max_examples=20 * PASSES, deadline=None)
def test_junit_follows_its_schema(found: Result, audience: Audience) -> None:
    """For any texts, it is well-formed XML 1.0 with the elements of xunit2."""
    root = ElementTree.fromstring(document("junit", found, audience))
    assert root.tag == "testsuites"
    junit_rules(root)


def test_junit_distinguishes_failures_from_faults() -> None:
    """A wrong answer is a failure, a grader fault an error, a check that did not run skipped. Points are output."""
    found = result(
        check("a.f", message="Not so."),
        check("a.g", verdict=Verdict.GRADER_FAULT),
        check("a.n", verdict=Verdict.NOT_RUN),
        check("a.p", verdict=Verdict.PASSED, marks="1/2"),
    )
    root = ElementTree.fromstring(document("junit", found))
    kinds = [
        [child.tag for child in case if child.tag != "system-out"] for case in root.iter("testcase")
    ]
    assert kinds == [["failure"], ["error"], ["skipped"], []]
    assert "Not so." in (root.find(".//failure").text or "")  # type: ignore[union-attr]
    last = list(root.iter("testcase"))[-1]
    assert last.findtext("system-out") == "marks: 0.5 of 0.5"


# Markdown.


@pytest.mark.slow
@given(HOSTILE)
def test_text_cannot_leave_its_fence(text: str) -> None:
    """The only line that ends the block is the last one."""
    first, *rest = fenced(text).split("\n")
    fence = first.removesuffix("text")
    assert set(fence) == {"`"}
    closing = [
        place
        for place, line in enumerate(rest)
        if re.fullmatch(rf" {{0,3}}`{{{len(fence)},}}\s*", line)
    ]
    assert closing == [len(rest) - 1]


@pytest.mark.slow
@given(HOSTILE)
def test_escaped_text_is_letters_only(text: str) -> None:
    """No character has a meaning in Markdown, HTML or a table, and no line is a block of its own."""
    shown = escaped(text)
    assert not re.search(r"[\\`*_{}\[\]()<>!|~@:]", shown)
    assert "\n" not in shown
    assert not re.search(r"#(?!\d+;)|&(?!#\d+;)", shown)


@pytest.mark.slow
@given(SOUND, st.sampled_from(Audience))
@settings(max_examples=10 * PASSES, deadline=None)
def test_markdown_has_no_link_image_or_html(found: Result, audience: Audience) -> None:
    """Outside of fences there is no sign of any."""
    text = document("markdown", found, audience).decode()
    outside, fence = [], ""
    for line in text.split("\n"):
        opened = re.fullmatch(r"(`{3,})text", line)
        if fence:
            fence = "" if line == fence else fence
        elif opened:
            fence = opened[1]
        else:
            outside.append(line)
    assert not fence
    assert not re.search(r"[<\[\]!@]|https?:", "\n".join(outside))


# All of them.


@given(RESULTS, st.sampled_from(Audience))
@settings(max_examples=30, deadline=None)
@pytest.mark.nightly
def test_every_document_can_be_made_from_any_result(found: Result, audience: Audience) -> None:
    """No content of a result breaks a format. Equal results give equal bytes, without control characters."""
    # Not the result itself: its texts were escaped on entry.
    for name, data in documents(found, audience, leave_out=("json",)):
        assert data == document(name, found, audience)
        text = data.decode("utf-8")
        assert not re.search(
            "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text
        ), name
