"""Item analysis: how hard a check is, how well it separates, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from graders.harness.course.pages.items import FEWEST, Item, chance, items_of
from graders.harness.result import Cause, CauseKind, Result, Verdict
from tests.reports.paper import check, result

P, F = Verdict.PASSED, Verdict.FAILED
BROKEN = Cause(CauseKind.FILE_BROKEN, file="a.py", line=1, detail="SyntaxError")


def of(patterns: Sequence[str]) -> dict[str, Item]:
    """Return the items of a class; each pattern is a submission, each letter a check: p or f; x could not run."""

    def one(pattern: str) -> Result:
        checks = [
            check(
                f"a.{place}",
                verdict=P if letter == "p" else F,
                marks=2,
                cause=BROKEN if letter == "x" else None,
            )
            for place, letter in enumerate(pattern)
        ]
        return result(*checks)

    return {
        item.id: item
        for item in items_of({str(place): one(pattern) for place, pattern in enumerate(patterns)})
    }


def test_difficulty_is_the_share_of_those_on_which_it_could_run() -> None:
    """A file that does not load is no difficulty of the check, and costs its marks all the same."""
    found = of(["pf", "ff", "xf", "pp"])
    assert (found["a.0"].not_passed, found["a.0"].of, found["a.0"].share) == (1, 3, Fraction(1, 3))
    assert (found["a.1"].not_passed, found["a.1"].of) == (3, 4)
    assert found["a.0"].cost == Fraction(2 + 2, 4)


def test_costs_add_up_to_the_mean_loss() -> None:
    patterns = ["pfp", "ffp", "xfp", "ppf"]
    lost = Fraction(sum(2 * (3 - pattern.count("p")) for pattern in patterns), len(patterns))
    assert sum(item.cost for item in of(patterns).values()) == lost


def test_check_that_the_strong_pass_separates() -> None:
    """Of the first check all who pass pass the others; of the last those who pass fail them."""
    found = of(["pppf"] * 6 + ["fffp"] * 6)
    assert found["a.0"].discrimination == pytest.approx(1)
    assert found["a.3"].discrimination == pytest.approx(-1)
    assert (found["a.0"].is_doubtful, found["a.3"].is_doubtful) == (False, True)


def test_check_is_compared_with_all_others_and_not_with_itself() -> None:
    """A check that goes with nothing would otherwise seem to separate, because it is part of the total."""
    found = of(["pp", "pf", "fp", "ff"] * 4)
    assert found["a.0"].discrimination == pytest.approx(0)


def test_small_class_has_no_discrimination() -> None:
    """Nor has a check that all pass, or one beside checks of which nothing else differs."""
    assert of(["pp", "ff"] * (FEWEST // 2 - 1))["a.0"].discrimination is None
    assert of(["pp", "pf"] * FEWEST)["a.0"].discrimination is None
    assert of(["pp", "fp"] * FEWEST)["a.0"].discrimination is None
    assert not of(["pp", "ff"])["a.0"].is_doubtful


def test_equal_rests_stay_equal_in_spite_of_binary_fractions() -> None:
    """1.3 - 1 is not 0.3 in floats; a correlation with that noise would be 1 or -1."""

    def one(passed: bool) -> Result:
        return result(
            check("a.0", verdict=P if passed else F, marks=1), check("a.1", verdict=P, marks="0.3")
        )

    (item, _) = items_of({str(n): one(n % 2 == 0) for n in range(20)})
    assert item.discrimination is None


def test_chance_shrinks_with_the_class() -> None:
    assert chance(16) == 0.5 and chance(400) == pytest.approx(0.1)
