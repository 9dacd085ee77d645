"""The language of documents, docstrings and messages: no turn of phrase that the style guide bans.

docs/style-guide.md has the rules, and docs/glossary.md the words to use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT
from graders.harness.content import HARNESS
from tests.docs.prose import CODE, Block, of_file, of_markdown, of_python

# Covered files, as patterns below the root of the project.

DOCUMENTS: tuple[str, ...] = ("*.md", "docs/*.md", "tests/README.md")
PYTHON: tuple[str, ...] = (
    "graders/*.py",
    "graders/*/*.py",
    "graders/harness/**/*.py",
    "reference/**/*.py",
    "starter/**/*.py",
    "tests/**/*.py",
)
"""Python files whose docstrings, comments and messages are covered. Exemplars are written like students' programs."""
MESSAGES: tuple[str, ...] = ("graders/harness/reports/sentences.py",)
"""Python files of which every string literal is a sentence, such as graders/harness/reports/sentences.py."""

BANNED = {
    r"\b(is|are|was|were|be|been|being) told\b": "name the action: reports, returns, logs, shows",
    r"\bwhat (it|he|she|they|one|you) (is|are|was|were) told\b": "name the noun",
    r"\b(is|are|was|were) said\b": "name the action: reports, logs, shows",
    r"\b(say|says|tell|tells) whether\b": "return whether, show whether",
    r"\bof (ours|theirs)\b": "name the party: judge, sandbox, course, submission",
    r"\ba person should\b": "needs review, staff should",
    r"\bthat nobody has\b": "name the absence",
    r"\bin (the )?place of\b": "instead of",
    r"\bas (it is|they are)\b(?=[,.;:)]|$| and\b)": "unchanged, verbatim",
    r"\b(for|of|by|to|from|with) who\b(?! (sees|is who))": "name the people: students, staff, whoever",
    r"\bso many\b": "give the number, or name it",
    r"\bNone where\b": "None if",
    r"\bin vain\b|\bcomes? to nothing\b": "name the outcome: timeout, no effect",
    r"\b(takes?|took) back its words\b|\blets? go of\b": "retract, release",
    r"\bendless loop": "infinite loop",
    r"\bcomputing time\b": "CPU time",
    r"\banew\b|\bafresh\b": "again",
    r"\bmend(s|ed|ing)?\b": "fix",
}
"""Pattern, whatever the case -> better words."""

OPENING = re.compile(r"[*_(\"“]*(What|Who|Whoever|Whatever|Whom|Whose)\b(?!'s)", re.IGNORECASE)
"""A noun phrase that hides its noun: `What was answered before` are cached replies."""


def faults(blocks: Iterable[Block]) -> Iterator[tuple[Block, str]]:
    """Yield every block with a banned turn, and the advice; a block that is fixed cannot be rephrased."""
    for block in blocks:
        if block.fixed:
            continue
        for pattern, advice in BANNED.items():
            if match := re.search(pattern, block.text, re.IGNORECASE):
                yield block, f'"{match[0]}": {advice}'
        for sentence in block.sentences():
            if OPENING.match(sentence) and not sentence.rstrip("*_)\"” ").endswith("?"):
                yield block, f'"{sentence[:40]}": name the noun first'


COVERED = {path: False for pattern in (*DOCUMENTS, *PYTHON) for path in sorted(ROOT.glob(pattern))} | {
    path: True for pattern in MESSAGES for path in sorted(ROOT.glob(pattern))
}
"""Each covered file, and whether all of its literals are."""


@pytest.mark.parametrize("folder", sorted({path.parent for path in COVERED}), ids=lambda one: one.relative_to(ROOT).as_posix())
def test_no_file_of_a_folder_has_a_banned_turn(folder: Path) -> None:
    """The message shows the file and the line of each fault, and better words."""
    found = [
        f"{path.name}:{block.line}: {advice}"
        for path, all_literals in COVERED.items()
        if path.parent == folder
        for block, advice in faults(of_file(path, all_literals=all_literals))
    ]
    assert not found, "\n".join(["see docs/style-guide.md", *found])


@pytest.mark.parametrize("pattern", [*DOCUMENTS, *PYTHON, *MESSAGES])
def test_pattern_covers_a_file(pattern: str) -> None:
    """A renamed folder must not drop out in silence."""
    assert list(ROOT.glob(pattern))


# The glossary.


def test_glossary_is_in_order_and_names_modules_that_exist() -> None:
    """Readers look a word up by its letter, and follow it to the code that defines it."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")][2:]
    words = [word for word, _, _ in rows]
    assert words == sorted(set(words), key=str.lower)
    paths = [path for _, _, where in rows for path in re.findall(r"`([^`]+)`", where)]
    assert len(paths) >= len(rows)
    assert [path for path in paths if not any((top / path).exists() for top in (HARNESS, ROOT))] == []
    assert [word for word, sentence, _ in rows if not sentence.endswith(".")] == []


# The test finds the faults that it is meant to find.

PLANTED = (
    "Staff are told about it.",
    "Return what it is told.",
    "The reason is said once.",
    "Say whether the file exists.",
    "A fault of ours costs nothing.",
    "A person should look at this.",
    "It catches an error that nobody has.",
    "It uses the mark in the place of a zero.",
    "The name is printed as it is.",
    "A note for who wants to hold to that.",
    "It counts so many checks.",
    "The limit, or None where nobody counts.",
    "The process waits in vain.",
    "It lets go of the process.",
    "Ends an endless loop.",
    "It used up its computing time.",
    "Everything is graded anew.",
    "It mends the check.",
    "What was answered before is kept.",
    "A fact. Who grades again starts no server.",
    "Whatever comes from a submission is data.",
    "**What is public comes first.** Hidden checks follow.",
)


def test_every_pattern_finds_a_planted_sentence() -> None:
    """A mistake in a pattern would otherwise stay unnoticed."""
    assert [ban for ban in BANNED if not any(re.search(ban, text, re.IGNORECASE) for text in PLANTED)] == []


@pytest.mark.parametrize("sentence", PLANTED)
def test_planted_sentence_is_found(sentence: str, tmp_path: Path) -> None:
    """It may be in a paragraph, a bullet, a cell, a docstring, a comment or a message."""
    document = tmp_path / "planted.md"
    for text in (sentence, f"- {sentence}", f"1. {sentence}", f"| a | b |\n|---|---|\n| c | {sentence} |"):
        document.write_text(f"# Title\n\n{text}\n", encoding="utf-8")
        assert list(faults(of_file(document))), text
    module = tmp_path / "planted.py"
    for source in (f'"""{sentence}"""', f'X = 1\n"""{sentence}"""', f"# {sentence}", f"raise E(f'{{n}}. {sentence}')", f"fail({sentence!r})"):
        module.write_text(f"{source}\n", encoding="utf-8")
        assert list(faults(of_file(module))), source
    module.write_text(f"TITLES = {{KIND: {sentence!r}}}\n", encoding="utf-8")
    assert list(faults(of_file(module, all_literals=True)))
    assert not list(faults(of_file(module)))


@pytest.mark.parametrize(
    "text",
    [
        "What does a driver know?",
        "## What tutors mark",
        "| what | for |\n|---|---|\n| what takes time | `make bench` |",
        "```text\nbefore: Say whether it is told\n```",
        "A reader of `is told` sees code.",
        "<!-- not run: a person should do this -->",
        "Reports say who handed in what.",
    ],
)
def test_questions_headings_and_code_are_free(text: str) -> None:
    """Headings and first cells are anchors; code is quoted verbatim."""
    assert list(faults(of_markdown(text))) == []


SAMPLE = '''"""Module.

Second paragraph, with ``code``.
"""

LIMIT = 1  # beside the line
"""Attribute."""


def divide(number):
    """Divide.

    >>> divide(1)
    """
    # first line
    # second line
    text = "no message"
    fail(f"{text}: cannot divide")
    raise ValueError(f"cannot divide {number} by " "zero")
'''


def test_python_has_docstrings_comments_and_messages() -> None:
    """Each begins on its own line, and nothing else is included."""
    found = {(block.line, block.text) for block in of_python(SAMPLE)}
    assert found == {
        (1, "Module."),
        (3, f"Second paragraph, with {CODE}."),
        (6, "beside the line"),
        (7, "Attribute."),
        (11, "Divide."),
        (15, "first line second line"),
        (18, f"{CODE}: cannot divide"),
        (19, f"cannot divide {CODE} by zero"),
    }


def test_markdown_has_paragraphs_bullets_and_cells() -> None:
    """Each begins on its own line; headings, headers and first cells are fixed."""
    text = "# Title\n\nOne\nparagraph.\n\n- bullet\n\n| h | i |\n|---|---|\n| a | `b` c |\n"
    assert list(of_markdown(text)) == [
        Block(1, "Title", fixed=True),
        Block(3, "One paragraph."),
        Block(6, "bullet"),
        Block(8, "h", fixed=True),
        Block(8, "i", fixed=True),
        Block(10, "a", fixed=True),
        Block(10, f"{CODE} c"),
    ]
