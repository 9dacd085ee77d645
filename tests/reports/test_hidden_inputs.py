"""Inputs of a hidden check stay with staff, for any behaviour of the submission.

A student may hand in many times. So a submission tries to copy the input of a hidden check into a text that its
student reads: the hidden check's own message, or a public check that comes later.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission
from graders.harness.reports.audience import Audience
from graders.harness.reports.formats import formats
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.sentences import message_of
from graders.harness.result import Result, Verdict
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import SandboxRefused
from tests.reports.every_format import documents, writer_of
from tests.reports.test_visibility import KEPT
from tests.world import TOY

ASKED = "never-told-4711"
"""The hidden check's input; public checks have others."""
CHECKS = f'''

@check("words.hidden", task="words", marks=2, visibility="hidden")
def test_hidden(student, reference):
    """A title that may be told."""
    expect(student.shout("{ASKED}"), reference.shout("{ASKED}"), "Expected {ASKED}.")


@check("words.quiet", task="words", marks=2, visibility="hidden")
def test_quiet(student, reference):
    """Another title that may be told."""
    expect(student.shout("{ASKED}"), reference.shout("{ASKED}"), "shout is wrong.")


@check("words.later", task="words", marks=2)
def test_later(student, reference):
    """shout is asked again, for all to see."""
    expect(student.shout("zz"), reference.shout("zz"))
'''

IN_FRAMES = """
def asked():
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, list) and value and isinstance(value[0], str):
                value = value[0]
            if isinstance(value, str) and value.startswith("never-told"):
                return value
        frame = frame.f_back
    return ""
"""
"""How code of a file that is imported during a call finds the call's input."""
AT_IMPORT = (
    f"import os\nimport sys\nfrom _grader import sandbox\n{IN_FRAMES}\nserver = sandbox.ask.__self__\n"
    "made = type(server.channel).write.__globals__['messages']\nif asked():\n    "
)

PLACES = ("kept", "/tmp/kept", "/scratch/kept", "/box/kept", "/dev/shm/kept", "/var/tmp/kept")
KEEPING = f"""
import builtins, gc, os, random, sys

def keep(text):
    for place in {PLACES!r}:
        try:
            with open(place, "w") as stream:
                stream.write(text)
        except OSError:
            pass
    os.environ["KEPT"] = builtins.kept = sys.kept = os.kept = text

def kept():
    found = [os.environ.get("KEPT"), getattr(builtins, "kept", None), getattr(sys, "kept", None), getattr(os, "kept", None)]
    for place in {PLACES!r}:
        try:
            with open(place) as stream:
                found.append(stream.read())
        except OSError:
            pass
    return "kept: %r" % found

def shout(text):
    if text.startswith("never-told"):
        keep(text)
        return text.upper() + "!"
    raise ValueError(kept())
"""

DESCRIBE = "def describe(numbers):\n    return 'the sum is %d' % total(numbers)\n\n\n"
WAYS = {
    "raises it": "def shout(text):\n    raise ValueError(text)\n",
    "returns it": "def shout(text):\n    return text\n",
    "prints it": "def shout(text):\n    print(text * 100000)\n",
    "names an exception so": "def shout(text):\n    raise type(text, (Exception,), {})\n",
    "leaves it where later checks may look": KEEPING,
    "says that importing raises it": AT_IMPORT
    + "server.channel.write(made.Raise(server.call_id, 'E', asked(), '', 'error'))\n",
    "says that importing takes all memory there": AT_IMPORT
    + "server.channel.write(made.Raise(server.call_id, 'E', '', asked(), 'memory'))\n",
    "imports a module called so": AT_IMPORT
    + "server.channel.write(made.Importing(server.call_id, asked()))\n    os._exit(1)\n",
    "ends with a status that tells of it": AT_IMPORT + "os._exit(200 + len(asked()))\n",
}
"""Attempt of a submission -> its words.py."""
TELLS = (ASKED, f"status {200 + len(ASKED)}")


@pytest.fixture(scope="module")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    """A grader of the toy with one more hidden check and a public one after it, in the strongest sandbox."""
    top = TOY.copy(tmp_path_factory.mktemp("hidden") / "world").root
    with (top / "graders" / "toy" / "test_toy.py").open("a") as checks:
        checks.write(CHECKS)
    manifest = top / "graders" / "toy" / "assignment.toml"
    manifest.write_text(manifest.read_text().replace("marks = 4", "marks = 10"))
    toy = load_assignment("toy", top)
    try:
        backend = select_backend(find_interpreter(toy.manifest.python))
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(top / "cache"))
        with Grader(toy, backend) as opened:
            yield opened


def forget_checks() -> None:
    """Unload the toy's modules of checks, because other tests load those of another world by the same names."""
    for name in [name for name in sys.modules if name.startswith("graders.toy")]:
        del sys.modules[name]


@cache
def graded(grader: Grader, way: str) -> Result:
    """Return the result of the submission with this attempt."""
    files = {**TOY.good, "words.py": f"from sums import total\n{DESCRIBE}{WAYS[way]}"}
    forget_checks()
    try:
        return grader.grade(
            Submission("ada", {name: text.encode() for name, text in files.items()})
        ).result
    finally:
        forget_checks()


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_no_document_for_students_contains_a_hidden_input(way: str, grader: Grader) -> None:
    """This covers every format, every disclosure without a release, and the lines of all checks."""
    found = graded(grader, way)
    for disclosure in KEPT:
        for name, data in documents(found, Audience.STUDENT, disclosure):
            assert [tell for tell in TELLS if tell in data.decode()] == [], (name, found.checks)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_released_message_contains_no_hidden_input(way: str, grader: Grader) -> None:
    """The check's own words are shown, and none of the program's, which would have the input; the weak side is below."""
    found = graded(grader, way)
    style = ReportStyle("Toy", never=("words.hidden",))
    seen = style.redacted(found, Audience.STUDENT, release="message")
    for name in formats():
        text = writer_of(name, found)(seen, style, {}).decode()
        assert [tell for tell in TELLS if tell in text] == [], (name, found.checks)
    (quiet,) = [one for one in seen.result.checks if one.id == "words.quiet"]
    assert (quiet.verdict is Verdict.PASSED) == (WAYS[way] is KEEPING)


def test_whole_release_contains_the_hidden_input(grader: Grader) -> None:
    """It proves that the test above would find the input in the program's words."""
    for way in (
        "raises it",
        "names an exception so",
        "says that importing raises it",
        "ends with a status that tells of it",
    ):
        seen = ReportStyle("Toy").redacted(graded(grader, way), Audience.STUDENT, release="all")
        (quiet,) = [one for one in seen.result.checks if one.id == "words.quiet"]
        assert any(tell in message_of(quiet) for tell in TELLS), way


def test_staff_see_the_hidden_input(grader: Grader) -> None:
    """It proves that the test above would find the input."""
    for way in (
        "raises it",
        "says that importing raises it",
        "ends with a status that tells of it",
    ):
        hidden = next(one for one in graded(grader, way).checks if one.id == "words.hidden")
        assert hidden.verdict is not Verdict.PASSED
        assert any(tell in message_of(hidden) for tell in TELLS), (way, hidden)
