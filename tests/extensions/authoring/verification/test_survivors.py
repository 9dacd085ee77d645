"""The list of survivors: the mutants that an entry fits, and the refused entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.extensions.shared.mutants.reasons import (
    ReasonsError,
    Survivor,
    load_survivors,
    stale,
    stanza,
)

TWO = """\
[[survivor]]
mutant = 'a.py f: x[0] * 2 -> x[0] + 2'
equivalent = "x[0] is always 2"

[[survivor]]
mutant = 'a.py f: print(*'
open = "spec 3: the words are free"
"""


def test_star_matches_any_text_and_other_characters_themselves(tmp_path: Path) -> None:
    """A name copied into the list fits its mutant, with any signs in it; a pattern fits several."""
    (tmp_path / "survivors.toml").write_text(TWO)
    exact, pattern = load_survivors(tmp_path)
    assert exact.fits("a.py f: x[0] * 2 -> x[0] + 2")
    assert not exact.fits("a.py f: x[1] * 2 -> x[1] + 2")
    assert pattern.fits("a.py f: print('x') -> pass")
    assert not pattern.fits("a.py g: print('x') -> pass")
    assert (exact.reason, pattern.reason) == ("x[0] is always 2", "spec 3: the words are free")


def test_assignment_without_a_list_accepts_no_survivor(tmp_path: Path) -> None:
    """The list is optional."""
    assert load_survivors(tmp_path) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[survivor]]\nmutant = "m"\n', "give either"),
        ('[[survivor]]\nmutant = "m"\nequivalent = " "\n', "give either"),
        ('[[survivor]]\nmutant = "m"\nequivalent = "a"\nopen = "b"\n', "give either"),
        ('[[survivor]]\nopen = "b"\n', "mutant"),
        ('[[survivors]]\nmutant = "m"\nopen = "b"\n', "survivors"),
        ("[[survivor]\n", "line 1"),
    ],
)
def test_entry_without_one_reason_is_refused(tmp_path: Path, text: str, told: str) -> None:
    """The message names the file and the fault."""
    (tmp_path / "survivors.toml").write_text(text)
    with pytest.raises(ReasonsError, match=f"{tmp_path.name}/survivors.toml.*: .*{told}"):
        load_survivors(tmp_path)


@pytest.mark.parametrize(
    "name", ["a.py f: x[0] * 2 -> x[0] + 2", "a.py f: say('x\\n') -> pass", "a.py f: '\"' -> \"'\""]
)
def test_entry_to_paste_lacks_nothing_but_the_reason(tmp_path: Path, name: str) -> None:
    """Without a reason it is refused. With one it fits only that mutant, with any signs in its name."""
    (tmp_path / "survivors.toml").write_text(stanza(name))
    with pytest.raises(ReasonsError, match="give either"):
        load_survivors(tmp_path)
    (tmp_path / "survivors.toml").write_text(
        stanza(name).replace('equivalent = ""', 'equivalent = "x is 2"') + "\n" + TWO
    )
    first, *_ = load_survivors(tmp_path)
    assert (first.mutant, first.reason) == (name, "x is 2")


def test_entry_is_stale_if_no_mutant_of_it_survives() -> None:
    """An entry must fit a survivor, or a mutant that was not tried."""
    entries = [
        Survivor(mutant=f"{name} *", open="why") for name in ("alive", "dead", "untried", "gone")
    ]
    told = list(
        stale(entries, alive={"alive 1"}, dead={"dead 1", "alive 2"}, untried={"untried 1"})
    )
    assert [line.partition(": ")[2].partition(":")[0] for line in told] == ["dead *", "gone *"]
    assert "is killed now" in told[0]
    assert "no such mutant" in told[1]
