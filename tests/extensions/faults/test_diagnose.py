"""Known faults are named by what checks find wrong: alone, together, and never against the evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graders.extensions.faults.diagnose import FEW, Explanation, diagnose
from graders.extensions.faults.dictionary import Dictionary, Entry, Fault
from graders.extensions.faults.evidence import Evidence, compare
from graders.extensions.faults.symptoms import Judgement, Symptom
from graders.harness.diagnosis import Certainty


def symptom(failed: dict[int, str], judged: int | None = None, basis: str = "b") -> Symptom:
    """Return how a check fails on these examples. The first letter is the assertion, all are the data."""
    wrong = {number: Judgement(data[0], data) for number, data in failed.items()}
    return Symptom(basis, wrong, judged)


def entries(checks: dict[str, Symptom], name: str = "") -> dict[str, Entry]:
    """Return the entries of the fault *name*."""
    return {check: Entry(name, one) for check, one in checks.items()}


def dictionary(**faults: dict[str, Symptom]) -> Dictionary:
    """Return a dictionary of *faults*: name -> check -> symptom."""
    return Dictionary(
        {
            name: Fault(
                name,
                f"sentence of {name}",
                "",
                (),
                entries(checks, name),
            )
            for name, checks in faults.items()
        }
    )


def names(diagnosis: Explanation) -> list[list[str]]:
    """Return the names of the faults shown; several that nothing tells apart stand together."""
    return [[known.fault for known in fault.known] for fault in diagnosis.faults]


TURN = {"rotate": symptom({0: "a", 2: "b"}), "rotate.deep": symptom({1: "c"})}
SWAP = {"swap": symptom({0: "x", 1: "y"})}
FAULTS = dictionary(turn=TURN, swap=SWAP)
MUTANT = "mutant/0"


def test_same_wrong_answers_name_the_fault_for_certain() -> None:
    found = diagnose(TURN, ["swap"], FAULTS)
    assert names(found) == [["turn"]]
    assert found.faults[0].is_certain
    assert found.faults[0].checks == {"rotate": Evidence.SAME, "rotate.deep": Evidence.SAME}
    assert not found.unexplained


def test_one_coincidence_is_not_enough_for_certain() -> None:
    """Two faults that both return nothing in one check look alike."""
    once = {"swap": symptom({0: "x"})}
    found = diagnose(once, [], dictionary(swap=once))
    assert [fault.certainty for fault in found.faults] == [Certainty.LIKELY]


def test_wrong_answer_that_many_faults_give_is_no_coincidence() -> None:
    """As that of all which return nothing."""
    others = {f"other{n}": {**SWAP, f"c{n}": symptom({0: "z"})} for n in range(FEW)}
    certainties = [
        diagnose(SWAP, [], dictionary(swap=SWAP, **some)).faults[0].certainty
        for some in ({}, others)
    ]
    assert certainties == [Certainty.CERTAIN, Certainty.LIKE]


def test_fault_is_known_by_the_kinds_of_its_wrong_answers_on_other_examples() -> None:
    """As that of a player who draws otherwise; not if most faults give answers of that kind."""

    def drawn(examples: str, form: str) -> dict[str, Symptom]:
        wrong = {int(one): Judgement("a", f"{form}{one}{examples}", form) for one in examples}
        return {"plays": Symptom("b", wrong)}

    faults = {"passes": drawn("025", "pass"), "paints": drawn("03", "paint")}
    found = diagnose(drawn("14", "pass"), [], dictionary(**faults))
    assert [fault.known[0].fault for fault in found.faults] == ["passes"]
    assert found.faults[0].checks == {"plays": Evidence.FORM}
    assert found.faults[0].certainty is Certainty.LIKELY
    others = {f"other{n}": drawn(f"{n}9", "pass") for n in range(FEW)}
    assert all(
        fault.is_like for fault in diagnose(drawn("14", "pass"), [], dictionary(**others)).faults
    )


def test_one_rare_answer_that_another_fault_gives_too_is_a_likeness() -> None:
    """The other one fails a check that passes, and a third one may give the same answer."""
    one, other = {"counts": symptom({0: "x"})}, {"turns": symptom({0: "y"})}
    certainties = [
        diagnose(one, ["turns"], dictionary(fault=one, **more)).faults[0].certainty
        for more in ({}, {"other": {**one, **other}})
    ]
    assert certainties == [Certainty.LIKELY, Certainty.LIKE]


def test_two_coincidences_in_many_games_that_differ_are_a_likeness() -> None:
    """All that is known of the other games is that each shows another board than the rules give."""
    same = {"moves": symptom({0: "x"}), "falls": symptom({0: "y"})}
    certainties = []
    for games in (10, 30):
        known = {f"game{n}": symptom({0: "a"}) for n in range(games)}
        shown = {f"game{n}": symptom({0: "a1"}) for n in range(games)}
        found = diagnose({**same, **shown}, [], dictionary(fault={**same, **known}))
        certainties.append(found.faults[0].certainty)
    assert certainties == [Certainty.LIKELY, Certainty.LIKE]


def test_fault_with_other_values_explains_less_than_one_with_the_same() -> None:
    """However many checks it fails."""
    own = {"turns": symptom({0: "a"}), "twice": symptom({0: "b"}), "swap": SWAP["swap"]}
    other = {"turns": symptom({0: "a1"}), "twice": symptom({0: "b1"}), "swap": SWAP["swap"]}
    less = {"turns": own["turns"], "twice": own["twice"]}
    assert names(diagnose(own, [], dictionary(other=other, less=less)))[0] == ["less"]


def test_writings_of_a_fault_share_its_sentence_and_its_wrong_answers() -> None:
    """They are one known fault, so that its answers stay rare, and nobody reads the sentence twice."""
    one = dictionary(**{f"turn{n}": TURN for n in range(FEW + 1)})
    faults = {id_: replace(fault, diagnosis="it turns") for id_, fault in one.faults.items()}
    known = Dictionary(faults)
    found = diagnose(TURN, [], known)
    assert [fault.is_certain for fault in found.faults] == [True]
    assert known.writings == {"it turns": "turn0"}
    other = {**TURN, "swap": SWAP["swap"]}
    both = Dictionary(
        {**faults, "more": replace(faults["turn0"], id="more", entries=entries(SWAP))}
    )
    assert len(diagnose(other, [], both).faults) == 1


def test_function_that_is_not_written_comes_before_a_mutant_that_explains_more() -> None:
    """A mutant of its loop does as little as the whole function."""
    unwritten = {"swap": symptom({0: "x"})}
    own = {"swap": symptom({0: "x"}), "rotate": TURN["rotate"]}
    known = dictionary(**{"unwritten/swap": unwritten, MUTANT: own})
    assert names(diagnose(own, [], known))[0] == ["unwritten/swap"]
    # it is written, because it answers, or because a check that needs it passes
    answers = {"swap": symptom({0: "x1"})}
    assert names(diagnose(answers, [], dictionary(**{"unwritten/swap": unwritten}))) == []
    known = dictionary(**{"unwritten/swap": {**unwritten, "more": symptom({0: "x"})}, MUTANT: own})
    assert names(diagnose(own, ["more"], known)) == [[MUTANT]]


def test_fault_that_another_one_hides_in_a_check_is_likely() -> None:
    """It was only like the submission's, however sure the other one was."""
    known = dictionary(
        turn={"rotate": TURN["rotate"], "more": symptom({3: "z"})},
        swap={"swap": SWAP["swap"], "more": symptom({3: "w"})},
    )
    own = {"rotate": TURN["rotate"], "swap": SWAP["swap"], "more": symptom({3: "w"})}
    found = diagnose(own, [], known)
    assert {one.known[0].fault: one.certainty for one in found.faults} == {
        "swap": Certainty.CERTAIN,
        "turn": Certainty.LIKELY,
    }


def test_other_values_on_the_same_examples_name_the_fault_as_likely() -> None:
    """A program that draws once more at random gets other boards, and breaks the same rule; one answer without a
    board is rare enough.
    """
    own = {"rotate": symptom({0: "a1", 2: "b1"}), "rotate.deep": symptom({1: "c"})}
    found = diagnose(own, ["swap"], FAULTS)
    assert names(found) == [["turn"]]
    assert found.faults[0].certainty is Certainty.LIKELY
    assert found.faults[0].checks == {"rotate": Evidence.EXAMPLES, "rotate.deep": Evidence.SAME}
    own["rotate.deep"] = symptom({1: "c1"})
    found = diagnose(own, ["swap"], FAULTS)  # a likeness without any equal answer is mostly wrong
    assert found.faults == ()
    assert found.unexplained.keys() == own.keys()


def test_two_faults_in_different_checks_are_both_named() -> None:
    found = diagnose({**TURN, **SWAP}, [], FAULTS)
    assert sorted(names(found)) == [["swap"], ["turn"]]
    assert all(fault.is_certain for fault in found.faults)


def test_two_faults_in_one_check_are_told_apart_by_its_examples() -> None:
    """Each explains some of the check's wrong answers."""
    known = dictionary(first={"c": symptom({0: "a", 1: "b"})}, second={"c": symptom({4: "d"})})
    found = diagnose({"c": symptom({0: "a", 1: "b", 4: "d"})}, [], known)
    assert names(found) == [["first"], ["second"]]
    assert {fault.checks["c"] for fault in found.faults} == {Evidence.PART}
    assert not any(fault.is_certain for fault in found.faults)


def test_fault_that_would_fail_passed_checks_is_not_named() -> None:
    known = dictionary(turn={**TURN, "more": symptom({3: "z"})})
    found = diagnose(TURN, ["more"], known)
    assert names(found) == []
    assert found.unexplained.keys() == TURN.keys()
    found = diagnose({"rotate": TURN["rotate"]}, ["rotate.deep"], known)
    assert names(found) == []
    assert set(found.unexplained) == {"rotate"}


def test_fault_that_would_fail_a_check_otherwise_is_not_named() -> None:
    """A relative: it fails the same two checks, and one of them in another way."""
    known = dictionary(turn={"rotate": TURN["rotate"], "more": symptom({3: "z"})})
    own = {"rotate": TURN["rotate"], "more": symptom({3: "z1", 5: "y"})}
    assert names(diagnose(own, [], known)) == [["turn"]]  # the same is wrong: a likeness
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
    """Of two faults in one check neither gives its own wrong answers: that speaks against none."""
    known = dictionary(
        turn={"rotate": TURN["rotate"], "more": symptom({3: "z"})},
        swap={"swap": SWAP["swap"], "more": symptom({3: "w"})},
    )
    own = {"rotate": TURN["rotate"], "swap": SWAP["swap"], "more": symptom({3: "y"})}
    found = diagnose(own, [], known)
    assert sorted(names(found)) == [["swap"], ["turn"]]
    assert set(found.unexplained) == {"more"}


def test_part_of_a_checks_wrong_answers_needs_the_rest_explained() -> None:
    """A program that looks at no diagonal gives all wrong answers of one that leaves out the rising ones."""
    known = dictionary(rising={"c": symptom({0: "a", 1: "b"})}, falling={"c": symptom({4: "d"})})
    own = {"c": symptom({0: "a", 1: "b", 4: "d"})}
    assert names(diagnose(own, [], known, ["falling"])) == []
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
    """Twenty checks in which the same is wrong, with other values and on more examples, show another fault."""
    known = {f"c{n}": symptom({0: "a"}) for n in range(20)}
    own = {f"c{n}": symptom({0: "a1", 1: "b"}) for n in range(20)}
    assert names(diagnose(own, [], dictionary(other=known))) == []


def test_mutant_is_not_shown_beside_an_exemplar() -> None:
    """Nobody has looked at it."""
    assert names(diagnose(SWAP, [], dictionary(**{MUTANT: SWAP, "swap": SWAP}))) == [["swap"]]
    assert names(diagnose(SWAP, [], dictionary(**{MUTANT: SWAP, "turn": TURN}))) == [[MUTANT]]


def test_mutant_that_is_only_like_the_fault_is_not_shown() -> None:
    """Of an exemplar the same evidence gives a name."""
    known = {"swap": SWAP["swap"], "more": symptom({2: "z"})}
    own = {"swap": SWAP["swap"], "more": symptom({2: "z1", 3: "y"})}
    assert names(diagnose(own, [], dictionary(exemplar=known))) == [["exemplar"]]
    assert names(diagnose(own, [], dictionary(**{MUTANT: known}))) == []


def test_faults_that_nothing_tells_apart_are_shown_together() -> None:
    found = diagnose(SWAP, [], dictionary(one=SWAP, other=SWAP))
    assert names(found) == [["one", "other"]]


def test_check_that_fails_by_chance_is_no_evidence_against_a_fault_that_it_does_not_refute() -> (
    None
):
    by_chance = Entry("luck", symptom({0: "q", 1: "r"}), by_chance=True)
    known = Dictionary(
        {
            "luck": Fault(
                "luck", "", "", (), {"swap": Entry("luck", SWAP["swap"]), "chance": by_chance}
            )
        }
    )
    assert diagnose(SWAP, ["chance"], known).faults[0].is_certain
    other = {**SWAP, "chance": symptom({0: "q"})}  # and right on the other example
    assert diagnose(other, [], known).faults[0].is_like


@pytest.mark.parametrize(
    ("own", "fault", "evidence", "refuted"),
    [
        (symptom({0: "a"}), symptom({0: "a"}), Evidence.SAME, False),
        (symptom({0: "a1"}), symptom({0: "a2"}), Evidence.EXAMPLES, False),
        (symptom({0: "a", 1: "b"}), symptom({0: "a"}), Evidence.PART, False),
        (symptom({0: "a1", 1: "b"}), symptom({0: "a2"}), Evidence.ASSERTION, False),
        (symptom({0: "a"}), symptom({0: "a", 1: "b"}), Evidence.ASSERTION, True),
        (symptom({1: "a"}), symptom({0: "a"}), Evidence.NONE, True),
        (symptom({0: "a"}), symptom({0: "b"}), Evidence.NONE, False),
        # nothing is known of examples on which the check did not run
        (symptom({0: "a"}, judged=1), symptom({0: "a", 4: "b"}), Evidence.SAME, False),
        (symptom({0: "a", 4: "b"}), symptom({0: "a"}, judged=1), Evidence.SAME, False),
        (symptom({0: "a"}), symptom({0: "a"}, basis="an earlier check"), Evidence.NONE, False),
    ],
)
def test_evidence(own: Symptom, fault: Symptom, evidence: Evidence, refuted: bool) -> None:
    found = compare(own, fault)
    assert (found.evidence, found.refuted) == (evidence, refuted)


def test_name_beside_an_unexplained_check_of_another_subject_stays() -> None:
    """The checks of the random player do not say that a name of the smart one is only like its fault."""
    known = {"player.smart-best": symptom({0: "a1"}), "player.smart-pass": symptom({0: "b1"})}
    for other, certainty in (
        ("player.random-valid", Certainty.CERTAIN),
        ("player.smart-valid", Certainty.LIKELY),
        ("player.clicks", Certainty.LIKELY),
    ):
        found = diagnose({**known, other: symptom({0: "q"})}, [], dictionary(smart=known))
        assert [fault.certainty for fault in found.faults] == [certainty]


def test_check_of_whole_games_speaks_against_no_name() -> None:
    """Another fault ends the game first. A check is one of whole games if faults of many parts fail it."""
    parts = ["step", "turn", "swap", "jump"]
    known = {
        part: {f"{part}.near": symptom({0: part}), "game.plays": symptom({0: part})}
        for part in parts
    }
    rest = {f"rest{n}": {f"rest{n}.near": symptom({0: "r"})} for n in range(10)}
    own = {"step.near": symptom({0: "step"}), "game.plays": symptom({0: "z"})}
    (found,) = diagnose(own, [], dictionary(**known, **rest)).faults
    assert found.certainty is Certainty.LIKELY
    assert not diagnose(own, [], dictionary(step=known["step"])).faults


def test_few_of_many_checks_may_fail_otherwise() -> None:
    """A fault that fails twenty checks stands in a program with others, which hide it in one."""
    known = {f"step.{n}": symptom({0: f"a{n}"}) for n in range(20)}
    for hidden, certainty in ((1, Certainty.LIKELY), (3, Certainty.LIKE)):
        own = known | {f"step.{n}": symptom({0: "z"}) for n in range(hidden)}
        (found,) = diagnose(own, [], dictionary(step=known)).faults
        assert found.certainty is certainty


def test_fault_that_others_hide_nearly_everywhere_is_only_a_likeness() -> None:
    known = {f"step.{n}": symptom({0: f"a{n}"}) for n in range(9)}
    other = {f"step.{n}": symptom({0: f"z{n}"}) for n in range(1, 9)}
    own = other | {"step.0": known["step.0"]}
    faults = diagnose(own, [], dictionary(step=known, other=other)).faults
    assert [fault.certainty for fault in faults] == [Certainty.CERTAIN, Certainty.LIKE]


def test_what_is_only_like_a_fault_hides_nothing() -> None:
    """It may be that it explains nothing of what the other one would show there."""
    like = {"step.far": symptom({0: "a1"}), "step.edge": symptom({0: "b"})}
    known = {"step.near": symptom({0: "c1"}), "step.far": symptom({0: "d1"})}
    own = {"step.near": known["step.near"], "step.far": symptom({0: "a1"})}
    faults = diagnose(own, [], dictionary(like=like, known=known)).faults
    assert all(fault.certainty is Certainty.LIKE for fault in faults)


def test_function_that_no_file_has_is_not_named() -> None:
    found = diagnose(TURN, [], dictionary(**{"unwritten/turn": TURN}), ["unwritten/turn"])
    assert not found.faults


def test_a_likeness_without_an_equal_answer_hides_no_name() -> None:
    both = {"rotate.deep": symptom({1: "c"}), "swap": symptom({0: "x"})}
    alike = {"rotate.deep": symptom({1: "c2"}), "swap": symptom({0: "x2"})}
    faults = dictionary(turn={"rotate.deep": both["rotate.deep"]}, related=alike)
    found = diagnose(both, ["rotate"], faults)
    assert names(found)[0] == ["turn"]
    assert not found.faults[0].is_like


def test_a_coincidence_is_of_the_examples_that_were_judged() -> None:
    whole = {"rotate": symptom({number: f"a{number}" for number in range(5)})}
    found = diagnose({"rotate": symptom({0: "a0"}, judged=1)}, [], dictionary(turn=whole))
    assert [fault.certainty for fault in found.faults] == [Certainty.LIKELY]
