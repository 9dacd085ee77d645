"""Diagnoses of extensions: joined, in one line, about one check, and in groups."""

from __future__ import annotations

import msgspec

from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault, grouped, joined

STANDS = KnownFault(("step stays",), ("stands",), Certainty.CERTAIN, "it stays", ("step",))
LEAPS = KnownFault(("back leaps",), ("leaps",), Certainty.CERTAIN, "it leaps", ("back",))


def test_groups_are_the_known_faults_and_equal_unknown_ones() -> None:
    """An unknown fault of one submission alone is no group."""
    groups = grouped(
        {
            "ada": Diagnosis((STANDS, LEAPS)),
            "bob": Diagnosis((LEAPS,), {"other": "1"}),
            "cyd": Diagnosis((), {"other": "1"}),
            "dee": Diagnosis((), {"other": "2"}),
        }
    )
    assert [(group.sentence, group.submissions) for group in groups] == [
        ("back leaps", ("ada", "bob")),
        ("the same wrong answers, no exemplar yet: other", ("bob", "cyd")),
        ("step stays", ("ada",)),
    ]


def test_submission_that_is_only_like_a_fault_is_in_another_group() -> None:
    """They were one group, under the name of the fault."""
    like = msgspec.structs.replace(LEAPS, certainty=Certainty.LIKE)
    groups = grouped({"ada": Diagnosis((LEAPS,)), "bob": Diagnosis((like,))})
    assert [(group.sentence, group.submissions) for group in groups] == [
        ("back leaps", ("ada",)),
        ("like: back leaps", ("bob",)),
    ]


def test_title_does_not_repeat_what_a_later_sentence_adds_to() -> None:
    """Nothing tells the faults apart, so all are named."""
    two = msgspec.structs.replace(LEAPS, sentences=("back leaps", "back stays"))
    assert two.title == "back leaps / or: back stays"
    more = msgspec.structs.replace(LEAPS, sentences=("back leaps", "back leaps; twice"))
    assert more.title == "back leaps / or: the same; twice"


def test_diagnosis_about_a_check_has_what_explains_it() -> None:
    whole = Diagnosis((STANDS, LEAPS), {"other": "1", "more": "2"}, ("Look.",), ("a.py",))
    assert whole.about("step") == Diagnosis((STANDS,), {}, ("Look.",))
    assert whole.about("other") == Diagnosis((), {"other": "1"}, ("Look.",))


def test_what_one_extension_explains_is_explained() -> None:
    """Other diagnoses of it do not matter."""
    assert joined([]) is None
    first = Diagnosis((STANDS,), {"back": "1", "more": "2"}, places=("a.py",))
    second = Diagnosis((LEAPS,), {"step": "3"}, hints=("Look.",))
    assert joined([first, second]) == Diagnosis(
        (STANDS, LEAPS), {"more": "2"}, ("Look.",), ("a.py",)
    )
