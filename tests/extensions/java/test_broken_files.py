"""A variant is compiled without the files that are known not to compile, if the others compile without them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graders.extensions.java.jvm import CompileResult
from graders.extensions.java.jvm_box import JavaBox
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import Program
from graders.harness.sandbox.interface import Level

BROKEN = ["file_broken", "';' expected", "Words.java, line 1"]
OWN = {"Words.java": b"class Words {", "Sums.java": b"class Sums {}"}


class Compiler:
    """A shared compiler that notes the files it gets, and compiles all but broken ones."""

    seconds = 0.25

    def __init__(self, problems: dict[str, list[str]] | None = None) -> None:
        self.problems = problems or {}
        self.got: list[tuple[set[str], set[str]]] = []

    def compiled(
        self, submitted: dict[str, bytes], replaced: dict[str, bytes]
    ) -> CompileResult | None:
        """Return classes, or None if there are problems: another machine has to report them."""
        self.got.append((set(submitted), set(replaced)))
        return None if self.problems else CompileResult({"Sums": b"code"}, {})


def box_of(compiler: Compiler, own: CompileResult, **variants: dict[str, bytes]) -> JavaBox:
    """Return a box whose submission was compiled with the result *own*."""
    inner: Any = SimpleNamespace(level=Level.E)
    shared: Any = compiler
    box = JavaBox(inner, Program(OWN, {}, {}, variants), Limits(), tuple(OWN), {}, shared)
    box._compiled["own"] = own
    return box


@pytest.mark.parametrize(
    ("variant", "replaced"),
    [
        ({"Sums.java": b"class Sums { }"}, {"Sums.java"}),
        ({"Words#shout/1": b"void shout(int n) {}"}, set()),
        (
            {"Sums#total/1": b"int total(int n) {}", "Words#shout/1": b"void shout(int n) {}"},
            {"Sums#total/1"},
        ),
    ],
)
def test_broken_file_is_left_out_and_its_error_is_kept(
    variant: dict[str, bytes], replaced: set[str]
) -> None:
    compiler = Compiler()
    box = box_of(compiler, CompileResult({}, {"Words.java": BROKEN}), sound=variant)
    made = box._made_of("sound")
    assert made == CompileResult({"Sums": b"code"}, {"Words.java": BROKEN})
    assert compiler.got == [({"Sums.java"}, replaced)]


@pytest.mark.parametrize(
    ("own", "variant"),
    [
        (CompileResult({"Sums": b"code"}, {}), {"Sums.java": b"class Sums { }"}),
        (CompileResult({}, {"Words.java": BROKEN}), {"Words.java": b"class Words {}"}),
    ],
    ids=["no file is broken", "the broken file is replaced"],
)
def test_nothing_is_left_out_without_reason(own: CompileResult, variant: dict[str, bytes]) -> None:
    compiler = Compiler()
    assert box_of(compiler, own, sound=variant)._without_broken("sound") is None
    assert compiler.got == []


def test_files_that_need_the_broken_one_are_compiled_with_it() -> None:
    """The box's own machine then reports all their errors."""
    compiler = Compiler({"Sums.java": BROKEN})
    box = box_of(
        compiler, CompileResult({}, {"Words.java": BROKEN}), sound={"Sums.java": b"class Sums { }"}
    )
    assert box._without_broken("sound") is None
    assert len(compiler.got) == 1
