"""`grader verify` from the user's side: its output and its exit status."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest

from graders.extensions.authoring.chance import Escape
from graders.extensions.authoring.claims import all_claims
from graders.extensions.authoring.verification import verify as verification
from graders.extensions.authoring.verification.claims import (
    Claim,
    ClaimResult,
    ClaimState,
    MutantResult,
)
from graders.extensions.authoring.verification.verification import VerificationRequest
from graders.extensions.shared.mutants.reasons import stanza
from graders.harness.cli import main
from graders.harness.result import Verdict

ASSIGNMENT = "csc148_2020_blocky"
RIGHT = ClaimResult("reference", ClaimState.HOLDS, "gets 100 of 100 marks")
FATES = (
    MutantResult("a.py f: 1 -> 2", "a.py", 3, "f.one", Verdict.FAILED),
    MutantResult("a.py f: x -> y", "a.py", 4),
)
WRONG = ClaimResult(
    "mutants",
    ClaimState.WRONG,
    "1 of 2 killed",
    ("survives: a.py f: x -> y",),
    FATES,
    (stanza("a.py f: x -> y"),),
)
LOST = ClaimResult(
    "exemplars", ClaimState.NOT_GRADABLE, "0 of 1", ("right/one: the sandbox failed",)
)


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[set[str]]:
    """Return the parametrised claims from `verify` without grading; the names of the requested ones are recorded."""
    requests: list[set[str]] = []

    def verify(requested: VerificationRequest, claims: Iterable[Claim]) -> Iterator[ClaimResult]:
        requests.append({claim.name for claim in claims})
        yield from request.param

    monkeypatch.setattr(verification, "verify", verify)
    return requests


@pytest.mark.parametrize(
    ("proved", "status"),
    [([RIGHT], 0), ([RIGHT, WRONG], 1), ([RIGHT, WRONG, LOST], 3)],
    indirect=["proved"],
    ids=["holds", "wrong", "not gradable"],
)
def test_status_and_lines_show_each_claim(
    proved: list[set[str]], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 if all hold, 1 if one is wrong, 3 if one was not gradable. Each claim and each problem has a line."""
    assert main(["verify", ASSIGNMENT]) == status
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["✓", "reference", "gets", "100", "of", "100", "marks"]
    assert ("survives: a.py f: x -> y" in [line.strip() for line in lines]) == (status > 0)
    assert ("mutant = 'a.py f: x -> y'" in lines) == (status > 0)  # ready to paste


ESCAPES = (
    Escape("f.one", "faulty/seldom", 10, 25, 8, 400),
    Escape("f.two", "faulty/often", 0, 25, 0, 100),
)
CHANCE = ClaimResult(
    "chance", ClaimState.WRONG, "2 checks draw by chance", ("faulty/seldom: escapes",), rows=ESCAPES
)


@pytest.mark.parametrize("proved", [[RIGHT, CHANCE]], indirect=True)
@pytest.mark.usefixtures("proved")
def test_escapes_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Each row has what the check misses and what all checks miss."""
    main(["verify", ASSIGNMENT, "--only", "chance"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[-3:]]
    assert rows == [
        ["missed", "by", "all", "redraws", "check,", "fault"],
        ["40.0%", "2.0%", "400", "f.one", "faulty/seldom"],
        ["0.0%", "0.0%", "100", "f.two", "faulty/often"],
    ]


@pytest.mark.parametrize("proved", [[RIGHT, WRONG]], indirect=True)
def test_json_has_each_mutant(proved: list[set[str]], capsys: pytest.CaptureFixture[str]) -> None:
    """One document on stdout; a killed mutant has the check that killed it."""
    assert main(["verify", ASSIGNMENT, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["assignment"], document["holds"]) == (ASSIGNMENT, False)
    assert document["claims"][1]["mutants"] == [
        {
            "mutant": "a.py f: 1 -> 2",
            "file": "a.py",
            "line": 3,
            "killed_by": "f.one",
            "verdict": "failed",
        },
        {"mutant": "a.py f: x -> y", "file": "a.py", "line": 4},
    ]


@pytest.mark.parametrize("proved", [[RIGHT]], indirect=True)
@pytest.mark.parametrize(
    ("options", "claims"),
    [
        ([], set(all_claims()) - {"chance"}),
        (["--mutants", "0"], {"starter", "bundle", "exemplars", "costs", "helpers", "bytes"}),
        (["--only", "bytes", "--only", "starter"], {"bytes", "starter"}),
        (["--only", "stubs"], {"lazy"}),
        (["--only", "chance"], {"chance"}),
    ],
    ids=["all", "no mutants", "some", "alias", "on demand"],
)
def test_options_choose_the_claims(
    proved: list[set[str]], options: list[str], claims: set[str]
) -> None:
    """The reference's claim needs no option, because it is always tried. Without its file of reasons, *chance* does."""
    assert main(["verify", ASSIGNMENT, *options]) == 0
    assert proved == [claims]
