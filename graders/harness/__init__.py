"""The harness grades, and knows no assignment by name. Assignments import the names below.

A grader imports from here, and from no other module of the harness (import-linter checks this)::

    from graders.harness import check, expect

These names are the stable interface. All other modules may change with any release. Code in the
sandbox (drivers, their rules, stand-ins) does not use it: it imports the sandbox's own modules.

Checks:
    ``check`` marks a test as a check. ``expect`` and ``fail`` end it; so do ``expect_close`` for
    floats, ``expect_unordered`` and ``expect_raises``.
    ``value``, ``text`` and ``picture`` return exhibits: ``Exhibit`` is any of ``Text``,
    ``Picture``, ``Transcripts``.
    ``printable`` makes a submission's text safe to show.
Exceptions:
    ``CheckFailed`` and ``Misbehaved`` end a check. ``exception_cause`` describes an exception of
    the submission. ``Verdict`` lists the ways in which a check can end.
Scenarios:
    ``load_assignment`` finds an assignment and its folders. ``each_scenario`` makes a check of
    each scenario. ``replay_scenario`` compares its steps, ``transcript`` reads it as a session at
    a terminal, ``replay_program`` runs a program as it says, ``marked`` marks the line that
    differs.
Programs at a terminal:
    ``run_of`` parses a ``Run``: ``Event`` by ``Event``, of the kinds ``PRINTED``, ``TYPED``,
    ``AHEAD`` and ``STARVED``. ``same_run``, ``same_text`` and ``no_exception`` judge it.
    ``printed_in``, ``typed_in``, ``all_typed``, ``status_of``, ``to_lines``, ``sides`` and
    ``cause`` extract its parts.
Painters (``painting.py``):
    ``PAINTER`` draws pictures, made of ``Square``, in a terminal of some
    ``TerminalCapabilities`` and on pages. ``role_of`` reads a label, ``one_line`` is
    ``printable`` without line ends, ``how_many`` writes a count with its noun, and ``CAUTION`` is
    the style of warnings.
Games (``play.py``):
    ``SandboxRefused`` is raised if this machine lacks what a game's language needs.

A name is loaded on first use, so no command waits for modules that it does not need.
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
    from graders.harness.assignment.comparison import (
        expect_close,
        expect_raises,
        expect_unordered,
    )
    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.assignment.program_scenario import replay_program
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
    from graders.harness.reports.console import (
        CAUTION,
        TerminalCapabilities,
        how_many,
        role_of,
    )
    from graders.harness.result import (
        Exhibit,
        Picture,
        Square,
        Text,
        Transcripts,
        Verdict,
        one_line,
        printable,
    )
    from graders.harness.sandbox.interface import SandboxRefused

__all__ = [
    "AHEAD",
    "CAUTION",
    "PRINTED",
    "STARVED",
    "TYPED",
    "CheckFailed",
    "Event",
    "Exhibit",
    "Misbehaved",
    "Picture",
    "Run",
    "SandboxRefused",
    "Square",
    "TerminalCapabilities",
    "Text",
    "Transcripts",
    "Verdict",
    "all_typed",
    "cause",
    "check",
    "each_scenario",
    "exception_cause",
    "expect",
    "expect_close",
    "expect_raises",
    "expect_unordered",
    "fail",
    "how_many",
    "load_assignment",
    "marked",
    "no_exception",
    "one_line",
    "picture",
    "printable",
    "printed_in",
    "replay_program",
    "replay_scenario",
    "role_of",
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
    "assignment.comparison": "expect_close expect_raises expect_unordered",
    "assignment.manifest": "load_assignment",
    "assignment.program_scenario": "replay_program",
    "assignment.scenario": "each_scenario marked replay_scenario transcript",
    "assignment.transcript": (
        "AHEAD PRINTED STARVED TYPED Event Run all_typed cause no_exception printed_in run_of"
        " same_run same_text sides status_of to_lines typed_in"
    ),
    "reports.console": "CAUTION TerminalCapabilities how_many role_of",
    "result": "Exhibit Picture Square Text Transcripts Verdict one_line printable",
    "sandbox.interface": "SandboxRefused",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
"""The module that each name comes from."""
_RENAMED = {"replay_scenario": "replay"}
"""Exported name -> its name in that module. ``graders.harness.replay`` is a package."""


def __getattr__(name: str) -> object:
    """Load a name of the interface. Raises AttributeError for any other."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES[name]}")
    found: object = getattr(module, _RENAMED.get(name, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the names of the interface: error messages suggest the nearest one."""
    return sorted(__all__)
