"""The desk in a real browser: by keys alone, with hostile code, and two tutors at once.

Each browser takes seconds, so most of this is for the night; `test_application.py` has two clients at once every day.
"""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("uvicorn", reason="the optional extra `tutoring` is not installed")

from graders.extensions.tutoring.decisions_writing import with_rubric
from graders.harness import cli
from graders.harness.content import child_environment
from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.decisions_file import change
from graders.harness.course.marks.markings import ItemTable, Rubric
from graders.harness.result import Finding, ManualPart, Text, Transcripts, from_json, to_json, total
from tests.extensions.tutoring.classroom import CODE, FOUND, classroom
from tests.extensions.tutoring.serving import served
from tests.extensions.tutoring.test_decided import with_unreadable
from tests.reports.browser import MISSING, Browser, browser
from tests.reports.test_browser import CONTRAST
from tests.reports.test_pages import NASTY

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]

RUBRIC = Rubric(
    item=(
        ItemTable("names", "Magic numbers", "Quality", "-1.5"),
        ItemTable("docs", "No docstrings", "Quality", "-2"),
    )
)
TWO_PARTS = (ManualPart("Quality", Fraction(10)), ManualPart("Tests", Fraction(5)))


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of all tests."""
    with browser(tmp_path_factory.mktemp("ann")) as shown:
        shown.size(1280, 900)
        yield shown


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class with a rubric; the third submission is hostile."""
    hostile = "\n".join([*NASTY[:-1], "# end"]).encode()
    folder = classroom(tmp_path / "marks", ("ada", "ben", "eve"))
    (folder / "eve" / "code.json").unlink()
    eve = classroom(
        tmp_path / "other",
        ("eve",),
        code={**CODE, "game.py": hostile, "</main><script>alert(1)</script>.py": b"1"},
    )
    (eve / "eve" / "code.json").rename(folder / "eve" / "code.json")
    change(folder, lambda before: with_rubric(before, RUBRIC))
    return folder


def at(shown: Browser, address: str, name: str) -> None:
    """Go to a submission. The page of an earlier test may still ask a desk that has ended."""
    shown.go("about:blank")
    shown.complaints()
    shown.go(f"{address}#{name}")
    assert shown.becomes_true(f"document.documentElement.dataset.shown === '{name}'")


def call(shown: Browser, name: str) -> None:
    """Tell the page who the tutor is: it asks the second one at a desk."""
    assert shown.becomes_true("document.getElementById('who').open")
    shown.run("document.getElementById('tutor').value = ''")
    shown.type(shown.one("#tutor"), name)
    shown.press("Enter")
    assert shown.becomes_true("!document.getElementById('who').open")
    shown.press("Escape")


def is_saved(shown: Browser) -> bool:
    """Return whether all that was typed is saved, after a while."""
    return shown.becomes_true("document.getElementById('saved').textContent === 'Saved'")


@pytest.mark.nightly
def test_a_tutor_needs_no_mouse(ann: Browser, marks: Path) -> None:
    """Comment on two lines and on the whole, two items, one taken back, then on to the next who is not marked."""
    with served(marks) as address:
        at(ann, address, "ada")
        ann.press(*["j"] * 8, "J", "c", *"Why *7*?")
        assert is_saved(ann)
        ann.press("Escape", "w", *"All in all: good.")
        assert is_saved(ann)
        ann.press("Escape", "1", "2", "1")
        assert ann.becomes_true("document.querySelectorAll('.items li.given').length === 1")
        assert ann.becomes_true(
            "document.getElementById('progress-text').textContent === '1 of 3 marked'"
        )
        assert ann.run("return document.querySelector('#source .card em').textContent") == "7"
        ann.press("u")
        assert ann.becomes_true("document.documentElement.dataset.shown === 'ben'")
        ann.press("m", "7", ".", "5", "Escape", "?")
        assert ann.run("return document.getElementById('keys').open") is True
        ann.press("Escape")
        assert is_saved(ann) and ann.complaints() == []
    found = from_json((marks / "ada" / "result.json").read_bytes())
    assert (found.manual[0].marks, [(one.text, one.where) for one in found.comments]) == (
        8,
        [("All in all: good.", ""), ("Why *7*?", "game.py:9-10")],
    )
    assert from_json((marks / "ben" / "result.json").read_bytes()).manual[0].marks == 7.5


@pytest.mark.nightly
def test_hostile_class_does_nothing_in_a_browser(ann: Browser, marks: Path) -> None:
    """Code and names of files are text; the page requests nothing but the desk's."""
    with served(marks) as address:
        ann.requests()
        at(ann, address, "eve")
        ann.press("]")
        assert NASTY[0] in ann.run("return document.getElementById('source').textContent")
        assert (
            ann.run(
                "return document.querySelectorAll('main script, main img, main svg, main style').length"
            )
            == 0
        )
        ann.press("c", *NASTY[1])
        assert is_saved(ann)
        ann.press("Escape")
        assert ann.run("return document.querySelectorAll('img').length") == 0
        assert [
            asked for asked in ann.requests() if not asked.startswith((address, "about:", "data:"))
        ] == []
        assert ann.complaints() == []


@pytest.mark.nightly
def test_desk_is_readable(ann: Browser, marks: Path) -> None:
    """Enough contrast in both schemes; the page is no wider than its window."""
    with served(marks) as address:
        at(ann, address, "ada")
        ann.press("c", "x", "Escape", "1")
        assert is_saved(ann)
        for width in (800, 1280):
            ann.size(width, 900)
            assert ann.run("return document.documentElement.scrollWidth") <= width
            for scheme in ("dark", "light"):
                ann.media(scheme=scheme)
                assert ann.run(CONTRAST) == []


@pytest.mark.nightly
def test_two_browsers_lose_no_word(ann: Browser, marks: Path, tmp_path: Path) -> None:
    """Ben sees Ann's comment. Both then change it at once: one gets both texts, and keeps both."""
    with served(marks) as address, browser(tmp_path / "ben") as ben:
        for shown in (ann, ben):
            at(shown, address, "ada")
        call(ben, "Ben")
        ann.press("c", *"first")
        assert is_saved(ann)
        assert ben.becomes_true(
            "document.querySelector('.card .md')?.textContent.trim() === 'first'"
        )
        ann.press(*", Ann")
        ben.press("e", *", Ben")
        assert is_saved(ann)
        assert ben.becomes_true("Boolean(document.querySelector('.both'))")
        ben.press("Escape")
        ben.click(next(one for one in ben.all(".conflict button") if ben.text(one) == "Keep both"))
        assert is_saved(ben)
        assert ann.becomes_true("document.querySelector('.card textarea').value.includes('Ben')")
        ann.press("Escape")
        assert [said for said in (*ann.complaints(), *ben.complaints()) if "409" not in said] == []
    assert [one.text for one in decisions_file.read(marks).marking("ada").comment] == [
        "first, Ann\n\nfirst, Ben"
    ]


@pytest.mark.nightly
def test_two_browsers_mark_twenty_once_each(ann: Browser, tmp_path: Path) -> None:
    """Both press u in turn. Each sees where the other one is, and what is theirs."""
    folder = classroom(tmp_path / "marks", tuple(f"s{number:02}" for number in range(20)))
    with served(folder) as address, browser(tmp_path / "ben") as ben:
        seen = []
        for shown in (ann, ben):
            shown.go("about:blank")
            shown.complaints()
            shown.go(address)
            assert shown.becomes_true("Boolean(document.documentElement.dataset.shown)")
        call(ben, "Ben")
        assert ann.becomes_true(
            "document.querySelectorAll('#names .list-who')[1].textContent.includes('Ben here')"
        )
        for _ in range(10):
            for shown in (ann, ben):
                here = shown.run("return document.documentElement.dataset.shown")
                seen.append(here)
                shown.press("0")
                assert is_saved(shown)
                shown.press("u")
                gone = f"document.documentElement.dataset.shown !== '{here}'"
                assert shown.becomes_true(
                    f"{gone} || document.getElementById('here').textContent !== ''"
                )
        assert sorted(seen) == [f"s{number:02}" for number in range(20)]
        assert ann.becomes_true(
            "document.getElementById('progress-text').textContent === '20 of 20 marked'"
        )
        ann.click(ann.one("#filter"))
        ann.run(
            "document.getElementById('filter').value = 'unmarked'; document.getElementById('filter').dispatchEvent(new Event('input'))"
        )
        assert ann.text(ann.one("#shown")) == "0 of 20 shown"
        assert ann.complaints() == ben.complaints() == []


@pytest.mark.nightly
def test_two_tutors_divide_the_parts(ann: Browser, tmp_path: Path) -> None:
    """Each presses U for a part; the desk says when all have marks for it. "BEN" is Ben, who is known here."""
    names = tuple(f"s{number:02}" for number in range(4))
    folder = classroom(tmp_path / "marks", names, TWO_PARTS)
    first = "document.querySelector('#names a').getAttribute('aria-label')"
    with served(folder) as address, browser(tmp_path / "ben") as ben:
        at(ann, address, "s00")
        at(ben, address, "s01")
        call(ben, "Ben")
        ben.press("s")
        for shown in (ann, ben) * 4:
            here = shown.run("return document.documentElement.dataset.shown")
            shown.press("0")
            assert is_saved(shown)
            shown.press("U")
            gone = f"document.documentElement.dataset.shown !== '{here}'"
            assert shown.becomes_true(
                f"{gone} || document.getElementById('here').textContent !== ''"
            )
        for shown, part in ((ann, "Quality"), (ben, "Tests")):
            shown.press("U")
            said = f"document.getElementById('here').textContent === 'All have marks for {part}.'"
            assert shown.becomes_true(said)
            assert shown.becomes_true(f"{first}.includes('marked, 15')")
            progress = shown.run("return document.getElementById('by-tutor').textContent")
            assert "Ann4 Quality" in progress and "Ben4 Tests" in progress
        ann.click(ann.one("#progress"))
        ann.click(ann.one("#by-tutor button"))
        call(ann, "BEN")
        assert "You are Ben" in ann.run("return document.getElementById('by-tutor').textContent")
        assert ann.complaints() == ben.complaints() == []


@pytest.mark.nightly
def test_file_that_came_by_mail_counts_instead(ann: Browser, marks: Path, tmp_path: Path) -> None:
    """A submission could not be read: its page says why, and takes a file from this machine."""
    with_unreadable(marks)
    mail = tmp_path / "block.py"
    mail.write_text("x = 1\n")
    with served(marks) as address:
        at(ann, address, "uma")
        assert ann.text(ann.one("#source")).startswith("This submission could not be read")
        ann.click(next(one for one in ann.all("#source button") if "instead" in ann.text(one)))
        ann.type(ann.one("#decide-file"), str(mail))
        ann.type(ann.one("#decide-text"), "The platform was down.")
        for said in ("Show the effect", "Write this"):
            go = f"document.getElementById('decide-go').textContent === '{said}'"
            assert ann.becomes_true(go)
            ann.click(ann.one("#decide-go"))
        counts = "document.getElementById('source').textContent.includes('block.py counts instead')"
        assert ann.becomes_true(counts)
        assert ann.complaints() == []
    (decision,) = decisions_file.read(marks).file_decisions
    assert (marks / decision.taken_from).read_bytes() == b"x = 1\n"


@pytest.mark.nightly
def test_a_check_is_waived_beside_the_code(ann: Browser, marks: Path) -> None:
    """The report's exhibits are there, hostile ones as text; the effect is shown before it is written."""
    path = marks / "ada" / "result.json"
    found = from_json(path.read_bytes())
    evil = tuple(Text(label="got", text=text[:200]) for text in NASTY)
    long = tuple(map(str, range(99)))
    apart = (Transcripts("", start=1, mark=98, expected=long, got=(*long[:98], "x")),)
    *checks, last = (msgspec.structs.replace(one, exhibits=evil) for one in found.checks)
    checks.append(msgspec.structs.replace(last, exhibits=apart))
    path.write_bytes(to_json(msgspec.structs.replace(found, checks=tuple(checks))))
    with served(marks) as address:
        at(ann, address, "ada")
        inside = "document.querySelector('#source .exhibits').shadowRoot"
        summary = "document.querySelector('#source .evidence summary').ariaLabel"
        assert (
            ann.run(f"return {summary}") == "Given, expected and got: drop refuses a full column."
        )
        ann.run("document.querySelector('#source .evidence').open = true")
        assert ann.becomes_true(f"Boolean({inside}?.querySelector('pre'))")
        assert NASTY[0] in ann.run(f"return {inside}.textContent")
        assert (
            ann.run(f"return {inside}.querySelectorAll('script, img, style, base, meta').length")
            == 0
        )
        ann.run("document.querySelectorAll('.evidence').forEach((one) => { one.open = true; })")
        unseen = "[...document.querySelectorAll('.exhibits')].at(-1).shadowRoot?.querySelector('.unseen')"
        assert ann.becomes_true(f"({unseen}) && getComputedStyle({unseen}).position === 'absolute'")
        assert ann.run("return document.documentElement.scrollHeight === innerHeight")
        ann.click(ann.one("#source .note-box > .decide"))
        ann.press(*"The forum.")
        ann.click(ann.one("#decide-go"))
        assert ann.becomes_true(
            "document.getElementById('decide-effect').textContent.includes('3 → 5')"
        )
        ann.click(ann.one("#decide-go"))
        assert ann.becomes_true("!document.getElementById('decide').open")
        assert ann.becomes_true("document.querySelector('.result .of-max').textContent === '5 / 6'")
        assert ann.complaints() == []
    assert total(from_json(path.read_bytes())) == 5


@pytest.mark.nightly
def test_rubric_item_goes_on_a_line(ann: Browser, marks: Path) -> None:
    """It then applies; a changed item shows whose marks change before it is saved."""
    with served(marks) as address:
        at(ann, address, "ada")
        ann.press("j", "j", "i")
        assert ann.run("return document.activeElement.className") == "of-item"
        ann.type(ann.one("#source .of-item"), "Magic")
        assert ann.becomes_true("document.querySelectorAll('.items li.given').length === 1")
        ann.press("Escape")
        assert is_saved(ann)
        assert ann.becomes_true(
            "document.querySelector('#source .card .md')?.textContent.trim() === 'Magic numbers'"
        )
        assert ann.becomes_true("document.querySelector('.items .users').textContent === '(1)'")
        ann.run("document.querySelector('[data-item=names] .quiet:last-of-type').click()")
        ann.run("document.getElementById('item-marks').value = '-3'")
        ann.click(ann.one("#item-save"))
        assert ann.becomes_true(
            "document.getElementById('item-effect').textContent.includes('ada 8.5 → 7')"
        )
        ann.click(ann.one("#item-save"))
        assert ann.becomes_true("!document.getElementById('item').open")
        assert ann.becomes_true("document.querySelector('.marks').placeholder === '7'")
        ann.run("document.querySelector('[data-item=names] .users').click()")
        assert ann.becomes_true("document.getElementById('shown').textContent === '1 of 3 shown'")
        assert ann.complaints() == []
    assert decisions_file.read(marks).marking("ada").comment[0].item == "names"


@pytest.mark.nightly
def test_marks_are_in_reach_on_any_screen(ann: Browser, marks: Path) -> None:
    """At 400 pixels, and at 200 % of a laptop's screen, wherever the code is scrolled to."""
    with served(marks) as address:
        for width, height in ((400, 800), (640, 400), (1280, 850)):
            ann.size(width, height)
            at(ann, address, "ada")
            ann.run("document.getElementById('code').scrollTo(0, 1e6)")
            top, bottom = ann.run(
                "const box = document.querySelector('.marks').getBoundingClientRect(); return [box.top, box.bottom]"
            )
            assert top >= 0 and bottom <= height
            assert ann.run("return document.documentElement.scrollWidth") <= width
            ann.click(ann.one(".marks"))
            ann.press("Escape", "m", "6", "Escape")
            assert is_saved(ann)
            assert ann.run("return document.activeElement.closest('#code') !== null")
            for scheme in ("dark", "light"):
                ann.media(scheme=scheme)
                assert ann.run(CONTRAST) == []
        ann.size(400, 800)
        ann.press("r", *"Well.")
        assert ann.run("return document.getElementById('more').textContent") == "Less ▾"
        assert is_saved(ann)
        ann.size(1280, 900)
        assert ann.complaints() == []


@pytest.mark.nightly
def test_advice_can_be_hidden(ann: Browser, tmp_path: Path) -> None:
    """Where a linter has said a lot, the code stays readable; nothing else is hidden."""
    advice = Finding("spaces", "advice", "game.py", 3, "Two spaces are missing.", "the handout, 5")
    with served(classroom(tmp_path / "marks", ("ada",), findings=(*FOUND, advice))) as address:
        at(ann, address, "ada")
        boxes = "document.querySelectorAll('#source .note-box').length"
        assert ann.run(f"return {boxes}") == 3
        ann.press("h")
        assert ann.run(f"return {boxes}") == 2
        assert "Two spaces" not in ann.run("return document.getElementById('panel').textContent")
        ann.click(ann.one(".tab-actions button"))
        assert ann.run(f"return {boxes}") == 3
        assert ann.complaints() == []


@pytest.mark.nightly
def test_back_goes_to_the_submission_before(ann: Browser, marks: Path) -> None:
    """Each has an address, which is no name of a page but of a submission."""
    with served(marks) as address:
        at(ann, address, "ada")
        ann.press("n")
        assert ann.becomes_true("document.documentElement.dataset.shown === 'ben'")
        assert ann.address == f"{address}#ben"
        ann.press("n")
        assert ann.becomes_true("document.documentElement.dataset.shown === 'eve'")
        ann.run("history.back()")
        assert ann.becomes_true("document.documentElement.dataset.shown === 'ben'")
        ann.run("history.back()")
        assert ann.becomes_true("document.documentElement.dataset.shown === 'ada'")
        ann.run("history.forward()")
        assert ann.becomes_true("document.documentElement.dataset.shown === 'ben'")


@pytest.mark.nightly
def test_fields_are_named_with_the_person(ann: Browser, marks: Path) -> None:
    """A screen reader says whose marks they are; each field and button has a name."""
    with served(marks) as address:
        at(ann, address, "ada")
        label = "return document.querySelector('label[for=marks-0]').textContent"
        assert ann.run(label) == "Marks for Quality, Ada Person ada"
        nameless = """return [...document.querySelectorAll('button, input, select, textarea')].filter((one) =>
            !(one.textContent.trim() && one.matches('button')) && !one.getAttribute('aria-label') && !one.labels?.length && !one.closest('dialog')
        ).map((one) => one.outerHTML)"""
        assert ann.run(nameless) == []


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_killed_desk_loses_no_word(ann: Browser, marks: Path) -> None:
    """Words that were typed while it was dead are there at its next start, which has the same port."""
    ann.go("about:blank")
    with desk_process(marks) as (server, address):
        at(ann, address, "ada")
        ann.press("c", *"Before")
        assert is_saved(ann)
        ann.press(*" and")
        server.kill()
        server.wait()
        ann.press(*" after.")
        ann.press("Escape")
    with desk_process(marks) as (_, again):
        assert (again.rpartition(":")[2].split("/")[0], again != address) == (
            address.rpartition(":")[2].split("/")[0],
            True,
        )
        at(ann, again, "ada")
        assert ann.becomes_true(
            "document.querySelector('.card .md')?.textContent.trim() === 'Before and after.'"
        )
        assert is_saved(ann)
    assert [one.text for one in decisions_file.read(marks).marking("ada").comment] == [
        "Before and after."
    ]
    for opened, field in (
        ("document.querySelector('[title^=\"New rubric item\"]').click()", "item-text"),
        ("document.querySelector('#source .note-box > .decide').click()", "decide-text"),
    ):
        with desk_process(marks) as (server, address):
            at(ann, address, "ada")
            ann.run(opened)
            ann.click(ann.one(f"#{field}"))
            ann.press(*"Words")
            server.kill()
            server.wait()
            ann.press(*" of mine")
        with desk_process(marks) as (_, again):
            at(ann, again, "ada")
            kept = f"document.getElementById('{field}').value.endsWith('Words of mine')"
            assert ann.becomes_true(f"document.querySelector('dialog[open]') !== null && {kept}")
            ann.press("Escape")
            at(ann, again, "ben")
            at(ann, again, "ada")
            assert ann.run("return document.querySelector('dialog[open]')") is None
    assert cli.main(["desk", str(marks), "--apply"]) == 0


@contextlib.contextmanager
def desk_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a desk in a process of its own, and its address."""
    server = subprocess.Popen(
        [sys.executable, "-m", "graders.harness.cli", "desk", str(folder), "--no-browser"],
        stderr=subprocess.PIPE, text=True, env=child_environment(),
    )  # fmt: skip
    try:
        assert server.stderr is not None
        found = re.search(r"http://[^ ]+/", server.stderr.readline())
        assert found is not None
        yield server, found.group()
    finally:
        server.kill()
        server.communicate()
