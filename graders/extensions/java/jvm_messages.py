"""Messages between the judge and a virtual machine, besides those of a child."""

from __future__ import annotations

from typing import Any, NamedTuple

from graders.harness.protocol.messages import parse, table


class CompileClasses(NamedTuple):
    """Compile a submission in one variant; the kind is "compile"."""

    number: int
    submitted: dict[str, bytes]
    replaced: dict[str, bytes]
    """Files, or "file#method", of the variant."""


class Load(NamedTuple):
    """Load a compiled submission. Not answered."""

    variant: str
    classes: dict[str, bytes]
    problems: dict[str, list[str]]
    submitted: dict[str, bytes]


class Reload(NamedTuple):
    """Load a compiled submission into a used machine; answered by Reset, done if it is as good as
    a new one.
    """

    number: int
    variant: str
    classes: dict[str, bytes]
    problems: dict[str, list[str]]
    submitted: dict[str, bytes]


class CompiledClasses(NamedTuple):
    """The answer to CompileClasses; the kind is "compiled"."""

    number: int
    classes: dict[str, bytes]
    problems: dict[str, list[str]]
    """File -> the error in it, and where."""
    self_contained: bool
    """Whether the classes can leave nothing behind in a machine."""


table(Load, Reload, compile=CompileClasses)  # registers what is sent to a machine
_FROM_MACHINE = table(compiled=CompiledClasses)


def parse_from_machine(message: list[Any]) -> CompiledClasses:
    """Parse the hostile answer to CompileClasses. Raises WireError."""
    parsed: CompiledClasses = parse(_FROM_MACHINE, message)
    return parsed
