"""The web pages are self-contained, with markup from the templates only and all other text escaped."""

from __future__ import annotations

import base64
import hashlib
import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.harness.course.pages.class_page import class_page
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.course.pages.result_changes import ResultChange, compare
from graders.harness.course.pages.summary import summarise
from graders.harness.diagnosis import FaultGroup
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    Finding,
    ManualPart,
    Result,
    Status,
    Text,
    Transcripts,
    Verdict,
)
from tests import strategies
from tests.nightly import PASSES
from tests.reports.paper import PAINTER, check, flags, result

NASTY = (
    "</pre></details><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "' onmouseover='alert(1)",
    "<style>*{display:none}</style>",
    "{{ 7*7 }}{% raw %}",
    "</title></style></script><!-- --><![CDATA[",
    "&lt;b&gt; &#x3c;",
    "<base href=https://example.org><meta http-equiv=refresh content=0>",
    "\u202etxt.exe\u2066",
    "x" * 100_000,
)
"""Text that does harm in a page that does not escape it."""
texts = st.one_of(strategies.hostile_words, st.sampled_from(NASTY[:-1]))
TAGS = frozenset(
    re.findall(
        "[a-z0-9]+",
        "html head meta title style body a svg defs pattern rect symbol path text use header div p h1 h2 h3 ul ol li span "
        "b strong section nav main details summary code pre dl dt dd figure figcaption table thead tbody tr th td kbd mark "
        "button footer script label input select option br em s hr blockquote",
    )
)
"""All tags in the templates. There is no img, no form, no iframe, no link, no base."""
VOID = frozenset({"meta", "input", "rect", "path", "use", "br"})


class Page(HTMLParser):
    """A parsed page; raises if it has a construct that the templates do not have."""

    def __init__(self, data: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(data.decode("utf-8"))
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a tag."""
        assert tag in TAGS, tag
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs)
        assert not [
            name
            for name in given
            if name.startswith("on") or name in ("style", "src", "srcset", "action")
        ], given
        if "href" in given and given.get("rel") == "noreferrer noopener":  # a tutor's
            assert given["href"].startswith("https://"), given
        elif "href" in given:
            assert re.fullmatch(
                r"#[a-z0-9-]+|[A-Za-z0-9_.~%/-]+/staff-report\.html|\.\./staff-index\.html",
                given["href"],
            ), given
        self.found.append((tag, given))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a tag that ends at once."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that every tag ends in its place."""
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Handle text."""
        if self.open and self.open[-1] in self.raw:
            self.raw[self.open[-1]].append(data)
        else:
            self.text.append(data)

    def handle_comment(self, data: str) -> None:
        """Raise, because the templates have no comment."""
        raise AssertionError(data)

    def attributes(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of all tags of a kind."""
        return [given for name, given in self.found if name == tag]

    @property
    def shown(self) -> str:
        """Return all text."""
        return "".join(self.text)


def page_of(found: Result, audience: Audience = Audience.STAFF, **parts: object) -> Page:
    """Return the parsed page of a result."""
    return Page(page(redact(found, audience), "Blocky", PAINTER, **parts))  # type: ignore[arg-type]


def class_page_of(results: list[Result], **names: str) -> Page:
    """Return the parsed page of a class with these results."""
    rows = [
        GradebookRow(
            names.get("id", ""),
            names.get("name", ""),
            names.get("group", ""),
            f"s{place}{names.get('submission', '')}",
            GradingState.GRADED if one.status is Status.GRADED else GradingState.NOT_GRADABLE,
            one,
            flags=tuple(map(flag_text, one.flags)),
        )
        for place, one in enumerate(results)
    ]
    rows.append(GradebookRow("9", names.get("name", "Nobody"), "", "", GradingState.MISSING))
    summary = summarise("Blocky", rows, digests={row.submission: "same" for row in rows})
    folders = {row.submission: row.submission[:2] for row in rows if row.result}
    return Page(class_page(summary, rows, PAINTER, folders, "Blocky", "blocky"))


def test_policy_names_the_one_script_and_the_one_style() -> None:
    """Their hashes are those in the page, and nothing else may run, load or be sent."""
    taken = page_of(result(check()))
    policies = [
        given["content"]
        for given in taken.attributes("meta")
        if given.get("http-equiv") == "Content-Security-Policy"
    ]
    assert len(policies) == 1
    rules = dict(rule.strip().split(" ", 1) for rule in policies[0].split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for kind in ("script", "style"):
        (text,) = taken.raw[kind]
        assert (
            rules[f"{kind}-src"]
            == f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        )
    assert set(rules) == {"default-src", "style-src", "script-src", "base-uri", "form-action"}
    assert "http" not in "".join(taken.raw["script"] + taken.raw["style"])


@pytest.mark.slow
@given(strategies.results(texts), st.sampled_from(Audience), texts)
@settings(max_examples=10 * PASSES, deadline=None)
def test_nothing_of_a_result_is_markup(found: Result, audience: Audience, source: str) -> None:
    """The page has only tags of the templates, each with its end; no handler, and no address outside the page."""
    sources = {
        finding.file: source.encode("utf-8", "surrogatepass") * 2 for finding in found.findings
    }
    taken = page_of(found, audience, sources=sources, class_page="../staff-index.html")
    assert len(taken.attributes("script")) == len(taken.attributes("style")) == 1
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", taken.shown
    )


@pytest.mark.slow
@given(st.lists(strategies.results(texts), max_size=3), texts)
@settings(max_examples=30, deadline=None)
def test_nothing_of_a_class_is_markup(found: list[Result], text: str) -> None:
    """Names of people and submissions, flags and titles are all text."""
    taken = class_page_of(found, name=text, id=text, group=text, submission=text)
    assert len(taken.attributes("script")) == 1


@pytest.mark.parametrize("text", NASTY)
def test_nasty_text_is_shown(text: str) -> None:
    """It is not dropped; long text is cut."""
    found = result(check(title=text, message=text, exhibits=(Text(label=text, text=text),)))
    found = msgspec.structs.replace(found, submission=text)
    shown = page_of(found).shown
    assert text[:200].replace("\u202e", "\\u202e").replace("\u2066", "\\u2066") in shown
    assert len(shown) < 60_000


def test_same_result_same_bytes() -> None:
    """The page does not depend on time or chance."""
    assert page(redact(result(check()), Audience.STAFF), "Blocky", PAINTER) == page(
        redact(result(check()), Audience.STAFF), "Blocky", PAINTER
    )


def test_worst_comes_first_and_all_checks_are_there() -> None:
    """The grader's faults, then by lost marks. Passed checks and those that did not run are listed."""
    found = result(
        check("a.small", marks=1),
        check("a.large", marks=5),
        check("a.fine", verdict=Verdict.PASSED),
        check("a.not", verdict=Verdict.NOT_RUN),
        check("a.fault", verdict=Verdict.GRADER_FAULT),
    )
    shown = page_of(found).shown
    places = [shown.rindex(f"a.{name}") for name in ("fault", "large", "small", "fine", "not")]
    assert places == sorted(places)


def test_headings_make_an_outline() -> None:
    """One h1, no level left out, and landmarks for screen readers."""
    found = result(
        check(message="wrong"),
        check("b.p", verdict=Verdict.PASSED),
        findings=(Finding("r", "breach", "a.py", 1, "m", "s"),),
        manual=(ManualPart("Style", Fraction(4)),),
        flags=flags("f"),
    )
    for taken in (page_of(found), class_page_of([found, found])):
        levels = [int(tag[1]) for tag, _ in taken.found if tag in ("h1", "h2", "h3")]
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        tags = [tag for tag, _ in taken.found]
        assert tags.count("main") == tags.count("header") == tags.count("footer") == 1
        assert taken.found[[tag for tag, _ in taken.found].index("html")][1]["lang"] == "en"
        ids = [given["id"] for _, given in taken.found if "id" in given]
        assert len(ids) == len(set(ids))
        targets = {
            given["href"][1:] for _, given in taken.found if given.get("href", "").startswith("#")
        }
        assert targets <= set(ids)


def test_transcripts_stand_side_by_side() -> None:
    """The first difference is marked, even if one of them has ended. Typed text is set apart, and spaces are shown."""
    exhibit = Transcripts(
        label="t", start=7, mark=1, expected=("«a1»", "board␠", "more"), got=("«a1»",)
    )
    taken = page_of(result(check(exhibits=(exhibit,))))
    assert "«a1»" in taken.shown and "(it printed nothing more)" in taken.shown
    assert "first difference, line 8" in taken.shown
    assert [tag for tag, _ in taken.found].count("kbd") == 2
    assert "␠" not in taken.shown


def test_long_text_is_folded_and_whole() -> None:
    """All lines of a long game are there, below their number. Compared texts are never folded."""
    game = "\n".join(f"a{number}" for number in range(300))
    texts = (
        Text("typed", game),
        Text("short", "a\nb"),
        Text("expected", game),
        Text("got", game + "!"),
    )
    taken = page_of(result(check(exhibits=texts)))
    assert "300 lines" in taken.shown
    assert taken.shown.count("a299") == 1
    assert [given.get("class") for given in taken.attributes("details")].count("quiet") == 1


def test_findings_are_beside_their_lines() -> None:
    """Some lines around are shown, from the submission alone. Findings without a line are shown, too."""
    findings = (
        Finding("calls", "breach", "a.py", 2, "First.", "the handout"), Finding("calls", "note", "a.py", 4, "Second.", "s"),
        Finding("calls", "review", "a.py", 40, "Nowhere.", "s"), Finding("calls", "breach", "b.py", 1, "Other.", "s"),
    )  # fmt: skip
    sources = {"a.py": "".join(f"line_{n} = {n}\n" for n in range(1, 21)).encode()}
    taken = page_of(result(check(), findings=findings), sources=sources)
    assert [f"line_{n} = {n}" in taken.shown for n in range(1, 8)] == [True] * 6 + [False]
    for told in ("First.", "Second.", "Nowhere.", "Other.", "3 findings", "1 finding"):
        assert told in taken.shown
    assert taken.shown.index("line_2") < taken.shown.index("First.") < taken.shown.index("line_3")


def test_page_for_staff_names_the_page_of_facts() -> None:
    """It does so only if a section is cited. Students do not see it, because they have the handout."""

    def found(source: str) -> Result:
        return result(
            findings=(
                Finding("calls", "breach", "goal.py", 3, "A call outside of functions.", source),
            )
        )

    cited, other = found("the handout: no calls (spec 13)"), found("the handout, 3")
    place = f"docs/assignments/{cited.assignment}.md"
    assert place in page_of(cited).text
    assert place not in page_of(other).text
    assert place not in page_of(cited, Audience.STUDENT).text


def test_foreign_letters_in_quoted_code_are_marked() -> None:
    """A letter of another script may look like a Latin one in a Latin word. Words in other languages have no marks."""
    found = result(
        check(), findings=(Finding("calls", "breach", "a.py", 1, "First.", "the handout"),)
    )
    taken = page_of(
        found, sources={"a.py": "sc\N{CYRILLIC SMALL LETTER O}pe = 'Привет, café'\n".encode()}
    )
    assert [given["title"] for given in taken.attributes("mark")] == [
        "U+043E CYRILLIC SMALL LETTER O"
    ]
    assert "sc\N{CYRILLIC SMALL LETTER O}pe = 'Привет, café'" in taken.shown


def test_result_without_marks_has_none_on_its_page() -> None:
    """No text could be read as a mark."""
    fault = result(check(verdict=Verdict.GRADER_FAULT, marks=5), status=Status.NOT_GRADABLE)
    shown = page_of(fault).shown
    assert "The grader failed, not the submission" in shown
    assert "/ 5" not in shown


def test_page_for_students_shows_what_the_policy_discloses() -> None:
    """Title and verdict, or less."""
    found = result(check("a.h", hidden=True, title="A title.", marks="7/4"), check("a.o", marks=1))
    shown = page_of(found, Audience.STUDENT).shown
    assert (
        "A title." in shown and "1.75" not in shown and "a.h" not in shown.replace("a.hidden", "")
    )
    partial = Page(
        page(redact(found, Audience.STUDENT, HiddenCheckPolicy.NOTHING), "Blocky", PAINTER)
    ).shown
    assert "marks of the public checks" in partial and "A title." not in partial


# A class.


def test_class_page_has_everybody_and_links_to_their_pages() -> None:
    """One row for each. A submission without a page has no link, and cells with marks can be sorted."""
    taken = class_page_of([result(check()), result(check(verdict=Verdict.PASSED))], name="Ada")
    links = [
        given["href"]
        for given in taken.attributes("a")
        if given["href"].endswith("staff-report.html")
    ]
    assert {"s0/staff-report.html", "s1/staff-report.html"} <= set(links)
    assert len(taken.attributes("tr")) >= 4
    assert "Nobody" in taken.shown or "Ada" in taken.shown
    assert "median 0.5" in taken.shown


def test_changed_mark_is_apart_from_its_checks() -> None:
    """The new mark and the name of a check are not one word."""
    before, after = result(check(marks=2)), result(check(marks=2, verdict=Verdict.PASSED))
    summary = summarise("Blocky", [], changes=compare({"ada": before}, {"ada": after}))
    taken = Page(class_page(summary, [], PAINTER, {}, "Blocky", "blocky"))
    assert "ada was 0, now 2 block.rotate wrong answer, now passed" in " ".join(taken.shown.split())


def test_class_page_begins_with_needs_review() -> None:
    """It lists decisions for staff to make; changes and identical files are for information."""
    rows = [
        GradebookRow("", "Ada", "", "ada", GradingState.UNREADABLE),
        GradebookRow("", "Bob", "", "bob", GradingState.UNREADABLE),
    ]
    change = ResultChange("cy", Fraction(1), None, ())
    digests = {"ada": "1", "bob": "1"}
    summary = summarise("Blocky", rows, digests=digests, changes=[change])
    sections = re.findall(
        '<h2 id="([a-z]+)"', class_page(summary, rows, PAINTER, {}, "Blocky", "blocky").decode()
    )
    assert sections[:3] == ["attention", "changes", "identical"]


def test_authors_are_apart_whose_names_have_commas() -> None:
    """Canvas writes "Lovelace, Ada"."""
    one = msgspec.structs.replace(result(check()), submission="team")
    rows = [
        GradebookRow("", name, "", "team", GradingState.GRADED, one)
        for name in ("Ka, Kai", "Le, Lea")
    ]
    groups = (FaultGroup("It is wrong.", ("team",), ("f",)),)
    taken = Page(
        class_page(summarise("Blocky", rows, groups=groups), rows, PAINTER, {}, "Blocky", "blocky")
    )
    assert "Ka, Kai; Le, Lea" in taken.shown


def test_empty_class_has_a_page() -> None:
    assert "1 missing" in class_page_of([]).shown
