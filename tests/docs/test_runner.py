"""The runner of documents: the blocks that it runs, and the faults that it finds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.docs.document import (
    Commands,
    DocumentError,
    anchors,
    calls,
    links,
    mentioned,
    steps,
)
from tests.docs.workplace import StepFailed, Workplace, fresh_copy


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    """An empty folder to run documents in."""
    root = tmp_path / "root"
    root.mkdir()
    return Workplace(root)


def document(*blocks: str) -> str:
    """Return a document of *blocks*, each an info string and lines, or a remark."""
    return "\n\n".join(
        f"```{block}\n```" if not block.startswith("<!--") else f"{block}"
        for block in ("text\nnever run", *blocks)
    ).replace("-->\n\n```", "-->\n```")


def test_folder_and_exports_stay_from_block_to_block(workplace: Workplace) -> None:
    """A later block finds written files, the current folder and exported variables."""
    text = document(
        "python file=made/hello.py\nprint('hello')",
        "sh\ncd made\nexport GREETING='good day'",
        "console\n$ false",
        "sh\npython3 hello.py >said\n[ \"$GREETING\" = 'good day' ]",
    )
    workplace.follow(text)
    assert (workplace.root / "made" / "said").read_text() == "hello\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (document("sh\nfalse"), "ended with 1 instead of 0"),
        (document("sh\nfalse\ntrue"), "ended with 1 instead of 0 at its line 1"),
        (document("sh\nexit 3"), "ended with 3 instead of 0"),
        (document("<!-- exit: 1 -->", "sh\ntrue"), "ended with 0 instead of 1"),
        (document("<!-- exit: 1 -->", "sh\n(exit 2)"), "ended with 2 instead of 1"),
        (document("<!-- exit: 1 -->", "sh\n# first\nfalse\nfalse"), "at its line 2"),
        (document("sh\nno-such-program --help"), "not found"),
    ],
)
def test_unexpected_status_is_a_failure(workplace: Workplace, text: str, why: str) -> None:
    """The message names the block: a command failed early, or the last status was unexpected."""
    with pytest.raises(StepFailed) as failure:
        workplace.follow(text)
    assert why in str(failure.value)


@pytest.mark.parametrize(
    "text",
    [
        document("<!-- exit: 3 -->", "sh\ntrue\nsh -c 'exit 3'"),
        document("<!-- exit: 1 -->", "sh\ntrue\nfalse \\\n  --with an option\n\n# the end"),
        document("<!-- not run: needs a screen -->", "sh\nfalse"),
        document("text\nfalse", "console\nfalse", "toml\nfalse"),
    ],
)
def test_stated_status_is_no_failure(workplace: Workplace, text: str) -> None:
    """The document states an exit status or a reason not to run, or the block is for reading."""
    workplace.follow(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (document("<!-- not run -->", "sh\ntrue"), "say why"),
        (document("<!-- not run: -->", "sh\ntrue"), "say why"),
        (document("<!-- not run: slow -->", "sh\ntrue"), "say why"),
        (document("<!-- exit: some -->", "sh\ntrue"), "status as a number"),
        (document("<!-- exit: 1 -->", "text\ntrue"), "blocks of commands"),
        ("<!-- not run: needs a screen -->\nand then text\n", "belongs directly over"),
        ("text\n<!-- not run: needs a screen -->\n", "has no end"),
        (document("bash\ntrue"), "write `sh`"),
        (document("python file=../outside.py\npass"), "not inside the repository"),
        ("```sh\ntrue\n", "has no end"),
    ],
)
def test_document_that_breaks_the_rules_is_refused(text: str, why: str) -> None:
    """A comment lacks its reason, or applies to no block, or a block looks as if it were run."""
    with pytest.raises(DocumentError, match=why):
        steps(text)


def test_block_in_a_list_loses_its_margin() -> None:
    """The commands are those that a reader sees."""
    (step,) = steps("1. First:\n\n   ```sh\n   cat <<X\n     in\n   X\n   ```\n")
    assert isinstance(step, Commands)
    assert step.script == "cat <<X\n  in\nX\n"


def test_background_program_of_a_block_is_ended(workplace: Workplace) -> None:
    """A program in the background delays nothing, and does not outlive its block."""
    pipe = workplace.root / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    workplace.follow(document("sh\nsleep 1000 >pipe &\necho begun >pipe"))
    os.set_blocking(reader, True)
    assert (
        b"".join(iter(lambda: os.read(reader, 100), b"")) == b"begun\n"
    )  # the pipe ends with its last writer
    os.close(reader)


@pytest.mark.nightly
def test_commands_work_on_the_copy(tmp_path: Path) -> None:
    """Its `grader`, `python` and `pytest` use its modules and assignments, and have no package index."""
    workplace = fresh_copy(tmp_path)
    manifest = workplace.root / "graders" / "csc148_2020_blocky" / "assignment.toml"
    manifest.write_text(manifest.read_text().replace("Blocky (CSC148", "Copied (CSC148"))
    workplace.follow(
        document(
            "sh\n.venv/bin/grader list | grep '^csc148_2020_blocky *Copied'\ntest -d submissions/ada",
            "sh\n.venv/bin/python -c 'import graders; print(graders.__path__)' | grep \"$PWD/graders\"",
            'sh\ncd docs\npytest --version\n[ "$(command -v python)" = "$(cd .. && pwd)/.venv/bin/python" ]',
        )
    )


def test_links_and_anchors_are_as_on_github() -> None:
    """Links inside code do not count; headings become anchors as on GitHub."""
    text = "# A first *step*, and `more`\n[a](b.md#c) ![p](images/p.png) `[x](y)` <https://z>\n[w](https://w)\n```\n[n](m)\n```\n"
    assert links(text) == ["b.md#c", "images/p.png"]
    assert anchors(text) == {"a-first-step-and-more"}


@pytest.mark.parametrize(
    ("script", "found"),
    [
        (".venv/bin/grader doctor   # what\n", [["doctor"]]),
        ("grader list --ids | xargs grader", [["list", "--ids"]]),
        (
            'echo "result=$(grader report x --format text)" >> "$OUT"',
            [["report", "x", "--format", "text"]],
        ),
        ("A=1 grader list && cd x; ../grader doctor > y", [["list"], ["doctor"]]),
        ("grader grade a \\\n  'b c'", [["grade", "a", "b c"]]),
        ("cat grader; ls .cache/grader", []),
    ],
)
def test_calls_are_found_in_commands(script: str, found: list[list[str]]) -> None:
    """A file with the program's name is not a call."""
    assert calls(script, "grader") == found


def test_mention_in_prose_may_be_broken_over_lines() -> None:
    """Code in running text is one call, wherever its lines break."""
    assert mentioned("Say `grader grade\nX --fresh`, or `make`.", "grader") == [
        ["grade", "X", "--fresh"]
    ]
