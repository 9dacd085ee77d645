"""Every output is safe for its reader, for any text in a submission, the name of a file or a roster.

The texts are those of `readers.THREATS`, in real inputs: a class of hostile submissions is graded, and every
output is read like its reader does.
"""

from __future__ import annotations

import ast
import csv
import html
import io
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from graders.extensions.platforms import canvas, markus
from graders.harness import cli, doctor, progress
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.marks import up_to_date
from graders.harness.course.pages.changing import LOCK
from graders.harness.course.people.roster import parse_roster
from graders.harness.course.run import class_progress
from graders.harness.course.run.class_plan import Plan
from graders.harness.course.run.class_progress import ClassLive
from graders.harness.course.run.classrun import grade_class
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission
from graders.harness.intake.bulk import Reading, find_deliveries
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Result, Text, from_json
from graders.harness.sandbox import select_backend
from graders.harness.sandbox.interface import Level, SandboxRefused
from tests import nightly
from tests.classes import SETTINGS
from tests.end_to_end.test_command_line import BLOCKY
from tests.reports.every_format import documents
from tests.reports.paper import check, rendered, result
from tests.reports.readers import KINDS, THREATS, Threat, careless, harm
from tests.world import TOY

TESTS = Path(__file__).parents[1]
HOSTILE = [threat for threat in THREATS if threat.texts]
each_threat = pytest.mark.parametrize(
    "threat", nightly.one_in(4, HOSTILE), ids=lambda threat: threat.name
)
OF_FORMATS = {
    "html": "html", "text": "terminal", "json": "json", "markdown": "markdown", "junit": "xml", "gradescope": "json",
    "markus": "records", "markus-upload": "json", "prairielearn": "json", "submitty": "json",
}  # fmt: skip
OF_FILES = {
    "staff-report.html": "html", "staff-index.html": "html", "report.txt": "terminal", "result.json": "json", "run.log": "log",
    "gradebook.csv": "csv", "code.json": "json", "class.json": "json", "history.jsonl": "json",
}  # fmt: skip
"""File below --out -> kind of output."""


def hostile_submission(folder: Path, texts: tuple[str, ...]) -> None:
    """Write a submission that raises, returns, and names its files and exceptions with *texts*."""
    folder.mkdir()
    told = "\n".join(texts)
    (folder / "sums.py").write_text(
        f"TOLD = {told!r}\n\n\ndef total(numbers):\n    raise type(TOLD[:90], (Exception,), {{}})(TOLD)\n\n\n"
        "def largest(numbers):\n    return TOLD\n"
    )
    (folder / "words.py").write_text(
        f"def describe(numbers):\n    return {told!r}\n\n\ndef shout(text):\n    return {told!r}\n"
    )
    for text in texts:
        with open(os.fsencode(folder) + b"/" + as_name(text) + b".py", "w") as stream:
            stream.write("x = 1\n")


def as_name(text: str) -> bytes:
    """Return *text* as the name of a file, as far as Linux allows."""
    return text.replace("/", "\u2215").replace("\0", "").encode("utf-8", "surrogatepass")[:200]


def named(text: str) -> str:
    """Return *text* as a CSV can contain it."""
    return text.replace("\0", "")


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, bytes]]]:
    """All outputs for a class whose submissions, files, folders and roster have the texts: kind -> outputs."""
    top = tmp_path_factory.mktemp("class")
    roster = io.StringIO(newline="")
    lines = csv.writer(roster)
    lines.writerow(("student id", "name", "group", "folder", "tutor"))
    (top / "handed-in").mkdir()
    for threat in HOSTILE:
        for place, text in enumerate(threat.texts):
            folder = Path(os.fsdecode(os.fsencode(top / "handed-in") + b"/" + as_name(text)))
            who = named(text)
            lines.writerow(
                (
                    f"{who} {threat.name} {place}",
                    f"{who} of {threat.name}",
                    f"{who} {place}",
                    folder.name,
                    who,
                )
            )
            if place == 0:
                hostile_submission(folder, threat.texts)
            else:
                folder.mkdir()  # it is not gradable, and the refusal names it
                (folder / "essay.txt").write_text("I have no program.")
    screen, messages = (
        Console(file=io.StringIO(), width=100, force_terminal=live) for live in (False, True)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(top / "cache"))
        deliveries = find_deliveries([top / "handed-in"], SETTINGS.load(), Reading.CLASS)
        plan = Plan(
            SETTINGS.load(),
            SETTINGS,
            top / "out",
            2,
            roster=parse_roster(roster.getvalue().encode()),
        )
        try:
            grade_class(plan, deliveries, screen, messages)
        except SandboxRefused as refused:
            pytest.skip(str(refused))
    found: dict[str, list[tuple[str, bytes]]] = {kind: [] for kind in KINDS}
    for name, kind, data in _of_class(top / "out"):
        found[kind].append((name, data))
    found["terminal"].append(("summary", screen.file.getvalue().encode()))
    found["progress"] = [("progress", messages.file.getvalue().encode())]
    return found


def _of_class(out: Path) -> Iterator[tuple[str, str, bytes]]:
    for path in sorted(out.rglob("*")):
        yield str(path), "name", path.name.encode()
        if path.is_file() and path.name != LOCK:
            is_lines = path.suffix == ".jsonl"
            for data in path.read_bytes().splitlines() if is_lines else [path.read_bytes()]:
                yield str(path), OF_FILES[path.name], data
        if path.name == "result.json":
            yield from _of_result(str(path.parent), from_json(path.read_bytes()))
    entries = up_to_date.read(out)
    yield "canvas", "csv", canvas.marks(entries, "Toy (7)")
    yield "markus-csv", "csv", markus.marks(entries, {})


def _of_result(name: str, found: Result) -> Iterator[tuple[str, str, bytes]]:
    for audience in Audience:
        for format, data in documents(found, audience):
            yield f"{name}: {format} for {audience.value}", OF_FORMATS[format], data
        for encoding, colours in (("utf-8", "truecolor"), ("ascii", None)):
            shown = rendered(
                found, audience=audience, encoding=encoding, colours=colours, all_checks=True
            )
            yield f"{name}: terminal in {encoding} for {audience.value}", "terminal", shown.encode()


@pytest.mark.slow
@pytest.mark.parametrize("kind", nightly.one_in(3, KINDS))
def test_no_output_of_a_class_harms_its_reader(
    kind: str, outputs: dict[str, list[tuple[str, bytes]]]
) -> None:
    """Reports, tables, logs and names, for staff and students, have the texts, which do nothing."""
    suffered = {name: harm(kind, data) for name, data in outputs[kind]}
    assert outputs[kind] and {name: told for name, told in suffered.items() if told} == {}
    assert kind == "log" or any(b"owned" in data for _, data in outputs[kind])


def begun(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The lines of a log while submissions with hostile names are being graded."""
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SHOWN", 10**6)
    out = io.StringIO()
    names = [text for threat in HOSTILE for text in threat.texts]
    ClassLive(Console(file=out, width=10**6), 1, lambda: [(name, 0.0) for name in names]).still()
    return out.getvalue().encode("utf-8", "replace")


@pytest.mark.slow
def test_names_in_the_progress_line_harm_nobody(
    outputs: dict[str, list[tuple[str, bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts, and names the submissions being graded; students choose these names."""
    ((_, shown),) = outputs["progress"]
    assert b"graded" in shown
    told = begun(monkeypatch)
    assert b"owned" in told
    assert harm("terminal", told) == ""
    monkeypatch.setattr(class_progress, "display", lambda name, _: name)  # the weak side
    assert harm("terminal", begun(monkeypatch))


@pytest.mark.slow
@each_threat
def test_no_report_of_a_program_that_prints_it_harms_its_reader(threat: Threat) -> None:
    """A transcript shows printed lines as text, in every format."""
    told = "\n".join(threat.texts)
    program = f"input()\nprint({told!r})\nraise ValueError({told!r})\n\n\ndef double(number):\n    print({told!r})\n"
    found = talker().grade(Submission("talker", {"talk.py": program.encode()})).result
    assert any("owned" in str(one.exhibits) for one in found.checks)
    suffered = {name: harm(kind, data) for name, kind, data in _of_result("talker", found)}
    assert {name: told for name, told in suffered.items() if told} == {}


@cache
def talker() -> Grader:
    """A grader of the assignment whose programs print."""
    assignment = load_assignment("talker", TOY.root.parent / "talker")
    return Grader(assignment, select_backend(sys.base_prefix + "/bin/python3", minimum=Level.E))


@each_threat
def test_no_log_harms_its_reader(threat: Threat, tmp_path: Path) -> None:
    """The error of a broken check can have any text. Each of its lines stands apart from the log's own."""
    result_folder.write(
        tmp_path,
        result(check()),
        ["1.0 ms passed", *threat.texts],
        ReportStyle("Blocky"),
        Audience.STAFF,
    )
    (log,) = tmp_path.rglob("run.log")
    assert "owned" in log.read_text() or threat.name == "workflow commands"
    assert harm("log", log.read_bytes()) == ""


@pytest.mark.slow
@each_threat
def test_no_message_of_the_command_line_harms_its_reader(
    threat: Threat, tmp_path: Path, capfd
) -> None:
    """A refusal names its subject: a folder, a roster, a result, a check."""
    for text in threat.texts:
        place = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + as_name(text)))
        place.mkdir()
        (place / "essay.txt").write_text("I have no program.")
        for arguments in (
            ("grade", BLOCKY, place),
            ("grade", BLOCKY, place, "--jobs", "2"),
            ("grade", BLOCKY, tmp_path, "--roster", place),
            ("check", BLOCKY, place),
            ("report", place, "--format", "html"),
            ("report", place, "--format", text),
            ("grade", BLOCKY, tmp_path, f"--{named(text)}"),
            ("grade", named(text), place),
            (named(text),),
        ):
            try:
                status = cli.main(list(map(str, arguments)))
            except SystemExit as ended:  # bad usage
                status = ended.code
            assert status == 2, arguments
        (place / "essay.txt").unlink()
        place.rmdir()
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.count("owned") > len(threat.texts) or threat.name == "workflow commands"
    assert harm("terminal", told.err.encode()) == ""


@pytest.mark.parametrize(
    "threat", [threat for threat in HOSTILE if "terminal" in threat.aims], ids=lambda t: t.name
)
def test_doctor_shows_names_of_the_machine_harmlessly(threat: Threat, monkeypatch, capfd) -> None:
    """It reads no submission, but escapes its paths like all other text."""
    for text in threat.texts:
        monkeypatch.setattr(
            doctor,
            "examine",
            lambda _, text=text: [doctor.Ability("Tools", text, True, False, text)],
        )
        assert doctor.main(as_json=False) == 0
        shown = capfd.readouterr().out
        assert "owned" in shown or threat.name in ("workflow commands", "turned text")
        assert harm("terminal", shown.encode()) == ""


def test_careless_writer_lets_it_through() -> None:
    """Without escaping, each text does its harm in each kind of output that it aims at, and a plain text never does."""
    missed = [
        (threat.name, text, kind)
        for threat in HOSTILE
        for text in threat.texts
        for kind in threat.aims
        if not harm(kind, careless(kind, text))
    ]
    assert missed == []
    assert [kind for kind in KINDS if harm(kind, careless(kind, "ada"))] == []
    assert {kind for threat in HOSTILE for kind in threat.aims} == set(KINDS)


@pytest.mark.slow
def test_table_names_tests_that_exist() -> None:
    """Some test performs each threat, and each test in the table exists."""
    for threat in THREATS:
        assert threat.tests
        for named_ in threat.tests:
            file, _, function = named_.partition("::")
            tree = ast.parse((TESTS / file).read_text())
            assert not function or function in {
                node.name for node in tree.body if isinstance(node, ast.FunctionDef)
            }


def test_letter_of_another_script_is_named() -> None:
    """If expected and got look the same, the report names the letter that differs."""
    exhibits = (Text("expected", "'scope'"), Text("got", "'sc\N{CYRILLIC SMALL LETTER O}pe'"))
    for name, data in documents(
        result(check(exhibits=exhibits)), Audience.STUDENT, leave_out=("json",)
    ):
        text = html.unescape(data.decode())
        assert "U+043E CYRILLIC SMALL LETTER O" in text, name
