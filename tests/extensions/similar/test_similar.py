"""Similar files are found whatever was done to their looks, and a hostile file harms no reader."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from graders.extensions.similar import comparing, tokens
from graders.extensions.similar.comparing import ClassComparison, similar
from graders.extensions.similar.fingerprints import grams, idioms, likely_pairs
from graders.extensions.similar.page import page, render
from graders.extensions.similar.tokens import InputFile, tokenise, tokens_of
from graders.harness import cli
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.pages import class_file
from graders.harness.course.pages.class_file import ClassState
from graders.harness.intake import Submission
from graders.harness.intake.delivery import Person, SubmissionSource
from tests import nightly
from tests.classes import Given
from tests.reports.readers import THREATS, Threat, harm
from tests.world import TOY

pytestmark = pytest.mark.slow

COPIED = '''
def total(numbers):
    """Return the sum."""
    result = 0
    seen = {}
    for place, number in enumerate(numbers):  # one after the other
        if number in seen and seen[number] > 3:
            result = result + number * seen[number]
        elif number < 0 or place % 2 == 1:
            while number < result:
                number = number + 7
            seen[number] = place
        else:
            result = max(result, number) - min(place, number)
    return [result, sorted(seen), len(numbers)]
'''
RENAMED = re.sub(r"#.*|Return the sum", "", COPIED)
for old, new in (
    ("result", "summe"),
    ("numbers", "alle"),
    ("number", "eine"),
    ("seen", "schon"),
    ("place", "ort"),
):
    RENAMED = RENAMED.replace(old, new)
RENAMED = RENAMED.replace("    ", "  ").replace("7", "12")
OTHER = """
class Sum:
    def __init__(self, *parts, start=0):
        self.parts, self.start = list(parts), start

    def of(self, numbers):
        try:
            return sum((lambda n: n ** 2)(n) for n in numbers if not n & 1) + self.start
        except TypeError as error:
            raise ValueError(f"{error}") from None
        finally:
            del self.parts[:]

    def told(self):
        with open("x") as stream:
            return {line.strip(): [*line] for line in stream if line}


def main():
    for n in range(10):
        print("number", n, end="; ", sep=",")
    assert Sum(1, 2).of([3]) is not None, "never"
"""


def handed_in(
    files: Mapping[str, Mapping[str, str]], people: Mapping[str, str] | None = None
) -> list[SubmissionSource]:
    """Return deliveries of these files; *people* are those that the platform names."""
    return [
        SubmissionSource(
            name,
            name,
            Given(Submission(name, {file: text.encode() for file, text in parts.items()})),
            people=(Person(ids=(people[name],)),) if people else (),
        )
        for name, parts in files.items()
    ]


def found(
    files: Mapping[str, Mapping[str, str]],
    people: Mapping[str, str] | None = None,
    others: Mapping[str, Mapping[str, str]] = {},
) -> ClassComparison:
    """Return the comparison of toy submissions, also with those of another class."""
    return similar(TOY.assignment, handed_in(files, people), handed_in(others))


def names_of(found: ClassComparison) -> set[frozenset[str]]:
    """Return the submissions of each pair."""
    return {
        frozenset((pair.left.file.submission, pair.right.file.submission)) for pair in found.pairs
    }


def test_copy_is_found_under_other_names() -> None:
    """Names, values, comments, docstrings and layout do not count; an independent solution is not similar."""
    one = found(
        {"ada": {"sums.py": COPIED}, "bob": {"mine.py": RENAMED}, "cem": {"sums.py": OTHER}}
    )
    ((pair,), left_out) = one.pairs, one.left_out
    assert (pair.left.file.submission, pair.right.file.submission, pair.shares, left_out) == (
        "ada",
        "bob",
        (1.0, 1.0),
        (),
    )


def test_copied_function_is_found_with_its_lines() -> None:
    """A function was copied into a longer file, behind another function."""
    (pair,) = found(
        {"ada": {"sums.py": COPIED}, "bob": {"sums.py": OTHER + "\n\n" + RENAMED}}
    ).pairs
    assert pair.shares[0] == 1 > pair.shares[1]
    (passage,) = pair.passages()
    behind = OTHER.count("\n") + 2
    assert passage.left == (2, 15) and passage.right == (2 + behind, 15 + behind)


def test_more_than_two_similar_files_are_a_group() -> None:
    """Separate pairs would not show that three files have one source; two stay a pair."""
    alike = found(
        {
            "ada": {"a.py": COPIED},
            "bob": {"b.py": RENAMED},
            "cem": {"c.py": COPIED},
            "dee": {"d.py": OTHER},
        }
    )
    assert (len(alike.pairs), alike.groups) == (3, [("ada", "bob", "cem")])
    assert "ada, bob, cem" in page(alike, "Toy", "toy").decode()
    render(alike, "Toy", Console(file=(out := io.StringIO()), width=80))
    assert "Groups of more than two (1)" in out.getvalue() and "ada, bob, cem" in out.getvalue()
    assert found({"ada": {"a.py": COPIED}, "bob": {"b.py": RENAMED}}).groups == []


def program(seed: int) -> str:
    """Return one of many different programs."""
    forms = (
        "a = a {0} {1}",
        "if a {0} b: b = {1}",
        "b = [a {0} {1}, b][0]",
        "while a < {1}: a, b = b {0} 1, a",
        "print(a {0} b, {1})",
    )
    lines = []
    for number in range(40):
        seed = seed * 1103515245 % 2**31 + 12345
        lines.append("    " + forms[seed // 7 % 5].format("+-*%&|^"[seed // 64 % 7], number))
    return "\n".join(["def work(a, b):", *lines, "    return a"])


def expression(chance: random.Random, depth: int = 3) -> str:
    """Return a random expression."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(("a", "b", "7", "'x'", "None", "True"))
    one, other = expression(chance, depth - 1), expression(chance, depth - 1)
    forms = (
        "({0} + {1})",
        "({0} * {1})",
        "f({0}, {1})",
        "a[{0}]",
        "({0}).b",
        "not {0}",
        "[{0}, {1}]",
        "({0} if {1} else a)",
        "({0} < {1})",
        "f({0})",
    )
    return chance.choice(forms).format(one, other)


def varied(seed: int, lines: int = 40) -> str:
    """Return a function unlike that of any other seed."""
    chance = random.Random(seed)
    forms = (
        "a = {0}",
        "if {0}: b = {1}",
        "while {0}: a = {1}",
        "for a in {0}: f({1})",
        "f({0})",
        "assert {0}, {1}",
        "b += {0}",
    )
    body = [
        f"    {chance.choice(forms).format(expression(chance), expression(chance))}"
        for _ in range(lines)
    ]
    return "\n".join([f"def work{seed}(a, b):", *body, "    return a"])


@pytest.mark.parametrize("ring", [11, 16])
def test_ring_of_many_copies_is_no_idiom(ring: int) -> None:
    """In a class of 33, ten copies were found and eleven were not, without a word. Copies differ in a line of each."""
    copy = program(7)
    class_of_33 = {f"s{number:02}": {"a.py": program(100 + number)} for number in range(33 - ring)}
    class_of_33 |= {
        f"x{number:02}": {"a.py": f"{copy}\n\nprint({'(' * number}1{')' * number})\n"}
        for number in range(ring)
    }
    alike = found(class_of_33)
    assert alike.groups == [tuple(sorted(name for name in class_of_33 if name[0] == "x"))]
    assert len(alike.pairs) == ring * (ring - 1) // 2 and not alike.left_out


@pytest.mark.nightly
def test_ring_of_padded_copies_is_found() -> None:
    """Each of twelve copies stands among as much other code. Before, the whole ring was an idiom, because its files are not alike."""
    free = {f"s{number:02}": {"a.py": varied(100 + number)} for number in range(21)}
    ring = {
        f"x{number:02}": {"a.py": f"{varied(200 + number)}\n\n{varied(7)}\n"}
        for number in range(12)
    }
    assert found(free | ring).groups == [tuple(ring)]


def test_copy_within_much_other_code_is_found() -> None:
    """Two copies have each more than twice as much other code, and no 40 % of either file are similar."""
    hidden = {
        name: {"a.py": f"{varied(7)}\n\n{varied(seed, 100)}\n"}
        for name, seed in (("ada", 300), ("bob", 400))
    }
    (pair,) = found(hidden | {"cem": {"a.py": varied(9)}}).pairs
    assert 0.2 < max(pair.shares) < 0.4
    assert not similar(
        TOY.assignment, handed_in(hidden), least=0.41
    ).pairs  # staff asked for a share


def test_idiom_of_a_class_makes_no_pairs() -> None:
    """Nearly half of 33 have the same function beside as much of their own."""
    with_idiom = {
        f"i{number:02}": {"a.py": f"{varied(7)}\n\n{varied(100 + number, 80)}\n"}
        for number in range(15)
    }
    without = {f"s{number:02}": {"a.py": varied(3000 + number)} for number in range(18)}
    assert found(with_idiom | without).pairs == ()


def test_class_is_compared_with_another() -> None:
    """Pairs within the other class are not shown. Its files are no idiom, however many have the copied code."""
    others = {f"2025/o{number:02}": {"a.py": COPIED} for number in range(15)}
    alike = found({"ada": {"sums.py": RENAMED}, "bob": {"sums.py": OTHER}}, others=others)
    assert names_of(alike) == {frozenset(("ada", name)) for name in others}
    assert all(pair.left.file.submission == "ada" for pair in alike.pairs)
    assert (alike.submissions, alike.others) == (
        2,
        15,
    ) and "15 submissions of other classes" in page(alike, "Toy", "toy").decode()


def test_file_that_is_not_compared_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, small files and files of the starter were missing without a word."""
    monkeypatch.setattr(
        comparing, "given_files", lambda assignment: {"starter/a.py": RENAMED.encode()}
    )
    reasons = {
        "ada": ("a.py", "x = 1\n", "a.py is too small (fewer than"),
        "bob": ("a.py", "#" * (tokens.MOST_BYTES + 1), "a.py is larger than 262,144 bytes"),
        "cem": ("notes.txt", "x", "has no file in Python or Java"),
        "dan": ("a.py", COPIED, "a.py has little besides code that everybody was given"),
    }
    files = {who: {name: text} for who, (name, text, _) in reasons.items()}
    told = found({**files, "eve": {"b.py": OTHER}}).left_out
    for (who, (_, _, reason)), line in zip(reasons.items(), sorted(told), strict=True):
        assert line.startswith(f"{who}: {reason}")


@pytest.mark.nightly
def test_compared_pairs_grow_with_the_matches() -> None:
    """Of independent programs hardly two are compared as a whole, so twice the class is not four times the work."""

    def compared(size: int) -> int:
        runs = [
            frozenset(grams(tokens_of(InputFile("a.py", varied(seed).encode())) or tokens.Tokens()))
            for seed in range(size)
        ]
        return len({*likely_pairs(runs, idioms(runs), 0.4)})

    assert compared(120) < 60 < 120 * 119 / 2


def test_java_files_are_compared_too() -> None:
    """Java has its own grammar, and is not similar to Python."""
    body = "int total(int[] all) { int r = 0; for (int n : all) { if (n > 3 && r < 9) { r += n * 2; } else { r--; } } return r; }"
    more = 'String told(String a) { while (a.length() < 5) { a = a + "x"; } return a.isEmpty() ? null : a.trim(); }'
    java = f"class Sums {{ /* one */ {body} {more} }}"
    other = (
        java.replace("total", "sum").replace("int r", "int res").replace("/* one */", "// two\n")
    )
    (pair,) = found(
        {"ada": {"Sums.java": java}, "bob": {"Sums.java": other}, "cem": {"sums.py": COPIED}}
    ).pairs
    assert {pair.left.file.submission, pair.right.file.submission} == {"ada", "bob"}


def test_starter_and_common_code_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The starter is excluded, and so is code in more submissions than two people working together explain."""
    pair = {"ada": {"sums.py": COPIED}, "bob": {"sums.py": RENAMED}}
    assert found(pair).pairs
    everybody = found({f"s{number}": {"sums.py": COPIED} for number in range(11)})
    assert everybody.pairs == ()
    assert everybody.left_out == (
        "s0, s1, s2, s3, s4, s5, s6, s7 and 3 more: sums.py is almost only code that most have",
    )
    monkeypatch.setattr(
        comparing, "given_files", lambda assignment: {"starter/sums.py": COPIED.encode()}
    )
    assert found(pair).pairs == ()


def test_nobody_is_compared_with_themselves() -> None:
    """This covers files of one submission, and two submissions of the same people."""
    assert found({"ada": {"a.py": COPIED, "b.py": RENAMED}}).pairs == ()
    assert (
        found({"one": {"a.py": COPIED}, "two": {"a.py": RENAMED}}, {"one": "7", "two": "7"}).pairs
        == ()
    )
    assert found(
        {"one": {"a.py": COPIED}, "two": {"a.py": RENAMED}}, {"one": "7", "two": "8"}
    ).pairs


def test_starters_are_not_similar_to_each_other() -> None:
    """Students who handed in the starter unchanged have copied from nobody."""
    assignment = load_assignment("csc148_2020_blocky")
    files = {name: (assignment.starter / name).read_text() for name in assignment.files.submitted}
    told = similar(assignment, handed_in({"ada": files, "bob": files}))
    assert (told.pairs, told.files, len(told.left_out)) == ((), 0, len(files))


@pytest.mark.parametrize(
    "text",
    nightly.one_in(
        3,
        [
            "x = " + "(" * 50_000,
            "[" * 100_000 + "]" * 100_000,
            '"""' * 50_000,
            "f'{" * 30_000,
            "if x:\n " * 20_000,
            "\0" * 99,
            "",
        ],
    ),
)
def test_hostile_file_affects_no_other_file(text: str) -> None:
    """The other files are compared, however deep its nesting and whatever it lacks."""
    told = found(
        {"ada": {"sums.py": COPIED}, "bob": {"sums.py": RENAMED}, "eve": {"sums.py": text}}
    )
    assert [{pair.left.file.submission, pair.right.file.submission} for pair in told.pairs] == [
        {"ada", "bob"}
    ]


@pytest.mark.parametrize("junk", ["pass;" * 22_000 + "\n", "x = 1\n" * 20_000])
def test_copy_behind_many_tokens_is_found(junk: str) -> None:
    """All tokens count. Before, 40,000 others in front of a copy hid it."""
    (pair,) = found({"ada": {"sums.py": COPIED}, "bob": {"sums.py": junk + RENAMED}}).pairs
    assert pair.shares[0] == 1


def test_files_of_one_submission_are_bounded_and_the_rest_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Files with expected names come first."""
    monkeypatch.setattr(
        "graders.extensions.similar.comparing.MOST_TOTAL", 4 * len("x = 1\n") * 1000 + len(RENAMED)
    )
    large = {f"a{number}.py": "x = 1\n" * 1000 for number in range(7)}
    told = found({"ada": {"sums.py": COPIED}, "bob": {**large, "sums.py": RENAMED}})
    assert [{pair.left.file.name, pair.right.file.name} for pair in told.pairs] == [{"sums.py"}]
    assert told.left_out[0].startswith("bob: 3 of 8 files")


def test_file_that_ends_the_parser_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only that file, and one that is too large, is left out; the files around it are read."""
    killing = (
        "import os\nfrom graders.extensions.similar import tokens\nusual = tokens.tokens_of\n"
        "tokens.tokens_of = lambda file: os.abort() if b'kill' in file.data else usual(file)\ntokens.main()\n"
    )
    run = tokens.subprocess.run
    monkeypatch.setattr(
        tokens.subprocess, "run", lambda command, **rest: run([*command[:2], "-c", killing], **rest)
    )
    files = [
        InputFile("a.py", b"x = 1"),
        InputFile("b.py", b"kill"),
        InputFile("c.py", b"y = 2"),
        InputFile("d.py", b"#" * (tokens.MOST_BYTES + 1)),
    ]
    read = list(tokenise([*files, InputFile("e.txt", b"")]))
    assert [one is None for one in read] == [False, True, False, True, True]


def test_comparison_is_bounded_in_time_and_reports_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The report mentions pairs that were not compared."""
    monkeypatch.setattr(comparing, "MOST_SECONDS", -1.0)
    told = found({name: {"sums.py": COPIED} for name in ("ada", "bob", "cem")})
    assert len(told.pairs) == 1 and "further pairs" in told.left_out[0]


@pytest.mark.parametrize(
    "threat",
    nightly.one_in(3, [one for one in THREATS if one.texts]),
    ids=lambda threat: threat.name,
)
def test_hostile_text_is_harmless_on_page_and_terminal(threat: Threat) -> None:
    """Names of people and files, and lines of code, are untrusted."""
    told = "\n".join(f"# {text!r} {text}" for text in threat.texts)
    names = [text.replace("/", "_") for text in threat.texts]
    files = {
        f"{name} {place}": {f"{name}.py": COPIED + told + COPIED}
        for name in names[:2]
        for place in (1, 2)
    }
    one = found(files)
    assert one.pairs
    assert harm("html", page(one, "Toy", "toy")) == ""
    out = io.StringIO()
    render(one, "Toy", Console(file=out, width=200))
    assert harm("terminal", out.getvalue().encode("utf-8", "replace")) == ""


def test_page_shows_similar_lines_side_by_side() -> None:
    """The page has the line numbers of both files."""
    one = found({"ada": {"sums.py": COPIED}, "bob": {"sums.py": "\n\n" + RENAMED}})
    shown = page(one, "Toy", "toy").decode()
    assert "For staff only" in shown
    assert '<th scope="row">2</th><td><code>def total(numbers):</code></td>' in shown
    assert '<th scope="row">4</th><td><code>def total(alle):</code></td>' in shown


def test_command_compares_a_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command needs a class as handed in: neither a folder of results nor a single submission."""
    for name, text in (("ada", COPIED), ("bob", RENAMED)):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "a1.py").write_text(text)
    out = tmp_path / "alike.html"
    assert (
        cli.main(["similar", "csse7030_connect4", str(tmp_path / "class"), "--out", str(out)]) == 0
    )
    shown = capsys.readouterr()
    assert "100 % of ada a1.py, 100 % of bob a1.py" in shown.out and str(out) in shown.err
    assert b"def total(alle)" in out.read_bytes()
    (tmp_path / "found.py").write_text(COPIED)
    assert (
        cli.main(
            [
                "similar",
                "csse7030_connect4",
                str(tmp_path / "class" / "bob"),
                "--against",
                str(tmp_path / "found.py"),
                "--out",
                str(out),
            ]
        )
        == 0
    )
    assert "100 % of bob a1.py, 100 % of found.py a1.py" in capsys.readouterr().out
    class_file.write(tmp_path / "class", ClassState())
    assert cli.main(["similar", "csse7030_connect4", str(tmp_path / "class")]) == 2
    assert cli.main(["similar", "csse7030_connect4", str(tmp_path / "class" / "ada")]) == 2
    assert (
        "name the folder of its submissions" in (errors := capsys.readouterr().err)
        and "name a class" in errors
    )


def test_rare_runs_in_one_bucket_are_no_idiom() -> None:
    """Runs are first counted in buckets, which keeps the memory of a large class small; each run is then counted by itself."""
    common, step = 5, 1 << 20
    found = idioms([[common, 7 + number * step] for number in range(12)])
    assert (found.everywhere, found.lost) == (frozenset({common}), {})
