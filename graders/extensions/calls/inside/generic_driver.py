"""The driver of an assignment whose manifest has a table ``[calls]``: it calls functions by name.

Every name of the table is an operation. Two more run Python text, for objects, exceptions and
arguments that change: ``script(text, data)`` and ``attempt(text, data)``. ``run_program`` runs a
submitted file as in a terminal.

Results leave as plain data. An object of a dataclass becomes the dictionary of its fields, with the
name of its class under "class". A member of an enum becomes ``{"class": "enum Colour", "name":
...}``. An iterator becomes ``{"class": "iterator", "items": [...], "more": bool}``, with at most
``DRAWN`` items. A dictionary that has a key "class" itself becomes ``{"class": "dict", "items":
[...]}``. Modules of extensions beside this one convert objects of packages, and arguments that
describe such. The judge constructs no class of a submission.

Any other object stays here and leaves as ``{"class": "object Node", 0: number}``, and so do
dataclasses and members of enums, with that key beside the others. ``step`` does something with
such objects: an attribute, a call, an operator, ... ``tried`` is a step that may raise, and
``replayed`` makes several steps with objects of its own: so the reference's answers can be
recorded.

No object passes for one of another kind: a dataclass of the name "iterator" is "class iterator".
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import enum
import functools
import importlib
import io
import itertools
import operator
import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

from . import sandbox  # type: ignore[attr-defined]  # the package is _grader
from .called import HOMES, KINDS, OPEN  # type: ignore[import-not-found]  # made from the manifest

DRAWN = 1000
"""Items that are drawn of an iterator."""
_TEXT = 2000
"""Characters of an exception's text."""
_KINDS = [importlib.import_module(f".{name}", __package__) for name in KINDS]
_WORDS = frozenset(["dict", "iterator", *(word for kind in _KINDS for word in kind.WORDS)])
"""Words of "class" for objects of other kinds; "enum Colour" is no identifier."""
_ATOMS = frozenset([type(None), bool, int, float, str, bytes])
NUMBER = 0
"""Key of an object's number; no dataclass has a field of this name."""
MARK = "\0"
"""The only key of what stands for an object or a name among the operands of a step."""
_KEPT: list[Any] = []
"""Objects that the judge may name, by their numbers."""
_NUMBERS: dict[int, int] = {}
"""id of such an object -> its number."""


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the operation *name*, which calls the submission's function or class."""
    if name.startswith("_"):
        raise AttributeError(name)

    def operation(*arguments: Any) -> Any:
        module = HOMES.get(name, OPEN)
        if not module:
            raise sandbox.Missing(f"the table [calls] has no {name}")
        function = sandbox.require(module, name)
        return _plain(function(*map(_received, arguments)))

    return operation


def script(text: str, data: dict[str, Any] | None = None) -> Any:
    """Run Python *text* in which *data* are variables; return the value of its last expression.

    The submission's modules are loaded again, so that no call sees the state of an earlier one.
    """
    return _plain(_begun(text, data or {})())


def attempt(text: str, data: dict[str, Any] | None = None) -> list[Any]:
    """Run *text* like :func:`script`, but the last expression may raise an exception.

    Returns ["returned", value], or ["raised", names of the exception's classes, its text].
    """
    last = _begun(text, data or {})
    return _tried(last)[:3]


def _tried(does: Callable[[], Any]) -> list[Any]:
    """Return ["returned", value], or ["raised", names of classes, text, the exception]."""
    try:
        value = does()
    except (sandbox.Missing, sandbox.AskRefused, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        kinds = type(error).__mro__[:-1]
        names = [_name_of(kind) for kind in kinds]
        return ["raised", names, _text_of(error), _handle(error, "object")]
    return ["returned", _plain(value)]


def step(operation: str, operands: list[Any], options: dict[str, Any]) -> Any:
    """Return the result of an operation of ``STEPS`` with objects."""
    return _plain(_made(operation, operands, options))


def tried(operation: str, operands: list[Any], options: dict[str, Any]) -> list[Any]:
    """Do the same, if it may raise; see ``_tried``."""
    return _tried(lambda: _made(operation, operands, options))


def replayed(steps: list[tuple[str, list[Any]]]) -> Any:
    """Call operations of this driver one after the other; return the result of the last.

    The objects that they name are their own.
    """
    kept, numbers = _KEPT[:], _NUMBERS.copy()
    _KEPT.clear()
    _NUMBERS.clear()
    result = None
    for name, arguments in steps:
        function = globals()[name] if name in OWN else __getattr__(name)
        result = function(*arguments)
    _KEPT[:] = kept
    _NUMBERS.clear()
    _NUMBERS.update(numbers)
    return result


def _made(operation: str, operands: list[Any], options: dict[str, Any]) -> Any:
    named = {name: _operand(part) for name, part in options.items()}
    return STEPS[operation](*map(_operand, operands), **named)


def _operand(value: Any) -> Any:
    """Return an argument of a step, with the objects and names that it describes."""
    if isinstance(value, dict):
        if value.keys() == {MARK}:
            target = value[MARK]
            return _named(target) if isinstance(target, str) else _KEPT[target]
        value = {key: _operand(part) for key, part in value.items()}
    elif isinstance(value, (list, tuple)):
        value = type(value)(map(_operand, value))
    return _received(value)


def _named(name: str) -> Any:
    """Return a name of the submission; where there is no such name, the module of that name."""
    module = HOMES.get(name, OPEN)
    is_module = name in {OPEN, *HOMES.values()} and name not in HOMES
    if is_module and not (OPEN and hasattr(sandbox.module(OPEN), name)):
        return sandbox.module(name)
    return sandbox.require(module, name)


def _handle(value: Any, word: str = "") -> dict[Any, Any]:
    """Keep an object and return what stands for it."""
    number = _NUMBERS.setdefault(id(value), len(_KEPT))
    if number == len(_KEPT):
        _KEPT.append(value)
    return {"class": f"object {word or type(value).__name__[:60]}", NUMBER: number}


def _has(name: str) -> bool:
    """Return whether the submission has a name."""
    return hasattr(sandbox.module(HOMES.get(name, OPEN)), name)


def _call(function: Any, *arguments: Any, **options: Any) -> Any:
    return function(*arguments, **options)


def _method(owner: Any, name: str, *arguments: Any, **options: Any) -> Any:
    return getattr(owner, name)(*arguments, **options)


def _enter(manager: Any) -> Any:
    return type(manager).__enter__(manager)


def _exit(manager: Any, error: Any) -> bool:
    trace = getattr(error, "__traceback__", None)
    kind = None if error is None else type(error)
    return bool(type(manager).__exit__(manager, kind, error, trace))


def _slice(owner: Any, *bounds: int | None) -> Any:
    return owner[slice(*bounds)]


def _capture() -> None:
    """Catch what is printed from now on."""
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()


def _captured() -> list[str]:
    """Return what was printed since the last time, on both streams."""
    caught = [getattr(one, "getvalue", str)() for one in (sys.stdout, sys.stderr)]
    _capture()
    return caught


def _typed(text: str) -> None:
    """Let *text* be what is typed."""
    sys.stdin = io.StringIO(text)


def _answers(answers: list[Any]) -> None:
    """Let ``input`` return these one after the other."""
    given = iter(answers)
    vars(builtins)["input"] = lambda prompt="": next(given)


def _folder() -> Any:
    """Return the path of a new folder. Raises Missing if the manifest allows no files."""
    import pathlib  # not at the top, because few need it

    try:
        importlib.import_module(".scratch", __package__)
    except ImportError:
        raise sandbox.Missing("scratch = true below [files] of the manifest") from None
    numbers = (number for number in itertools.count(1) if not os.path.exists(f"folder{number}"))
    folder = pathlib.Path(f"folder{next(numbers)}")
    folder.mkdir()
    return folder


def _emptied(folder: Any) -> None:
    """Remove a folder."""
    import shutil  # not at the top, because few need it

    shutil.rmtree(folder, ignore_errors=True)


_OPERATORS = (
    "abs add and_ contains delitem eq floordiv ge getitem gt index invert le lshift lt matmul mod "
    "mul ne neg or_ pos pow rshift setitem sub truediv xor"
)
STEPS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in _OPERATORS.split()},
    "get": getattr,
    "set": setattr,
    "delete": delattr,
    "call": _call,
    "method": _method,
    "len": len,
    "bool": bool,
    "str": str,
    "repr": repr,
    "int": int,
    "float": float,
    "round": round,
    "has": _has,
    "hasattr": hasattr,
    "isinstance": isinstance,
    "format": format,
    "items": iter,
    "enter": _enter,
    "exit": _exit,
    "value": lambda value: value,
    "capture": _capture,
    "captured": _captured,
    "typed": _typed,
    "answers": _answers,
    "folder": _folder,
    "emptied": _emptied,
    "slice": _slice,
}
"""Operation of a step -> the function that does it."""
OWN = ("attempt", "run_program", "script", "step", "tried")
"""Operations of this module by which ``replayed`` may be called."""


def run_program(
    name: str,
    lines: list[str],
    arguments: list[str] | tuple[str, ...] = (),
    files: dict[str, str | bytes] | None = None,
) -> list[Any]:
    """Run the submitted file *name*; see ``Terminal.run_program``."""
    result: list[Any] = sandbox.run_program(name, lines, arguments, files)
    return result


def _begun(text: str, data: dict[str, Any]) -> Callable[[], Any]:
    """Run all but the last expression of *text*; return a function that returns its value."""
    steps, result, used, dotted, own = _compiled(text)
    for name in sandbox.submitted:
        sys.modules.pop(name.replace(".py", "").replace("/", "."), None)
    modules = {*HOMES.values(), OPEN}
    if OPEN not in dotted:
        modules.discard(OPEN)  # a function or class may have the module's name
    space: dict[str, Any] = {"__name__": "script"}
    for name in sorted(used - data.keys()):
        if name in HOMES:
            space[name] = sandbox.require(HOMES[name], name)
        elif name in modules:
            space[name] = sandbox.module(name)
        elif OPEN and name not in own:
            space[name] = sandbox.require(OPEN, name)
    space.update({name: _received(part) for name, part in data.items()})
    exec(steps, space)
    return lambda: eval(result, space)


@functools.lru_cache(maxsize=64)
def _compiled(
    text: str,
) -> tuple[CodeType, CodeType, frozenset[str], frozenset[str], frozenset[str]]:
    """Return the code of a text and of its last expression, the names that it uses, those of them
    before a dot, and those that it sets or that Python has.
    """
    tree = ast.parse(textwrap.dedent(text).strip("\n"), "script")
    nodes = list(ast.walk(tree))
    setting = (ast.arg, ast.alias, ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)
    names = [node for node in nodes if isinstance(node, ast.Name)]
    used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    bases = [node.value for node in nodes if isinstance(node, ast.Attribute)]
    dotted = {base.id for base in bases if isinstance(base, ast.Name)}
    own = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    for word in ("arg", "name", "asname"):
        own |= {getattr(node, word, "") for node in nodes if isinstance(node, setting)}
    last: Any = ast.Expr(ast.Constant(None))
    if isinstance(tree.body[-1], ast.Expr):
        last = tree.body.pop()
    expression = ast.fix_missing_locations(ast.Expression(last.value))
    return (
        compile(tree, "script", "exec"),
        compile(expression, "script", "eval"),
        frozenset(used),
        frozenset(dotted),
        frozenset(own).union(dir(builtins)),
    )


def _name_of(kind: type) -> str:
    """Return the name of a class of exceptions; no other class passes for a built-in one."""
    name = kind.__name__
    is_other = getattr(builtins, name, kind) is not kind
    return f"{kind.__module__}.{name}" if is_other else name


def _text_of(error: BaseException) -> str:
    try:
        return str(error)[:_TEXT]
    except Exception:
        return ""


def _received(value: Any) -> Any:
    """Return an argument: the object that it describes to a kind of values, or itself."""
    for kind in _KINDS:
        value = kind.received(value)
    return value


def _plain(value: Any) -> Any:
    """Return *value* as plain data where that is possible; the pipe refuses all else."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    fitting = (convert for base, convert in _CONVERSIONS if issubclass(kind, base))
    return next(fitting, _object)(value)


def _table(value: dict[Any, Any]) -> dict[str, Any]:
    pairs = [[_as_key(key), _plain(part)] for key, part in dict.items(value)]
    table = dict(pairs)
    return {"class": "dict", "items": pairs} if "class" in table else table


def _member(value: enum.Enum) -> dict[Any, Any]:
    return {**_handle(value), "class": f"enum {type(value).__name__}", "name": value.name}


def _drawn(iterator: Iterable[Any]) -> dict[str, Any]:
    items = [_plain(item) for item in itertools.islice(iterator, DRAWN + 1)]
    return {"class": "iterator", "items": items[:DRAWN], "more": len(items) > DRAWN}


def _of_a_kind(value: Any) -> Any:
    """Return the data of an object of a kind of values; any other object itself.

    A number of numpy is a float, too, and would be packed as bytes.
    """
    for kind in _KINDS:
        data = kind.plain(value, _plain)
        if data is not value:
            return data
    return value


def _object(value: Any) -> Any:
    """Return the data of a kind of values, the fields of a dataclass, or what stands for any
    other object.
    """
    data = _of_a_kind(value)
    if data is not value:
        return data
    if not dataclasses.is_dataclass(type(value)):
        return _handle(value)
    names = [field.name for field in dataclasses.fields(value)]
    parts = {name: _plain(getattr(value, name)) for name in names}
    return {**parts, **_handle(value), "class": _class_name(type(value).__name__)}


def _class_name(name: str) -> str:
    """Return the word for a dataclass, which is none of those for other kinds of objects."""
    return name if name.isidentifier() and name not in _WORDS else f"class {name}"


_CONVERSIONS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (dict, _table),
    (list, lambda value: [_plain(item) for item in list.__iter__(value)]),
    (tuple, lambda value: tuple(_plain(item) for item in tuple.__iter__(value))),
    (set, lambda value: {_as_key(item) for item in set.__iter__(value)}),
    (frozenset, lambda value: frozenset(_as_key(item) for item in frozenset.__iter__(value))),
    ((int, float, str, bytes, bytearray), _of_a_kind),
    (enum.Enum, _member),
    (Iterator, _drawn),
)
"""Types and their conversions; the first that fits counts."""


def _as_key(value: Any) -> Any:
    """Return a key or a member of a set; a member of an enum becomes "Class.NAME"."""
    is_member = isinstance(value, enum.Enum) and not isinstance(value, (int, str))
    return f"{type(value).__name__}.{value.name}" if is_member else value
