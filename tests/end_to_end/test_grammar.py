"""Command lines as people type them, and the replies: help, version, slips, lists of checks, the Tab key."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from inspect import signature
from pathlib import Path
from pkgutil import resolve_name

import pytest

from graders.extensions.platforms.platform import with_ways_back
from graders.harness.assignment.manifest import ROOT
from graders.harness.cli import commands, main, parser
from graders.harness.commands.grammar import modes_of, new_folder, summary_of
from graders.harness.content import release
from graders.harness.intake.platforms import platforms
from tests import command_line, nightly

CONNECT = "csse7030_connect4"


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> tuple[int, str, str]:
    """Return a command's exit status, standard output and standard error."""
    try:
        status = main(typed)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, *capsys.readouterr()


def test_bare_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """It goes to standard error with status 2, because nothing was done, and lists every command."""
    status, out, told = said(capsys)
    assert (status, out) == (2, "")
    assert told == parser().format_help()
    listed = told.partition("\ncommands ")[2].partition("\n\n")[0].splitlines()[1:]
    assert [line.split()[0] for line in listed] == [*commands()]


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The versions are those of the project, and of the Python that runs it."""
    status, out, _ = said(capsys, "--version")
    assert status == 0
    assert out == f"grader {release()}, Python {sys.version.split()[0]}\n"


def test_no_option_takes_a_name_of_the_command_line_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`exemplars --run` replaced the command's function, which was kept as ``run``."""
    for reference in commands().values():
        for run in (resolve_name(reference), *modes_of(reference)):
            assert not {"command", "root", "typed"} & {*signature(run).parameters}
    assert said(capsys, "exemplars", CONNECT, "no-such-exemplar", "--run")[0] == 2


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("grad x y", "there is no 'grad'; did you mean grade?"),
        (f"grade {CONNECT} . --onyl", "unrecognized arguments: --onyl; did you mean --only?"),
        (f"grade {CONNECT} . --onyl=x", "unrecognized arguments: --onyl=x; did you mean --only?"),
        (
            f"grade {CONNECT} . --onyl x",
            "; did you mean --only?",
        ),  # Pythons differ in whether they name the x
        (f"verify {CONNECT} --only mutant", "there is no 'mutant'; did you mean mutants?"),
        ("report . --format gradscope", "there is no 'gradscope'; did you mean gradescope?"),
        (
            "list csse7030_conect4",
            f"there is no assignment 'csse7030_conect4'; did you mean {CONNECT}?",
        ),
        (f"list {CONNECT} game.wni", "no check is called 'game.wni'; did you mean game.win?"),
        (
            f"exemplars {CONNECT} no-such-one",
            f"no exemplar is called 'no-such-one'; `grader exemplars {CONNECT}` lists",
        ),
    ],
)
def test_slip_is_reported_with_the_nearest_name(
    capsys: pytest.CaptureFixture[str], typed: str, words: str
) -> None:
    """This covers commands, options, choices, assignments, checks and exemplars."""
    status, out, told = said(capsys, *typed.split())
    assert (status, out) == (2, "")
    assert words in told.splitlines()[-1]


@pytest.mark.slow
def test_checks_are_listed_by_task(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has its marks, visibility, id and title. No line is wider than the terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = said(capsys, "list", CONNECT, "add", "*.turns")
    lines = [line.rstrip() for line in out.splitlines()]
    assert status == 0 and max(map(len, lines)) <= 80
    assert "Functionality (6 marks)" in lines and "7 checks, of which 4 public" in lines
    place = lines.index(" 0.03  public  add.full-column")
    assert lines[place + 1].strip().startswith("add_piece prints a message for a full column")
    assert (
        said(capsys, "list", CONNECT, "add.any", "game.turns", "--ids")[1]
        == "add.any-piece\ngame.turns\n"
    )


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("decide marks --sheet a.csv --waive late", "--sheet does not go with --waive"),
        ("decide marks ada --sheet a.csv", "--sheet does not go with WHO"),
        (f"exemplars {CONNECT} faulty/new --from ada --run", "--from does not go with --run"),
        (f"exemplars {CONNECT} --run --failed add", "--failed needs --from"),
        (f"exemplars {CONNECT} --from ada", "--from makes one exemplar: name it"),
        (f"doctor {CONNECT} --update", "--update needs --install"),
        ("doctor --install", "--install needs an assignment"),
        (f"refresh {CONNECT} one", "a NAME needs a part that has names: --only scenarios or"),
        (f"refresh {CONNECT} one --only starter", "a NAME needs a part that has names"),
        (f"refresh {CONNECT} --only start", "there is no 'start'; did you mean starter?"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    capsys: pytest.CaptureFixture[str], typed: str, words: str
) -> None:
    """An option that an extension adds to a command goes with no action of the command."""
    status, out, told = said(capsys, *typed.split())
    assert (status, out) == (2, "")
    assert words in told.splitlines()[-1]


def completed(line: str, cache: Path) -> list[str]:
    """Return the completions of *line*, as a shell with argcomplete gets them."""
    ours, theirs = os.pipe()
    environment = {
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "_ARGCOMPLETE": "1",
        "GRADER_CACHE": str(cache),
    }
    with open(ours, encoding="utf-8") as answers:
        code = f"import os, sys; os.dup2({theirs}, 8); from graders.harness.cli import main; sys.exit(main())"
        subprocess.run(
            [sys.executable, "-c", code],
            pass_fds=[theirs],
            cwd=ROOT,
            check=True,
            capture_output=True,
            env={**os.environ, **environment},
        )
        os.close(theirs)
        return [word.strip() for word in answers.read().split("\v")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "follows"),
    nightly.one_in(
        2,
        [
            ("grader exp", ["explain"]),
            ("grader grade cs", ["csc148_2018_blocky", "csc148_2020_blocky", CONNECT]),
            (f"grader grade {CONNECT} . --only game.w", ["game.win", "game.win-by-pop"]),
            ("grader list csc148_2018", ["csc148_2018_blocky"]),
            (f"grader list {CONNECT} --", ["--help", "--ids"]),
            (f"grader list {CONNECT} game.w", ["game.win", "game.win-by-pop"]),
            (f"grader exemplars {CONNECT} faulty/add-w", ["faulty/add-wants-the-row"]),
        ],
    ),
)
def test_tab_key_completes_names(line: str, follows: list[str], tmp_path: Path) -> None:
    """It completes commands, assignments, checks, options and exemplars."""
    assert sorted(completed(line, tmp_path)) == follows


def test_completion_command_prints_a_shell_program(capsys: pytest.CaptureFixture[str]) -> None:
    """The printed program is for that shell, and calls `grader`."""
    status, out, _ = said(capsys, "completion", "bash")
    assert status == 0
    ran = subprocess.run(
        ["bash", "-c", f"{out}\ncomplete -p grader"], capture_output=True, text=True, check=False
    )
    assert "_python_argcomplete grader" in ran.stdout


@pytest.mark.parametrize(
    "command",
    [
        "grade ics32_columns submissions --out {}",
        "bundle student ics32_columns --out {}/below",
        "hand-back marks --for canvas --out {}",
        "exemplars ics32_columns --write {}",
    ],
)
def test_file_in_the_place_of_a_folder_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    place = tmp_path / "marks.txt"
    place.touch()
    with pytest.raises(SystemExit) as end:
        parser().parse_args(command.format(place).split())
    assert (end.value.code, f"{place} is a file; name a folder" in capsys.readouterr().err) == (
        2,
        True,
    )


def test_new_folder_may_be_anywhere(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "new" / "folder", Path("new"), Path("/nowhere/at/all")):
        assert new_folder(str(path)) == path


def test_help_of_grade_names_every_platform_and_the_usual_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before, Brightspace, Blackboard and the folder without --out were in no help."""
    _, out, _ = said(capsys, "grade", "--help")
    assert [each.title for each in platforms() if each.title.split()[0] not in out] == []
    assert "./results-ASSIGNMENT" in out


def test_help_of_a_column_names_the_formats_that_use_it(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "report", "--help")
    described = out.rpartition("--column TITLE")[2].partition("--criterion")[0]
    for platform in with_ways_back():
        if platform.marks is None:
            continue
        source = Path(
            sys.modules[f"graders.extensions.platforms.{platform.name}"].__file__ or ""
        ).read_text()
        assert (platform.marks.format in described) == ("options.column" in source), platform.name


@pytest.mark.parametrize("name", commands())
def test_help_of_a_command_is_whole(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """It begins with what the list of commands says, every option has its help, and texts are filled in."""
    status, out, _ = said(capsys, name, "--help")
    assert status == 0
    assert out.split("\n\n")[1].startswith(summary_of(commands()[name]))
    assert re.findall(r"\{\w*\}|FOR_|AS_", out) == []
    assert command_line.without_help(command_line.commands()[name]) == []


def test_command_waits_for_no_other() -> None:
    """A command imports neither the modules of the others, nor the sandbox if it runs nothing."""
    code = "import sys; from graders.harness.cli import main; main(['list', '--ids']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    assert "graders.harness.commands.listing" in modules
    assert not {"graders.harness.commands.grade", "graders.harness.sandbox"} & {*modules}
    assert [one for one in modules if one.endswith("command")] == []
