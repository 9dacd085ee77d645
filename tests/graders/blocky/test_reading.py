"""Drivers read boards in a quick way, with the same result as the careful one, whatever a submission did to the blocks."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from graders import blocky
from graders.blocky.board import broken, cells_of

COLOURS = ((1, 128, 181), (199, 44, 58), (138, 151, 71))


@pytest.fixture(scope="module")
def reading() -> Iterator[Any]:
    """The module reading.py, beside an assignment's colours as in the box."""
    names = {"box_of_blocky": None, "box_of_blocky.colours": None}
    package, colours = (sys.modules.setdefault(name, ModuleType(name)) for name in names)
    package.__path__ = []
    colours.COLOURS = COLOURS  # type: ignore[attr-defined]
    for name in ("board", "reading"):
        place = Path(str(blocky.__file__)).with_name(f"{name}.py")
        spec = importlib.util.spec_from_file_location(f"box_of_blocky.{name}", place)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        setattr(package, name, module)
        spec.loader.exec_module(module)
    yield module
    for name in [name for name in sys.modules if name.startswith("box_of_blocky")]:
        del sys.modules[name]


class Block:
    """A block as in a submission."""

    def __init__(self, level: int, dice: random.Random) -> None:
        self.position: Any = (0, 0)
        self.size: Any = 64
        self.level: Any = level
        self.max_depth: Any = 2
        self.children: Any = (
            [Block(level + 1, dice) for _ in range(4)] if level < dice.randint(1, 2) else []
        )
        self.colour: Any = None if self.children else dice.choice(COLOURS)


class Touchy(Block):
    """A block whose size cannot be read."""

    size = property(lambda self: 1 // 0, lambda self, size: None)


def chain(block: Block, levels: int) -> None:
    """Nest blocks."""
    for _ in range(levels):
        block.children, block.colour = [Block(2, random.Random(1)) for _ in range(4)], None
        block = block.children[0]
        block.children = []


SPOILT: list[Callable[[Block, Block], object]] = [
    lambda block, other: None,
    lambda block, other: block.children.append(other),
    lambda block, other: setattr(block, "children", [other] * 4),
    lambda block, other: setattr(block, "children", None),
    lambda block, other: setattr(block, "children", tuple(block.children)),
    lambda block, other: setattr(block, "children", [5, *block.children[1:]]),
    lambda block, other: setattr(block, "colour", (1, 2, 3)),
    lambda block, other: setattr(block, "colour", (*COLOURS[0],)),
    lambda block, other: setattr(block, "colour", None),
    lambda block, other: setattr(block, "size", 2.5),
    lambda block, other: setattr(block, "position", [0, 0]),
    lambda block, other: setattr(block, "level", "deep"),
    lambda block, other: vars(block).pop("max_depth", None),
    lambda block, other: setattr(block, "__class__", Touchy),
    lambda block, other: chain(block, 8),
    lambda block, other: chain(block, 13),
]


NO_PART_OF_CELLS = tuple(
    f"a block whose {name} is" for name in ("position", "size", "level", "max_depth")
)


@pytest.mark.parametrize("number", range(len(SPOILT)))
def test_spoilt_blocks_are_read_like_in_the_careful_way(reading: Any, number: int) -> None:
    """Two blocks are spoilt, one of them by the parameter."""
    dice = random.Random(number)
    for _ in range(30):
        root = Block(0, dice)
        for spoil in (SPOILT[number], dice.choice(SPOILT)):
            found = [block for _path, block in reading.every(root) if isinstance(block, Block)]
            if all(isinstance(block.children, list) for block in found):
                spoil(dice.choice(found), dice.choice(found))
        tree = reading._snapshot(root, Block, set(), 0)  # the careful way
        assert repr(reading.snapshot(root, Block)) == repr(tree)
        cells = reading.cells(root, Block)
        assert cells == cells_of(tree) or broken(tree).startswith(NO_PART_OF_CELLS)
        assert reading.every(root) == reading._every(root)
