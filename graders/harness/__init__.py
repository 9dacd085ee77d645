"""The harness, which grades and knows no assignment by name; and the names that assignments import.

A grader imports from here and from nowhere else in the harness (import-linter holds it to that)::

    from graders.harness import check, expect

These names are the stable interface; all other modules may change with any release. What runs in
the sandbox (drivers, their rules, stand-ins) imports what the sandbox offers instead.

Checks and what they say:
    ``check`` marks a test as a check; ``expect`` and ``fail`` end it; ``value``, ``text`` and
    ``picture`` make exhibits, which are ``Exhibit``, ``Text``, ``Picture`` and ``Transcripts``;
    ``printable`` makes a text of a submission safe to show.
Programs that go wrong:
    ``Misbehaved`` and ``CheckFailed`` are what ends a check; ``exception_cause`` describes an
    exception; ``Verdict`` lists how a check may end.
Scenarios:
    ``each_scenario`` makes a check of each; ``replay_scenario`` compares its steps, ``transcript``
    reads it as a terminal's; ``marked`` marks the line that differs; ``load_assignment`` finds an
    assignment and its folders.
Programs at a terminal:
    ``Run``, ``Event`` and its kinds ``PRINTED``, ``TYPED``, ``AHEAD`` and ``STARVED``; ``run_of``
    reads a run, ``same_run``, ``same_text`` and ``no_exception`` judge one; ``printed_in``,
    ``typed_in``, ``all_typed``, ``status_of``, ``to_lines``, ``sides`` and ``cause`` look at one.
A game to play (``play.py``) in Java:
    ``find_jdk`` returns a ``Jdk`` or raises ``SandboxRefused``.

A name is loaded when it is first used, so that a command waits for none that it does not need.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graders.harness.assignment.check import (
        CheckFailed,
        Misbehaved,
        check,
        exception_cause,
        expect,
        fail,
        picture,
        text,
        value,
    )
    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.assignment.scenario import (
        each_scenario,
        marked,
        transcript,
    )
    from graders.harness.assignment.scenario import replay as replay_scenario
    from graders.harness.assignment.transcript import (
        AHEAD,
        PRINTED,
        STARVED,
        TYPED,
        Event,
        Run,
        all_typed,
        cause,
        no_exception,
        printed_in,
        run_of,
        same_run,
        same_text,
        sides,
        status_of,
        to_lines,
        typed_in,
    )
    from graders.harness.result import (
        Exhibit,
        Picture,
        Text,
        Transcripts,
        Verdict,
        printable,
    )
    from graders.harness.sandbox.interface import SandboxRefused
    from graders.harness.sandbox.java.jdk import Jdk, find_jdk

__all__ = [
    "AHEAD",
    "PRINTED",
    "STARVED",
    "TYPED",
    "CheckFailed",
    "Event",
    "Exhibit",
    "Jdk",
    "Misbehaved",
    "Picture",
    "Run",
    "SandboxRefused",
    "Text",
    "Transcripts",
    "Verdict",
    "all_typed",
    "cause",
    "check",
    "each_scenario",
    "exception_cause",
    "expect",
    "fail",
    "find_jdk",
    "load_assignment",
    "marked",
    "no_exception",
    "picture",
    "printable",
    "printed_in",
    "replay_scenario",
    "run_of",
    "same_run",
    "same_text",
    "sides",
    "status_of",
    "text",
    "to_lines",
    "transcript",
    "typed_in",
    "value",
]

_MODULES = {
    "assignment.check": (
        "CheckFailed Misbehaved check exception_cause expect fail picture text value"
    ),
    "assignment.manifest": "load_assignment",
    "assignment.scenario": "each_scenario marked replay_scenario transcript",
    "assignment.transcript": (
        "AHEAD PRINTED STARVED TYPED Event Run all_typed cause no_exception printed_in run_of"
        " same_run same_text sides status_of to_lines typed_in"
    ),
    "result": "Exhibit Picture Text Transcripts Verdict printable",
    "sandbox.interface": "SandboxRefused",
    "sandbox.java.jdk": "Jdk find_jdk",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
"""The module that each name comes from."""
_RENAMED = {"replay_scenario": "replay"}
"""Names that they have there: ``graders.harness.replay`` is a package."""


def __getattr__(name: str) -> object:
    """Load a name of the interface. Raises AttributeError for any other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES[name]}")
    found: object = getattr(module, _RENAMED.get(name, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the names of the interface, for whoever looks for a name that was meant."""
    return sorted(__all__)
