"""Known faults are named by the replies that a submission gives: alone, together, and never against the evidence."""

from __future__ import annotations

import msgspec
import pytest

from graders.extensions.faults.diagnose import Explanation, diagnose
from graders.extensions.faults.dictionary import Dictionary, Entry, Fault
from graders.extensions.faults.evidence import Evidence, compare
from graders.extensions.faults.symptoms import Deviation, Symptom
from graders.harness.diagnosis import Certainty
from graders.harness.result import CauseKind, Verdict


def symptom(wrong: dict[int, str], end: int | None = None, **more: object) -> Symptom:
    """Return how a check fails whose *wrong* replies and end are these."""
    given = {"basis": "b", "verdict": Verdict.FAILED, "kind": CauseKind.WRONG_ANSWER, **more}
    return Symptom(replies={"own": Deviation(wrong, end)}, **given)  # type: ignore[arg-type]


def dictionary(**faults: dict[str, Symptom]) -> Dictionary:
    """Return a dictionary of *faults*: name -> check -> symptom."""
    return Dictionary(
        {
            name: Fault(
                name,
                f"sentence of {name}",
                "",
                (),
                {check: Entry(name, one) for check, one in checks.items()},
            )
            for name, checks in faults.items()
        }
    )


def names(diagnosis: Explanation) -> list[list[str]]:
    """Return the names of the faults shown; several that nothing tells apart stand together."""
    return [[known.fault for known in fault.known] for fault in diagnosis.faults]


TURN = {"rotate": symptom({0: "a", 2: "b"}), "rotate.deep": symptom({1: "c"})}
SWAP = {"swap": symptom({0: "x"})}
FAULTS = dictionary(turn=TURN, swap=SWAP)
MUTANT = "mutant/0"


def test_same_replies_name_the_fault_for_certain() -> None:
    found = diagnose(TURN, ["swap"], FAULTS)
    assert names(found) == [["turn"]]
    assert found.faults[0].is_certain
    assert found.faults[0].checks == {"rotate": Evidence.REPLIES, "rotate.deep": Evidence.REPLIES}
    assert not found.unexplained


def test_two_faults_in_different_checks_are_both_named() -> None:
    found = diagnose({**TURN, **SWAP}, [], FAULTS)
    assert sorted(names(found)) == [["swap"], ["turn"]]
    assert all(fault.is_certain for fault in found.faults)


def test_two_faults_in_one_check_are_told_apart_call_by_call() -> None:
    """Each gives some of the check's wrong replies."""
    known = dictionary(first={"c": symptom({0: "a", 1: "b"})}, second={"c": symptom({4: "d"})})
    found = diagnose({"c": symptom({0: "a", 1: "b", 4: "d"})}, [], known)
    assert names(found) == [["first"], ["second"]]
    assert {fault.checks["c"] for fault in found.faults} == {Evidence.PART}
    assert not any(fault.is_certain for fault in found.faults)


def test_fault_that_would_fail_passed_checks_is_only_a_likeness() -> None:
    known = dictionary(turn={**TURN, "more": symptom({3: "z"})})
    found = diagnose(TURN, ["more"], known)
    assert names(found) == [["turn"]]
    assert found.faults[0].against == ("more",)
    assert found.faults[0].is_like
    found = diagnose({"rotate": TURN["rotate"]}, ["rotate.deep"], known)
    assert names(found) == []
    assert set(found.unexplained) == {"rotate"}


def test_fault_that_would_answer_a_failed_check_otherwise_is_not_named() -> None:
    """A relative: it fails the same two checks, and answers one of them in another way."""
    known = dictionary(turn={"rotate": TURN["rotate"], "more": symptom({3: "z"}, first="f")})
    own = {"rotate": TURN["rotate"], "more": symptom({3: "y", 5: "y"}, first="f")}
    assert names(diagnose(own, [], known)) == [["turn"]]  # the same first wrong answer: a likeness
    own["more"] = symptom({3: "y"})
    found = diagnose(own, [], known)
    assert names(found) == []
    assert set(found.unexplained) == {"rotate", "more"}


def test_check_that_did_not_run_or_has_changed_speaks_against_no_fault() -> None:
    """A student's hints come from public checks alone; entries of a changed check are not used."""
    known = dictionary(
        turn={"rotate": TURN["rotate"], "hidden": symptom({3: "z"}), "changed": symptom({3: "z"})}
    )
    own = {"rotate": TURN["rotate"], "changed": symptom({3: "y"}, basis="a later check")}
    assert names(diagnose(own, [], known)) == [["turn"]]


def test_fault_that_another_one_hides_is_named() -> None:
    """Of two faults in one check neither gives its own wrong replies: that speaks against none."""
    known = dictionary(
        turn={"rotate": TURN["rotate"], "more": symptom({3: "z"})},
        swap={"swap": SWAP["swap"], "more": symptom({3: "w"})},
    )
    own = {"rotate": TURN["rotate"], "swap": SWAP["swap"], "more": symptom({3: "y"})}
    found = diagnose(own, [], known)
    assert sorted(names(found)) == [["swap"], ["turn"]]
    assert set(found.unexplained) == {"more"}


def test_part_of_a_checks_wrong_replies_needs_the_rest_explained() -> None:
    """A program that looks at no diagonal gives all wrong replies of one that leaves out the rising ones."""
    known = dictionary(rising={"c": symptom({0: "a", 1: "b"})}, falling={"c": symptom({4: "d"})})
    own = {"c": symptom({0: "a", 1: "b", 4: "d"})}
    assert names(diagnose(own, [], known.without("falling"))) == []
    assert sorted(names(diagnose(own, [], known))) == [["falling"], ["rising"]]


def test_name_beside_an_unexplained_check_of_its_area_is_less_certain() -> None:
    """A program that looks at no diagonal also fails, in the same way, all checks of one diagonal that stops
    short. That was a certain name.
    """
    more = symptom({7: "q"})
    certainties = [
        [fault.certainty for fault in diagnose({**own, other: more}, [], FAULTS).faults]
        for own, other in (
            (TURN, "rotate.far"),
            (TURN, "place.far"),
            ({**TURN, "rotate.deep": symptom({1: "c", 2: "d"})}, "rotate.far"),
        )
    ]
    assert certainties == [[Certainty.LIKELY], [Certainty.CERTAIN], [Certainty.LIKE]]


def test_mutant_beside_an_unexplained_check_of_its_area_stays_likely() -> None:
    """Nobody has looked at it, so that a likeness to it says nothing."""
    found = diagnose({**TURN, "rotate.far": symptom({7: "q"})}, [], dictionary(**{MUTANT: TURN}))
    assert [fault.certainty for fault in found.faults] == [Certainty.LIKELY]


def test_weak_evidence_names_nothing() -> None:
    """Twenty checks that begin alike, and go on differently, are those of another fault."""
    known = {f"c{n}": symptom({0: "a"}, first="f") for n in range(20)}
    own = {f"c{n}": symptom({0: "c"}, first="f") for n in range(20)}
    assert names(diagnose(own, [], dictionary(other=known))) == []


def test_mutant_is_not_shown_beside_an_exemplar() -> None:
    """Nobody has looked at it."""
    assert names(diagnose(SWAP, [], dictionary(**{MUTANT: SWAP, "swap": SWAP}))) == [["swap"]]
    assert names(diagnose(SWAP, [], dictionary(**{MUTANT: SWAP, "turn": TURN}))) == [[MUTANT]]


def test_mutant_that_is_only_like_the_fault_is_not_shown() -> None:
    """Of an exemplar the same evidence gives a name."""
    known = {"swap": SWAP["swap"], "more": symptom({2: "z"}, first="f")}
    own = {"swap": SWAP["swap"], "more": symptom({2: "y"}, first="f")}
    assert names(diagnose(own, [], dictionary(exemplar=known))) == [["exemplar"]]
    assert names(diagnose(own, [], dictionary(**{MUTANT: known}))) == []


def test_faults_that_nothing_tells_apart_are_shown_together() -> None:
    found = diagnose(SWAP, [], dictionary(one=SWAP, other=SWAP))
    assert names(found) == [["one", "other"]]


def test_check_that_fails_by_chance_is_no_evidence_against_a_fault() -> None:
    by_chance = Entry("luck", symptom({0: "q"}), by_chance=True)
    known = Dictionary(
        {
            "luck": Fault(
                "luck", "", "", (), {"swap": Entry("luck", SWAP["swap"]), "chance": by_chance}
            )
        }
    )
    assert diagnose(SWAP, ["chance"], known).faults[0].is_certain


@pytest.mark.parametrize(
    ("own", "fault", "evidence", "refuted"),
    [
        (symptom({0: "a"}), symptom({0: "a"}), Evidence.REPLIES, False),
        (symptom({0: "a", 1: "b"}), symptom({0: "a"}), Evidence.PART, False),
        (symptom({0: "a"}), symptom({0: "a", 1: "b"}), Evidence.NONE, True),
        (symptom({0: "a"}), symptom({0: "b"}), Evidence.PLACES, False),
        (symptom({0: "a"}, end=3), symptom({0: "a"}, end=3), Evidence.REPLIES, False),
        # behind the end of the one process nothing is known of it
        (symptom({0: "a"}, end=2), symptom({0: "a", 4: "b"}), Evidence.PART, False),
        # the fault ends the process at a call that the submission answers
        (symptom({0: "a"}), symptom({0: "a"}, end=3), Evidence.NONE, True),
        (
            symptom({}, end=0, name="KeyError"),
            symptom({}, end=0, name="IndexError"),
            Evidence.NONE,
            False,
        ),
        (symptom({0: "a"}), symptom({0: "a"}, basis="an earlier check"), Evidence.NONE, False),
        (symptom({0: "a"}, first="f"), symptom({0: "b"}, first="f"), Evidence.BEGINNING, False),
    ],
)
def test_evidence(own: Symptom, fault: Symptom, evidence: Evidence, refuted: bool) -> None:
    found = compare(own, fault)
    assert (found.evidence, found.refuted) == (evidence, refuted)


def test_exceptions_in_other_lines_are_the_same_first_wrong_answer() -> None:
    """A reply with an exception says in which line: its digest differs, although the fault does not."""
    own, known = (
        symptom({0: line}, first="f", verdict=Verdict.RAISED, name="KeyError")
        for line in ("a", "b")
    )
    assert compare(own, known).evidence is Evidence.FIRST
    elsewhere = symptom({1: "b"}, first="f", verdict=Verdict.RAISED, name="KeyError")
    assert compare(own, elsewhere).evidence is Evidence.BEGINNING


def test_stand_ins_show_a_fault_that_another_file_hides() -> None:
    """With the submission's own files all replies differ; with sound ones those of the fault alone."""
    known = Symptom(
        "b",
        Verdict.FAILED,
        CauseKind.WRONG_ANSWER,
        replies={"own": Deviation({1: "a"}), "sound": Deviation({1: "a"})},
    )
    own = msgspec.structs.replace(
        known, replies={"own": Deviation({0: "?", 1: "?"}), "sound": Deviation({1: "a"})}
    )
    assert compare(own, known).evidence is Evidence.REPLIES
