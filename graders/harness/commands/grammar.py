"""Reads the grammar of a command from the function that runs it.

The function's parameters are the command's arguments, its keyword-only parameters are the options,
and its docstring is the help. The first line of the docstring is also in the list of commands; what
follows the second paragraph is shown below the options::

    def similar(path: ClassFolder, *, least: Annotated[int, arg("per cent")] = 40) -> None:
        \"""Find similar files in a class.\"""

It returns the exit status (`errors`), or None if all is done, and raises GraderError.

- `arg` gives a parameter's help. A default makes it optional, ``bool`` a flag, ``Sequence``
  repeatable.
- ``as_`` is ``--as``, and ``dry_run`` is ``--dry-run``.
- A parameter whose type is a dataclass stands for its fields; one of the type `Typed` gets the
  words of the command line.
- `late` adds what depends on extensions.
- Extensions add *modes*, as ``grader decide --sheet``: a function that is read like a command's,
  and runs instead of it if the first of its options is given. It shares the parameters that both
  have, and its docstring follows the command's help.

A command's module is imported when the command is used, or for the list of all.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import is_dataclass
from inspect import Parameter, getdoc, signature
from pathlib import Path
from pkgutil import resolve_name
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from graders.harness.assignment.argument_parser import Grammar
from graders.harness.assignment.manifest import Assignment, assignment_ids, load_assignment
from graders.harness.assignment.places import naming
from graders.harness.content import nearest_existing
from graders.harness.errors import GraderError
from graders.harness.extensions import added

if TYPE_CHECKING:
    from graders.harness.processes.jobs import Settings

Run = Callable[..., int | None]
"""The function of a command."""


class Typed(tuple[str, ...]):
    """The words of the command line, as they were typed."""


def arg(help: str, metavar: str | None = None, **more: Any) -> dict[str, Any]:
    """Return what a parameter's annotation says beside its type.

    more: arguments of ``add_argument``, of which *choices* may be a function; *completer*, which
    returns words for completion in a shell; *load*, which makes the value of the word when the
    command runs.
    """
    return {"help": help, "metavar": metavar, **more}


def late(
    add: Callable[[argparse.ArgumentParser], None] | None = None, **texts: Callable[[], str]
) -> Callable[[Run], Run]:
    """Add to a command what depends on extensions.

    add: adds options to the parser, which the function takes as ``**options``; texts: what stands
    in the docstring for ``{name}``.
    """

    def decorate(run: Run) -> Run:
        vars(run).update(add=add, texts=texts)
        return run

    return decorate


def making_root(run: Run) -> Run:
    """Mark a command that makes the folder of ``--root`` if there is none."""
    vars(run).update(makes_root=True)
    return run


def makes_root(run: Run) -> bool:
    """Return whether a command is marked by `making_root`."""
    return "makes_root" in vars(run)


def name_of(reference: str) -> str:
    """Return the name of the command "module:function"."""
    return words(reference.rpartition(":")[2])


def modes_of(reference: str) -> list[Run]:
    """Return the functions of the modes of the command "module:function"."""
    name = name_of(reference)
    return [resolve_name(function) for command, function in added("modes") if command == name]


def summary_of(reference: str) -> str:
    """Return the first line of the help of the command "module:function"."""
    return (getdoc(resolve_name(reference)) or "").partition("\n")[0].rstrip(".")


def words(name: str) -> str:
    """Return a parameter's or function's name as it is typed."""
    return name.rstrip("_").replace("_", "-")


class CommandParser(Grammar):
    """The grammar of one command. Arguments and options may be in any order (unlike argparse)."""

    in_any_order = True
    """Off for completion in a shell, which parses word by word."""
    reference = ""
    """The command, "module:function"."""
    _run: Run | None = None
    _inside = False

    def finish(self) -> None:
        """Import the command and read its grammar, once."""
        if self._run is None:
            self._run = resolve_name(self.reference)
            # any command takes it, on either side of its name; `grader --help` describes it
            add_root(self, help=argparse.SUPPRESS, default=argparse.SUPPRESS)
            for run in (self._run, *modes_of(self.reference)):
                add_parameters(self, run)
            if add := vars(self._run).get("add"):
                add(self)

    def format_help(self) -> str:
        """See argparse."""
        self.finish()
        text, *modes = (_help(run) for run in (self._run, *modes_of(self.reference)))
        self.description = "\n\n".join(text.split("\n\n")[:2])
        below = text.removeprefix(self.description).strip("\n")
        self.epilog = "\n\n".join([below, *modes])
        return super().format_help()

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """See argparse; ``play``, which passes its arguments on, is parsed the usual way."""
        self.finish()
        remainder = any(action.nargs == argparse.REMAINDER for action in self._actions)
        if self._inside or remainder or not self.in_any_order:
            return super().parse_known_args(args, namespace)
        self._inside = True
        try:
            parsed, unknown = self.parse_known_intermixed_args(args, namespace)
            self.refuse_unknown(unknown)
            return parsed, unknown
        finally:
            self._inside = False


def _help(run: Run | None) -> str:
    text = getdoc(run) or ""
    for name, of_extensions in vars(run).get("texts", {}).items():
        text = text.replace(f"{{{name}}}", of_extensions())
    return text


def add_root(parser: argparse.ArgumentParser, **more: Any) -> None:
    """Add the option that names a folder of assignments."""
    parser.add_argument("--root", metavar="DIR", type=Path, **more)


def add_parameters(parser: argparse.ArgumentParser, run: Callable[..., Any]) -> None:
    """Add the parameters of *run* that are arguments or options, but for those that are there."""
    known = {action.dest for action in parser._actions}
    for parameter, hint in _parameters(run):
        if parameter.name not in known:
            _add(parser, parameter, hint)


def _parameters(run: Callable[..., Any]) -> Iterator[tuple[Parameter, Any]]:
    """Yield the parameters that are arguments or options, with their annotations."""
    hints = get_type_hints(run, include_extras=True)
    for parameter in signature(run).parameters.values():
        hint = hints[parameter.name]
        if isinstance(hint, type) and is_dataclass(hint):
            yield from _parameters(hint)
        elif get_origin(hint) is Annotated:
            yield parameter, hint


def _add(parser: argparse.ArgumentParser, parameter: Parameter, hint: Any) -> None:
    kind, given = hint.__origin__, dict(hint.__metadata__[0])
    optional = parameter.default is not Parameter.empty
    is_option = parameter.kind is Parameter.KEYWORD_ONLY
    if isinstance(kind, UnionType):  # with None
        kind = get_args(kind)[0]
    if given.pop("load", None):
        kind = str
    several = get_origin(kind) is Sequence
    more: dict[str, Any] = {"default": [] if several else parameter.default} if optional else {}
    if kind is bool:
        more = {"action": "store_true"}
        del given["metavar"]
    else:
        more["type"] = get_args(kind)[0] if several else kind
    if is_option and several:
        more["action"] = "append"
    elif is_option and not optional:
        more["required"] = True
    elif is_option and "const" in given:
        more["nargs"] = "?"
    elif not is_option and (several or optional):
        more["nargs"] = "?" if not several else "*" if optional else "+"
    completer = given.pop("completer", None)
    more |= given
    if callable(more.get("choices")):
        more["choices"] = more["choices"]()
    if is_option:
        action: Any = parser.add_argument(f"--{words(parameter.name)}", dest=parameter.name, **more)
    else:
        more["metavar"] = more["metavar"] or parameter.name.upper()
        action = parser.add_argument(parameter.name, **more)
    action.completer = completer


def chosen(reference: str, args: argparse.Namespace) -> Run:
    """Return the function of the command "module:function", or of the mode whose option is given.

    Raises GraderError for an option that does not go with it.
    """
    usual, modes = resolve_name(reference), modes_of(reference)
    values = vars(args)
    options = {mode: _first_option(mode) for mode in modes}
    run = next((mode for mode, option in options.items() if values[option]), usual)
    taken = {parameter.name for parameter, _ in _parameters(run)}
    for other in (usual, *modes) if modes else ():
        for parameter, _ in _parameters(other):
            if parameter.name in taken or values[parameter.name] in (parameter.default, []):
                continue
            word = _shown(parameter)
            if run is usual:
                raise GraderError(f"{word} needs --{words(options[other])}")
            raise GraderError(f"--{words(options[run])} does not go with {word}")
    return run


def _first_option(mode: Run) -> str:
    """Return the name of the parameter that chooses a mode."""
    return next(
        parameter.name
        for parameter, _ in _parameters(mode)
        if parameter.kind is Parameter.KEYWORD_ONLY
    )


def _shown(parameter: Parameter) -> str:
    is_option = parameter.kind is Parameter.KEYWORD_ONLY
    return f"--{words(parameter.name)}" if is_option else parameter.name.upper()


def call(run: Callable[..., Any], args: argparse.Namespace) -> Any:
    """Call *run* with its parameters in *args*; dataclasses among them are made.

    ``**options`` are all values that no parameter takes.
    """
    hints, values = get_type_hints(run, include_extras=True), vars(args)
    given: dict[str, Any] = {}
    for name, parameter in signature(run).parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD:
            given |= {other: values[other] for other in values.keys() - given.keys()}
        elif is_dataclass(hints[name]):
            given[name] = call(hints[name], args)
        else:
            given[name] = _loaded(hints[name], values[name])
    return run(**given)


def _loaded(hint: Any, word: Any) -> Any:
    load = hint.__metadata__[0].get("load") if get_origin(hint) is Annotated else None
    return load(word) if load and word is not None else word


# Annotations that several commands share.


def ids_of_assignments(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the ids of the assignments, for a shell that completes a line."""
    with naming(getattr(parsed_args, "root", None)):
        return assignment_ids()


def ids_of_checks(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the ids of the assignment's checks, for completion in a shell."""
    from graders.harness.grading.collecting import collected_ids

    if not parsed_args.assignment:  # it may be left out, and is being typed
        return []
    with naming(getattr(parsed_args, "root", None)):
        return collected_ids(load_assignment(parsed_args.assignment))


def new_folder(text: str) -> Path:
    """Return the path of a folder to write. Raises ArgumentTypeError if a file is there."""
    near = nearest_existing(Path(text))
    if near.is_file():
        raise argparse.ArgumentTypeError(f"{near} is a file; name a folder")
    return Path(text)


def positive(text: str) -> int:
    """Return *text* as a whole number, 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number, 1 or more; not {text!r}")
    return int(text)


def _level(text: str) -> str:
    """Return *text* as a level, "" for that of the assignment."""
    levels = ("verdict", "title", "message", "all")
    if text not in ("", *levels):
        raise argparse.ArgumentTypeError(f"there is no {text!r} (choose from {', '.join(levels)})")
    return text


def _readings() -> list[str]:
    from graders.harness.intake.bulk import Reading

    return [reading.value for reading in Reading]


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


CORES = cores()
ASSIGNMENT = arg(
    "an id from `grader list`", "ASSIGNMENT", completer=ids_of_assignments, load=load_assignment
)
NamedAssignment = Annotated[Assignment, ASSIGNMENT]
ClassFolder = Annotated[Path, arg("the folder of a graded class", "DIR")]
ResultPath = Annotated[
    Path, arg("result.json, the folder of a result, or a person in that of a class", "RESULT")
]
SubmissionPath = Annotated[
    Path | None, arg("the submission's files, to show lines of code", "PATH")
]
ReadAs = Annotated[
    str,
    arg(
        "whether PATH is one submission or a class, if that is not clear (default: auto)",
        choices=_readings,
    ),
]
Jobs = Annotated[int, arg("programs run at once (default: number of cores)", "N", type=positive)]
Sandbox = Annotated[str, arg("as for `grader grade` (default: auto)", "CHOICE")]
Fresh = Annotated[bool, arg("ignore stored results and grade everything again")]
AsJson = Annotated[bool, arg("print exactly one JSON document, and nothing else")]
Out = Annotated[
    Path | None,
    arg("also write result.json, reports and run.log below DIR", "DIR", type=new_folder),
]
All = Annotated[bool, arg("show everything, including passed checks")]
Only = Annotated[
    Sequence[str],
    arg(
        "run only these checks: an id, its beginning (block), or a pattern ('*.swap-*'); may be "
        "repeated",
        "PART",
        completer=ids_of_checks,
    ),
]
Release = Annotated[
    str | None,
    arg(
        "show students this much of hidden checks: verdict, title, message or all (without LEVEL: "
        "released_checks in assignment.toml). Use it when nobody may hand in again; as the last "
        "option, or written --release=LEVEL",
        "LEVEL",
        const="",
        type=_level,
    ),
]


def settings_of(
    assignment: Assignment,
    choice: str,
    python: Path | None = None,
    *,
    linters: bool = False,
) -> Settings:
    """Return the settings of warm processes. linters: only if their findings will be read."""
    from graders.harness.processes.jobs import Settings
    from graders.harness.sandbox.interface import minimum_level

    return Settings(
        assignment=assignment.id,
        sandbox=choice,
        minimum=minimum_level(),
        linters=linters,
        python=str(python.resolve()) if python else "",
    )
