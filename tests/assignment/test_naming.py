"""Names as people type them: in full, by their beginning, by a pattern, and with a slip."""

from __future__ import annotations

import pytest

from graders.harness.assignment.naming import (
    UnknownName,
    by_likeness,
    did_you_mean,
    first_of,
    match_names,
    match_one,
)

NAMES = ["block.swap", "block.swap-laws", "block.turn", "goal.score"]


@pytest.mark.parametrize(
    ("patterns", "meant"),
    [
        (
            ["block.swap"],
            {"block.swap"},
        ),  # an exact name means that one, even if others begin with it
        (["block"], {"block.swap", "block.swap-laws", "block.turn"}),
        (["*.s*"], {"block.swap", "block.swap-laws", "goal.score"}),
        (["goal", "block.turn"], {"goal.score", "block.turn"}),
        ([], set()),
    ],
)
def test_names_match_by_beginning_and_pattern(patterns: list[str], meant: set[str]) -> None:
    assert match_names(patterns, NAMES, what="check", see="see") == meant


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("block.sawp", "no check is called 'block.sawp'; did you mean block.swap?"),
        ("GOAL.score", "no check is called 'GOAL.score'; did you mean goal.score?"),
        ("swap", "no check is called 'swap'; did you mean block.swap, block.swap-laws?"),
        ("zebra", "no check is called 'zebra'; here they are"),
        ("z\x1b[2J", "no check is called 'z\\\\x1b[2J'; here they are"),
    ],
)
def test_unknown_name_is_refused_with_the_nearest(pattern: str, words: str) -> None:
    """Without a near name, the message says how to list all names. Control characters of a terminal are escaped."""
    with pytest.raises(UnknownName) as refused:
        match_names(["block", pattern], NAMES, what="check", see="here they are")
    assert str(refused.value) == words


def test_ambiguous_beginning_is_refused() -> None:
    """A beginning is enough if it fits one name; otherwise the error lists those that fit."""
    assert match_one("g", NAMES, what="check", see="") == "goal.score"
    with pytest.raises(
        UnknownName, match=r"'block' fits 3 of them \(block.swap, block.swap-laws, block.turn\)"
    ):
        match_one("block", NAMES, what="check", see="")


def test_part_is_enough_if_no_name_begins_with_it() -> None:
    assert match_one("turn", NAMES, what="check", see="") == "block.turn"
    assert match_one("b", [*NAMES[2:], "a.b"], what="check", see="") == "block.turn"
    with pytest.raises(UnknownName, match=r"'swap' fits 2 of them \(block.swap, block.swap-laws\)"):
        match_one("swap", NAMES, what="check", see="")


def test_list_for_a_message_is_cut() -> None:
    """The names most like the one that was typed come first."""
    names = by_likeness("block.tern", NAMES)
    assert names[0] == "block.turn" and sorted(names) == NAMES
    assert (first_of(names, 1), first_of(NAMES), first_of([])) == (
        "block.turn, and 3 more",
        ", ".join(NAMES),
        "none",
    )
    assert by_likeness("x", []) == []


def test_suggestion_needs_a_near_name() -> None:
    """A useless suggestion is worse than none."""
    assert (did_you_mean("grad", ["grade", "new"]), did_you_mean("x", ["grade", "new"])) == (
        "; did you mean grade?",
        "",
    )
