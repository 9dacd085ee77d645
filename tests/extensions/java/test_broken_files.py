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
    """A shared compiler that notes the files it gets, and has a result for the submission and one for the rest."""

    seconds = 0.25

    def __init__(self, own: CompileResult, problems: dict[str, list[str]] | None = None) -> None:
        self.own, self.problems = own, problems or {}
        self.got: list[tuple[set[str], set[str]]] = []

    def compiled(
        self, submitted: dict[str, bytes], replaced: dict[str, bytes]
    ) -> CompileResult | None:
        """Return the result *own* for the submission; for others classes, or the problems."""
        if submitted == OWN and not replaced:
            return self.own
        self.got.append((set(submitted), set(replaced)))
        return CompileResult({} if self.problems else {"Sums": b"code"}, dict(self.problems))


def compiled(compiler: Compiler, sound: dict[str, bytes]) -> CompileResult:
    """Return the result of the variant *sound*, after that of the submission as it is."""
    inner: Any = SimpleNamespace(level=Level.E)
    shared: Any = compiler
    box = JavaBox(inner, Program(OWN, {}, {}, {"sound": sound}), Limits(), tuple(OWN), {}, shared)
    assert box.compiled("own") == compiler.own
    return box.compiled("sound")


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
    compiler = Compiler(CompileResult({}, {"Words.java": BROKEN}))
    made = compiled(compiler, variant)
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
    compiler = Compiler(own)
    compiled(compiler, variant)
    assert compiler.got == [({*OWN}, {*variant})]


def test_files_that_need_the_broken_one_are_compiled_with_it() -> None:
    """So that all their errors are reported."""
    compiler = Compiler(CompileResult({}, {"Words.java": BROKEN}), {"Sums.java": BROKEN})
    made = compiled(compiler, {"Sums.java": b"class Sums { }"})
    assert made.problems == {"Sums.java": BROKEN}
    assert [submitted for submitted, _ in compiler.got] == [{"Sums.java"}, {*OWN}]
