"""The pages in a real browser: clicked, typed into, in light and dark, printed; all from files, offline."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.harness.course.pages.class_page import class_page
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.course.pages.summary import summarise
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.html.page import page
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    Adjustment,
    Finding,
    Flag,
    FlagCode,
    ManualPart,
    Result,
    Status,
    Text,
    Transcripts,
    Verdict,
)
from tests.reports.browser import MISSING, Browser, browser
from tests.reports.paper import PAINTER, board, check, flags, notes, result
from tests.reports.sample_class import page_of
from tests.reports.test_pages import NASTY

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]

SQUARES = (("b", 0, 0, 1), ("r", 1, 0, 1), ("o", 0, 1, 1), ("y", 1, 1, 1))
RICH = result(
    check(
        "block.rotate",
        marks=2,
        title="rotate turns the board.",
        message="rotate(1) gives another board.",
        exhibits=(
            board("board before", 2, *SQUARES),
            board("expected", 2, ("r", 0, 0, 1), *SQUARES[1:]),
            board("got", 2, *SQUARES[:3]),
        ),
    ),
    check(
        "game.help",
        marks=1,
        title="Help comes when it is asked for.",
        message="The game differs in line 2.",
        exhibits=(
            Transcripts(
                label="t",
                start=1,
                mark=1,
                expected=("«h»", "Valid commands:␠", "-"),
                got=("«h»", "No"),
            ),
        ),
    ),
    check(
        "goal.score",
        marks=1,
        exhibits=(Text("call", "score(b)"), Text("expected", "12 \n3"), Text("got", "12\n3")),
    ),
    check("goal.slow", verdict=Verdict.TIMEOUT, message="Too slow."),
    check("goal.hidden", hidden=True, title="A hidden one.", message="Not for students."),
    check("goal.fine", verdict=Verdict.PASSED, marks=3),
    check("goal.later", verdict=Verdict.NOT_RUN),
    findings=(
        Finding("calls", "breach", "goal.py", 3, "A call outside of functions.", "the handout, 3"),
        Finding("names", "review", "goal.py", 5, "A constant without a name.", "the handout, 4"),
        Finding("names", "note", "gone.py", 1, "Nothing to see.", "the handout, 4"),
    ),
    manual=(ManualPart("Style", Fraction(4)),),
    adjustments=(Adjustment("late", Fraction(-1), "a day"),),
    flags=flags("looks like the starter"),
    notes=notes("took Goal.py for goal.py"),
)
SOURCES = {"goal.py": b"a = 1\nb = 2\nprint(a)\n\nc = 17\n"}

CONTRAST = """
const shine = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
const parse = (colour) => { const n = colour.match(/[\\d.]+/g).map(Number); return [n.slice(0, 3), n[3] ?? 1]; };
const ground = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const [rgb, alpha] = parse(getComputedStyle(at).backgroundColor);
    if (alpha === 1) return rgb;
  }
  return [255, 255, 255];
};
const poor = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode, holder = text.parentElement;
  if (!text.data.trim() || holder.closest("svg, script, style, .unseen, .skip")) continue;
  if (!holder.checkVisibility()) continue;
  const style = getComputedStyle(holder), [ink, alpha] = parse(style.color);
  const [light, dark] = [shine(ink), shine(ground(holder))].sort((a, b) => b - a);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
  const ratio = (light + .05) / (dark + .05);
  if (alpha < 1 || ratio < (large ? 3 : 4.5)) poor.push([text.data.trim().slice(0, 40), ratio.toFixed(2)]);
}
return poor;
"""
"""Returns texts with too little contrast to their background (WCAG 2 AA)."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory) -> Iterator[Browser]:
    """One browser for all tests of this module; its console must stay empty."""
    with browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found
        assert found.complaints() == []


@pytest.fixture
def report(tmp_path: Path, shown: Browser) -> Browser:
    """The page of a submission with one entry of each kind."""
    (tmp_path / "report.html").write_bytes(
        page(redact(RICH, Audience.STAFF), "Blocky", PAINTER, SOURCES, "../staff-index.html")
    )
    shown.size(1200, 900)
    shown.media()
    shown.requests()  # from earlier pages
    shown.open(tmp_path / "report.html")
    return shown


def submission(name: str, marks: int, *flags: Flag) -> Result:
    """Return one submission of a class, with some marks of ten."""
    checks = (
        check("goal.a", marks=marks, verdict=Verdict.PASSED),
        check("goal.b", marks=10 - marks, exhibits=(Text("call", "f(0)"), Text("got", name))),
    )
    return msgspec.structs.replace(result(*checks), submission=name, flags=flags)


@pytest.fixture
def classroom(tmp_path: Path, shown: Browser) -> Browser:
    """The page of a small class, and those of its submissions beside it."""
    results = [
        submission("ada", 9),
        submission("bob", 10),
        submission("cy", 2, Flag(FlagCode.TOO_LATE, {"days": 4})),
        submission("dée", 5),
    ]
    rows = [
        GradebookRow(
            str(1000 + 7 * place),
            one.submission.title(),
            "",
            one.submission,
            GradingState.GRADED,
            one,
            flags=tuple(map(flag_text, one.flags)),
        )
        for place, one in enumerate(results)
    ]
    rows[1] = msgspec.structs.replace(rows[1], days_late=Fraction(2))
    rows.append(GradebookRow("999", "Eve", "", "", GradingState.MISSING))
    folders = {}
    for place, one in enumerate(results):
        folders[one.submission] = f"s {place}"
        (tmp_path / f"s {place}").mkdir()
        made = page(redact(one, Audience.STAFF), "Blocky", PAINTER, {}, "../staff-index.html")
        (tmp_path / f"s {place}" / "staff-report.html").write_bytes(made)
    made = class_page(summarise("Blocky", rows), rows, PAINTER, folders, "Blocky", "blocky")
    (tmp_path / "staff-index.html").write_bytes(made)
    shown.size(1200, 900)
    shown.media()
    shown.open(tmp_path / "staff-index.html")
    return shown


def names(shown: Browser) -> list[str]:
    """Return the names in the table in its order, except for hidden rows."""
    return [shown.text(one) for one in shown.all("table.searched tbody tr:not([hidden]) th")]


def test_nothing_is_loaded_and_nothing_is_refused(report: Browser) -> None:
    """The page requests nothing but itself, its style and script run, and the console is empty."""
    assert report.requests() == [report.address]
    assert report.complaints() == []
    assert (
        report.run("return getComputedStyle(document.querySelector('.columns')).display") == "grid"
    )
    assert report.run("return document.querySelector('button.fold').hidden") is False


def test_checks_fold_and_unfold(report: Browser) -> None:
    """A click on their headings, a key and the button for all of them do it."""

    def open_() -> int:
        return len(report.all("details.card[open]"))

    everything = len(report.all("details.card"))
    assert open_() == everything == 5
    report.click(report.one("details.card summary"))
    assert open_() == everything - 1
    report.run("document.querySelectorAll('details.card summary')[1].focus()")
    report.press("Enter")
    assert open_() == everything - 2
    button = report.one("button.fold")
    report.click(button)
    assert (open_(), report.text(button)) == (0, "Open all")
    report.click(button)
    assert (open_(), report.text(button)) == (everything, "Close all")


def test_contents_lead_to_checks_even_if_they_are_closed(report: Browser) -> None:
    """A link opens its target."""
    report.click(report.one("button.fold"))
    report.click(report.all(".contents a")[1])
    assert report.becomes_true("location.hash && document.querySelector(location.hash).open")
    passed = next(one for one in report.all(".contents a") if report.text(one) == "Passed")
    report.click(passed)
    assert report.becomes_true("document.getElementById('passed').open")


def test_keyboard_reaches_everything_in_order(report: Browser) -> None:
    """First the skip link, then links, headings of checks, scrolled boxes. The focus is visible."""
    report.press("Tab")
    assert report.run("return document.activeElement.className") == "skip"
    assert report.run("return document.activeElement.getBoundingClientRect().left >= 0") is True
    report.press("Enter")
    assert report.becomes_true("location.hash === '#main'")
    reached = set()
    for _ in range(30):
        report.press("Tab")
        reached.add(
            report.run(
                "return document.activeElement.tagName + '.' + document.activeElement.className"
            )
        )
        outline = report.run("return getComputedStyle(document.activeElement).outlineWidth")
        assert outline == "3px" or report.run("return document.activeElement === document.body")
    assert {"SUMMARY.", "DIV.scroll", "PRE.", "BUTTON.fold"} <= reached


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 380])
def test_page_is_readable(width: int, scheme: str, report: Browser) -> None:
    """Enough contrast in both schemes; no page is wider than its window."""
    report.size(width, 900)
    report.media(scheme=scheme)
    for one in report.all("details:not([open]) > summary"):
        report.click(one)
    assert report.run(CONTRAST) == []
    assert report.run("return document.documentElement.scrollWidth") <= width


def test_paper_has_everything_unfolded(report: Browser, tmp_path: Path) -> None:
    """Closed parts are open on paper, without buttons and contents; afterwards they are closed again."""
    report.click(report.one("button.fold"))
    closed = len(report.all("details:not([open])"))
    report.run(
        "window.seen = null; addEventListener('beforeprint', () => { window.seen = document.querySelectorAll('details:not([open])').length; })"
    )
    report.print(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert report.run("return window.seen") == 0
    assert len(report.all("details:not([open])")) == closed
    report.media(kind="print")
    for gone in ("button.fold", ".contents", ".skip"):
        assert (
            report.run(
                "return getComputedStyle(document.querySelector(arguments[0])).display", gone
            )
            == "none"
        )
    assert report.run(CONTRAST) == []


def test_nasty_text_does_nothing(shown: Browser, tmp_path: Path) -> None:
    """The text is tried in every position. It adds no element, script or dialogue."""
    for place, text in enumerate(NASTY[:-1]):
        found = result(
            check(
                title=text,
                message=text,
                exhibits=(Text(text, text), board(text, 1, (text[:1], 0, 0, 1))),
            ),
            check("b.p", title=text, verdict=Verdict.PASSED),
            findings=(Finding(text, text, text, 1, text, text),),
            manual=(ManualPart(text, Fraction(1)),),
            adjustments=(Adjustment(text, Fraction(1), text),),
            flags=flags(text),
            notes=notes(text),
        )
        found = msgspec.structs.replace(found, submission=text)
        path = tmp_path / f"{place}.html"
        path.write_bytes(
            page(
                redact(found, Audience.STAFF),
                text,
                PAINTER,
                {text: text.encode("utf-8", "replace")},
            )
        )
        shown.open(path)
        assert (
            shown.run(
                "return document.querySelectorAll('img, iframe, base, link, object, [onerror], [onload]').length"
            )
            == 0
        )
        assert shown.run("return [document.scripts.length, document.styleSheets.length]") == [1, 1]
        assert shown.run("return getComputedStyle(document.querySelector('h1')).display") != "none"
        assert all(address.startswith("file:") for address in shown.requests())
    assert shown.complaints() == []


def test_class_table_is_searched(classroom: Browser) -> None:
    """Any word of a row matches, without accents too; Escape clears. A screen reader gets the number of rows left."""
    assert names(classroom) == ["Ada", "Bob", "Cy", "Dée", "Eve"]
    search, matches = classroom.one(".tools input"), classroom.one(".tools [role=status]")
    classroom.type(search, "dee")
    assert names(classroom) == ["Dée"]
    assert classroom.text(matches) == "1 of 5 shown"
    classroom.press("Escape")
    assert len(names(classroom)) == 5
    classroom.type(search, "agreed")
    assert names(classroom) == ["Cy"]
    classroom.press("Escape")
    classroom.click(
        next(one for one in classroom.all(".tools option") if classroom.text(one) == "missing (1)")
    )
    assert names(classroom) == ["Eve"]
    classroom.click(
        next(one for one in classroom.all(".tools option") if classroom.text(one) == "late (1)")
    )
    assert names(classroom) == ["Bob"]


def test_class_table_is_sorted(classroom: Browser) -> None:
    """Each column sorts in both directions, numbers as numbers. Rows without a mark come last both times."""
    buttons = {classroom.text(one): one for one in classroom.all("table.searched thead button")}
    total = next(one for text, one in buttons.items() if text.startswith("total"))
    classroom.click(total)
    assert names(classroom) == ["Bob", "Ada", "Dée", "Cy", "Eve"]
    classroom.click(total)
    assert names(classroom) == ["Cy", "Dée", "Ada", "Bob", "Eve"]
    sorted_ = classroom.run(
        "return [...document.querySelectorAll('[aria-sort]')].map((head) => head.ariaSort)"
    )
    assert sorted_ == ["ascending"]
    classroom.click(buttons["name"])
    assert names(classroom) == ["Ada", "Bob", "Cy", "Dée", "Eve"]
    classroom.run("document.querySelector('table.searched thead button').focus()")
    classroom.press("Space")
    assert names(classroom) == ["Eve", "Dée", "Cy", "Bob", "Ada"]


def test_links_lead_from_the_class_to_a_submission_and_back(classroom: Browser) -> None:
    """They work from a folder with any name."""
    classroom.click(
        next(one for one in classroom.all("table.searched a") if classroom.text(one) == "cy")
    )
    assert classroom.address.endswith("/s%202/staff-report.html")
    assert classroom.text(classroom.one("h1")) == "cy"
    classroom.click(classroom.one(".over a"))
    assert classroom.address.endswith("/staff-index.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 380])
def test_class_page_is_readable(width: int, scheme: str, shown: Browser, tmp_path: Path) -> None:
    """Enough contrast in both schemes; wide tables scroll by themselves, and none of their columns is squeezed."""
    (tmp_path / "staff-index.html").write_bytes(page_of(40))
    shown.size(width, 900)
    shown.media(scheme=scheme)
    shown.open(tmp_path / "staff-index.html")
    shown.run("for (const one of document.querySelectorAll('details')) one.open = true")
    assert shown.run(CONTRAST) == []
    assert shown.run("return document.documentElement.scrollWidth") <= width
    assert (
        shown.run(
            "return Math.max(...[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight))"
        )
        < 400
    )


BROKEN_WORDS = """
const broken = [];
for (const head of document.querySelectorAll("table.searched thead th")) {
  const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(walker.currentNode, word.index);
    range.setEnd(walker.currentNode, word.index + word[0].length);
    if (range.getClientRects().length > 1) broken.push(word[0]);
  }
}
return broken;
"""
"""Returns the words of the headings that are on more than one line."""


@pytest.mark.parametrize(("width", "kind"), [(1400, "screen"), (400, "screen"), (700, "print")])
def test_class_of_many_tasks_is_readable(
    width: int, kind: str, shown: Browser, tmp_path: Path
) -> None:
    """Headings of 22 tasks have whole words, and a flag leaves its row low. On paper all columns are visible."""
    checks = [check(f"contents{place}.a", verdict=Verdict.PASSED) for place in range(22)]
    reason = "one cause for 73 of 73 failed checks: they pass with the rows of the field in the opposite order (20 of 20 marks)"
    flagged = msgspec.structs.replace(
        result(*checks, flags=flags(reason)), submission="rows-upside-down"
    )
    rows = [
        GradebookRow("", "", "", flagged.submission, GradingState.GRADED, flagged, flags=(reason,))
    ]
    path = tmp_path / "staff-index.html"
    path.write_bytes(
        class_page(summarise("Columns", rows), rows, PAINTER, {}, "Columns", "columns")
    )
    shown.size(width, 900)
    shown.media(kind=kind)
    shown.open(path)
    broken = shown.run(BROKEN_WORDS)
    height = shown.run("return document.querySelector('table.searched tbody tr').offsetHeight")
    wide = shown.run("return document.documentElement.scrollWidth")
    shown.media()
    assert (broken, height < 120, wide <= width) == ([], True, True)


def test_table_of_students_fits_a_wide_window(shown: Browser, tmp_path: Path) -> None:
    """Its last column has the flags, which were cut off at every width. Five tasks, ids, groups, submissions and lateness fit."""
    names = (
        "The board (block.py)",
        "Squares to draw (blocky.py)",
        "Goals and scores (goal.py)",
        "Players (player.py)",
        "The whole game",
    )
    made = result(
        *[check(f"t{place}.a", marks=20, verdict=Verdict.PASSED) for place in range(5)],
        adjustments=(Adjustment("late", Fraction(-2), "1 day"),),
    )
    tasks = tuple(
        msgspec.structs.replace(task, name=name)
        for task, name in zip(made.tasks, names, strict=True)
    )
    one = msgspec.structs.replace(made, submission="lovelace_ada", tasks=tasks)
    row = GradebookRow(
        "1004987654",
        "Augusta Ada Lovelace",
        "group-12",
        one.submission,
        GradingState.GRADED,
        one,
        days_late=Fraction(1),
    )
    rows = [
        msgspec.structs.replace(
            row,
            flags=(
                "helpers.txt is neither a source file nor one of the files that were asked for",
            ),
        ),
        row,
    ]
    path = tmp_path / "staff-index.html"
    path.write_bytes(class_page(summarise("Blocky", rows), rows, PAINTER, {}, "Blocky", "blocky"))
    shown.size(1200, 900)
    shown.media()
    shown.open(path)
    assert shown.run(
        "const frame = document.querySelector('table.searched').parentElement; return frame.scrollWidth <= frame.clientWidth"
    )


def test_table_that_scrolls_has_a_shadow(classroom: Browser) -> None:
    """Some systems hide scroll bars. Covers that scroll with the table hide the shadow at its end."""
    style = "getComputedStyle(document.querySelector('table.searched').parentElement)"
    assert classroom.run(f"return {style}.backgroundAttachment").split(", ")[:4] == [
        "local",
        "local",
        "scroll",
        "scroll",
    ]


def test_table_of_checks_is_sorted(shown: Browser, tmp_path: Path) -> None:
    """By what a check costs, for instance; the column of bars has no button."""
    (tmp_path / "staff-index.html").write_bytes(page_of(40))
    shown.open(tmp_path / "staff-index.html")
    shown.run("for (const one of document.querySelectorAll('details')) one.open = true")
    table = "table.ruled.sortable:not(.searched)"
    buttons = {shown.text(one): one for one in shown.all(f"{table} thead button")}
    assert set(buttons) == {"did not pass", "check", "submissions", "separates", "costs"}
    shown.click(buttons["costs"])
    costs = shown.run(
        f"return [...document.querySelectorAll('{table} td:last-child')].map((cell) => +cell.dataset.value)"
    )
    assert costs == sorted(costs, reverse=True) and costs[0] > costs[-1]


def test_page_without_marks_shows_no_mark(shown: Browser, tmp_path: Path) -> None:
    """A result that is not gradable has no bar, either."""
    fault = result(check(verdict=Verdict.GRADER_FAULT), status=Status.NOT_GRADABLE)
    (tmp_path / "report.html").write_bytes(page(redact(fault, Audience.STUDENT), "Blocky", PAINTER))
    shown.open(tmp_path / "report.html")
    assert "no mark" in shown.text(shown.one(".score"))
    assert shown.run("return document.querySelector('.earned').width.baseVal.value") == 0
