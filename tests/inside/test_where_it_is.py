"""A name that is missing may be misspelt, or a method outside its class: a report says so."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from graders.harness.inside.failures import text_of, where_it_is

SOURCE = """
class Block:
    def smashBoard(self):
        pass

def paint(self):
    pass
"""


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A submitted module in which one method stands outside its class."""
    made = ModuleType("block")
    exec(SOURCE, vars(made))
    monkeypatch.setitem(sys.modules, "block", made)
    return made


def test_method_outside_its_class(module: ModuleType) -> None:
    assert (
        where_it_is(module.Block, "paint") == "paint (line 6) stands outside the class: indent it"
    )


def test_method_of_a_program_that_has_ended(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its modules are no longer among the imported ones."""
    monkeypatch.delitem(sys.modules, "block")
    assert where_it_is(module.Block, "paint").startswith("paint (line 6) stands outside")


def test_methods_behind_one_outside_its_class(module: ModuleType) -> None:
    """Those that still are indented are functions in it. An ordinary function in a function is none of them."""
    source = "def turn(self):\n    return\n\n    def swap(self): pass\ndef main(x):\n    def flip(self): pass\n"
    exec(source, vars(module))
    vars(module)["__loader__"] = SimpleNamespace(get_source={"block": source}.get)
    assert (
        where_it_is(module.Block, "swap")
        == "turn (line 1) stands outside the class, and swap in it: indent it"
    )
    assert where_it_is(module.Block, "flip") == where_it_is(module, "swap") == ""


def test_other_spelling(module: ModuleType) -> None:
    assert where_it_is(module.Block, "smash_board") == "is 'smashBoard' meant?"
    assert where_it_is(module, "Paint") == "is 'paint' meant?"


@pytest.mark.parametrize(
    ("name", "other", "is_meant"),
    [
        ("rotate", "rotat", True),
        ("rotate", "rotates", True),
        ("rotate", "rotete", True),
        ("rotate", "roatte", True),
        ("Block", "Blok", True),
        ("Block", "BLACK", False),
        ("WIDTH", "WIDT", True),
        ("WIDTH", "width", True),
        ("check_win", "chekWin", True),
        ("swap", "smash", False),
        ("check_win", "check_input", False),
        ("move_left", "move_right", False),
        ("rotate", "rotated_by", False),
        ("run", "sun", False),
        ("run", "Run", True),
        ("rotate", "rotate", False),
    ],
)
def test_one_slip_of_the_keys(name: str, other: str, *, is_meant: bool) -> None:
    """Names of two methods of one class are not alike enough."""
    owner = type("Owner", (), {other: None})
    assert where_it_is(owner, name) == (f"is '{other}' meant?" if is_meant else "")


def test_imported_module_is_not_meant(module: ModuleType) -> None:
    module.goals = sys  # type: ignore[attr-defined]
    assert where_it_is(module, "Goal") == ""


def test_name_that_is_nowhere(module: ModuleType) -> None:
    assert where_it_is(module.Block, "combine") == where_it_is(module, "combine") == ""


def test_text_of_an_attribute_error_has_it(module: ModuleType) -> None:
    with pytest.raises(AttributeError) as caught:
        module.Block().paint()
    assert text_of(caught.value).endswith("(paint (line 6) stands outside the class: indent it)")


def test_hostile_class_breaks_nothing(module: ModuleType) -> None:
    class Meta(type):
        def __getattribute__(cls, name: str) -> object:
            raise RuntimeError(name)

    class Odd(metaclass=Meta):
        pass

    assert where_it_is(Odd, "paint") == ""


@pytest.mark.parametrize("kind", [SyntaxError, AttributeError])
def test_hostile_attributes_of_an_error_break_nothing(kind: type[Exception]) -> None:
    class Odd:
        @property
        def __class__(self) -> type:
            raise RuntimeError("no class")

        def __str__(self) -> str:
            raise RuntimeError("no text")

    error = kind("it")
    error.text = error.obj = Odd()  # type: ignore[attr-defined]
    error.name = "paint"  # type: ignore[attr-defined]
    assert "cannot be shown" in text_of(error)
