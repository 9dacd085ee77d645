"""Objects of a submission that stay in its box, for checks that are written like tests for pytest.

``tree = student.parse("1+2")`` is a number in the box's table, behind a :class:`RemoteObject`. What
a check does with it (attributes, calls, operators, ``len``, ``for``, ``with``) is asked across the
pipe, one step at a time, and is answered with plain data or with another object.

All answers are hostile data. An answer counts as an object only where the reference answered with
one (*accepted*): elsewhere a check expects plain data, and a submission could put an object there
that equals everything. For the same reason an object is compared with plain data in the box only
where the reference's was, and constants that are plain data are compared by the judge.
"""

from __future__ import annotations

import builtins
import operator
import re
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

from graders.harness.assignment import value_kinds
from graders.harness.assignment.check import CheckError, CheckFailed, Misbehaved, exception_cause
from graders.harness.assignment.manifest import GENERIC_OPERATIONS
from graders.harness.grading.calls_by_name import MARK, NUMBER, STEPS
from graders.harness.protocol.values import Opaque
from graders.harness.result import printable
from graders.harness.session.operations import Operations

LARGEST = 10_000_000
_STANDS = "object "
_METHODS = frozenset(["method", "function", "builtin_function_or_method", "method-wrapper"])
_MAX_KINDS = 30
_DEEPEST = 100
"""Depth of an answer in which objects are looked for."""
_MAX_TOLD = 10_000
_LONGEST = 2000
"""Characters of a statement that are kept."""
_MAX_SHOWN = 20
"""Statements of a failed check that are shown."""

T = TypeVar("T")
Step = tuple[str, list[Any]]


class RemoteObject:
    """An object in the box. Two objects are compared there, by their own ``==``.

    ``repr`` is of the judge; :func:`remote_repr` asks for the object's own.
    """

    __slots__ = ("_at_home", "_home", "_key", "_owner")
    _home: Objects
    _at_home: dict[Any, Any]
    _key: str
    _owner: tuple[RemoteObject, str] | None

    def __init__(self, home: Objects, at_home: dict[Any, Any], key: str, owner: Any = None) -> None:
        """at_home: what stands for it in the box; key: its name in the set of accepted ones; owner:
        of a method, the object and its name.
        """
        for name, value in (("_home", home), ("_at_home", at_home), ("_key", key)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_owner", owner)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._home.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._home.step("set", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._home.step("delete", self, name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call it in the box."""
        return self._home.called(self, arguments, options)

    def __repr__(self) -> str:
        return f"<a {str(self._at_home.get('class', '')).removeprefix(_STANDS)} object>"

    def __str__(self) -> str:
        return self._home.of_type(str, "str", self)

    def __format__(self, form: str) -> str:
        return self._home.of_type(str, "format", self, form)

    def __bool__(self) -> bool:
        return self._home.of_type(bool, "bool", self)

    def __len__(self) -> int:
        return self._home.of_type(int, "len", self)

    def __int__(self) -> int:
        return self._home.of_type(int, "int", self)

    def __float__(self) -> float:
        return self._home.of_type(float, "float", self)

    def __round__(self, *digits: int) -> Any:
        return self._home.step("round", self, *digits)

    def __hash__(self) -> int:
        return 0  # the box decides which objects are equal

    def __contains__(self, item: object) -> bool:
        return self._home.binary("contains", self, item) is True

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return self._home.step("slice", self, key.start, key.stop, key.step)
        return self._home.step("getitem", self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._home.step("setitem", self, key, value)

    def __delitem__(self, key: Any) -> None:
        self._home.step("delitem", self, key)

    def __iter__(self) -> Iterator[Any]:
        items = self._home.step("items", self)
        if not isinstance(items, Drawn):
            raise CheckFailed("Its __iter__ returns no iterator.", (), is_described=False)
        return items

    def __enter__(self) -> Any:
        return self._home.step("enter", self)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        if error is None or isinstance(error, Raised):
            raised = None if error is None else error.__dict__.get("remote")
            return self._home.of_type(bool, "exit", self, raised)
        return False

    def __instancecheck__(self, instance: object) -> bool:
        return self._home.of_type(bool, "isinstance", instance, self)


def _operator(name: str, *, is_reflected: bool = False) -> Callable[[Any, Any], Any]:
    def ask(self: Any, other: Any) -> Any:
        operands = (other, self) if is_reflected else (self, other)
        return self._home.binary(name, *operands)

    return ask


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
for _each in _COMPARISONS:
    setattr(RemoteObject, f"__{_each}__", _operator(_each))
_BINARY = "add sub mul truediv floordiv mod pow matmul lshift rshift and_ or_ xor"
for _each in _BINARY.split(" "):
    _word = _each.rstrip("_")
    setattr(RemoteObject, f"__{_word}__", _operator(_each))
    setattr(RemoteObject, f"__r{_word}__", _operator(_each, is_reflected=True))
for _each in ("neg", "pos", "abs", "invert"):
    setattr(RemoteObject, f"__{_each}__", lambda self, name=_each: self._home.step(name, self))


class Named(RemoteObject):
    """A name of the submission: a function or a class to be called, or a constant."""

    __slots__ = ()

    def _value(self) -> Any:
        return self._home.value_of(self)


def _by_value(name: str, *, is_reflected: bool = False) -> Callable[[Any, Any], Any]:
    """Return an operator of a name's value, which the judge applies if that is plain data."""

    def operate(self: Any, other: Any) -> Any:
        value = self._value()
        if isinstance(value, RemoteObject):
            return getattr(RemoteObject, f"__{'r' * is_reflected}{name}__")(self, other)
        operands = (other, value) if is_reflected else (value, other)
        return getattr(operator, f"__{name}__")(*operands)

    return operate


for _each in (*_COMPARISONS, "contains", *_BINARY.split(" ")):
    _word = _each.rstrip("_")
    setattr(Named, f"__{_word}__", _by_value(_word))
    if _each in _BINARY.split(" "):
        setattr(Named, f"__r{_word}__", _by_value(_word, is_reflected=True))


class RemoteRecord(dict[Any, Any]):
    """An object of a dataclass or a member of an enum: its data, and the object itself."""

    def __init__(self, data: dict[Any, Any], remote: RemoteObject) -> None:
        super().__init__(data)
        self.__dict__["remote"] = remote

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__dict__["remote"], name)

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("_") and name in self:  # a field may be called "items"
            return dict.__getitem__(self, name)
        return super().__getattribute__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__dict__["remote"], name, value)
        if name in self:
            self[name] = value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, RemoteRecord | RemoteObject):
            return bool(self.__dict__["remote"] == other)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


def _recorded(name: str) -> Callable[..., Any]:
    return lambda self, *others: getattr(self.__dict__["remote"], name)(*others)


_OF_RECORDS = "lt le gt ge add sub mul truediv radd rmul neg call str enter exit"
for _each in _OF_RECORDS.split(" "):
    setattr(RemoteRecord, f"__{_each}__", _recorded(f"__{_each}__"))


class Drawn(dict[str, Any]):
    """Items of an iterator as data, which is an iterator, too."""

    def __iter__(self) -> Drawn:
        return self

    def __next__(self) -> Any:
        items, place = self["items"], self.__dict__.setdefault("place", 0)
        if place < len(items):
            self.__dict__["place"] += 1
            return items[place]
        if self["more"]:
            raise CheckFailed("It yields more items than the check takes.", ())
        raise StopIteration


class Raised(Misbehaved):
    """An exception of the submission, where a check expects one."""

    def __str__(self) -> str:
        return str(self.__dict__.get("text", ""))

    @property
    def args(self) -> Any:  # type: ignore[override]
        """Those that the submission gave to it."""
        return getattr(self.__dict__["remote"], "args")  # noqa: B009 - not this one's

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "remote" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.__dict__["remote"], name)


_CLASSES: dict[str, type[Exception]] = {}


def class_named(name: str) -> type[Exception]:
    """Return a class that stands for one of the submission's exceptions."""
    return _CLASSES.setdefault(name, type(name, (Exception,), {}))


def exception_named(kinds: list[Any], text: Any, remote: Any) -> Raised:
    """Return an exception of classes with these names, the innermost first."""
    names = [printable(str(kind), 100) for kind in kinds[:_MAX_KINDS]] or ["Exception"]
    own = [_CLASSES[last] for name in names if (last := name.rpartition(".")[2]) in _CLASSES]
    found = (getattr(builtins, name, None) for name in names)
    usual = [kind for kind in found if isinstance(kind, type) and _is_program_error(kind)]
    cause = exception_cause(names[0], str(text), "")
    for bases in ((*own, *usual[:1]), own, ()):
        try:
            error: Raised = type(names[0], (Raised, *bases), {})(cause)
        except TypeError:  # such as UnicodeDecodeError, which wants other arguments
            continue
        error.__dict__.update(text=str(text), remote=remote)
        return error
    raise AssertionError("a class without bases can be made")


def _is_program_error(kind: type) -> bool:
    # KeyboardInterrupt would end the grading of the class
    return issubclass(kind, (Exception, SystemExit))


EXPECTING: ContextVar[int] = ContextVar("EXPECTING", default=0)
"""How many exceptions the check expects, one within the other."""


class Objects(Operations):
    """A session with a submission, or the reference, whose answers may be objects."""

    def __init__(
        self, session: Operations, accepted: Collection[str] | None, *, replays: bool = False
    ) -> None:
        """accepted: names of answers that may be objects, None for all; replays: each answer must
        depend on the steps before it alone, not on the process.
        """
        self._session = session
        self._accepted = accepted
        self._replays = replays
        self._steps: list[Step] = []
        self._known: dict[int, RemoteObject] = {}
        self.keys: set[str] = set()
        """Names of answers that were objects."""
        self._statements: list[str] = []
        self._names: dict[int, str] = {}
        self._last = ""
        """The operation of the last call."""
        self._failed: Misbehaved | None = None
        session.story = self.story

    def __getattr__(self, operation: str) -> Any:
        if operation.startswith("_"):
            raise AttributeError(operation)
        if operation in GENERIC_OPERATIONS:
            return lambda *arguments: self._direct(operation, arguments)
        return Named(self, {NUMBER: operation}, operation)

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """See `Operations`."""
        return self._direct(operation, arguments)

    def called(
        self, function: RemoteObject, arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> Any:
        """Return the result of a call."""
        key = function._key
        if isinstance(function, Named):
            is_plain = not options and not EXPECTING.get() and not _has_objects(arguments)
            if is_plain:
                return self._direct(key, arguments)
        if function._owner is not None:
            return self._ask("method", (*function._owner, *arguments), options, f"{key}()")
        return self._ask("call", (function, *arguments), options, f"{key}()")

    def attribute(self, owner: RemoteObject, name: str) -> Any:
        """Return an attribute of an object."""
        value = self._ask("get", (owner, name), {}, f".{name}")
        if isinstance(value, RemoteObject) and _type_of(value) in _METHODS:
            return RemoteObject(self, value._at_home, f".{name}", (owner, name))
        return value

    def value_of(self, name: Named) -> Any:
        """Return the value of a name."""
        return self._ask("value", (name,), {}, name._key)

    def binary(self, operation: str, *operands: Any) -> Any:
        """Return the result of an operation with two operands. With an object and plain data it is
        NotImplemented, unless the reference's answers are used so: else both are plain data there.
        """
        if not all(map(_has_objects, operands)):
            key = f"{operation} plain data"
            self.keys.add(key)
            if self._accepted is not None and key not in self._accepted:
                return NotImplemented
        if operation in _COMPARISONS or operation == "contains":
            return self.of_type(bool, operation, *operands)
        return self.step(operation, *operands)

    def step(self, operation: str, *operands: Any) -> Any:
        """Return the result of an operation with objects."""
        return self._ask(operation, operands, {}, operation)

    def of_type(self, kind: type[T], operation: str, *operands: Any) -> T:
        """Return a result that must be of the type *kind*."""
        result = self.step(operation, *operands)
        if type(result) is not kind:
            raise TypeError(f"{operation} answered with another type than {kind.__name__}")
        return result

    def _direct(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Call an operation of the driver that gets no object."""
        sent = tuple(map(self._sent, arguments))
        made = operation, list(sent)
        answer = self._called(made)
        if self._replays and _has_numbers(answer):
            answer = self._replay(made)
        return self._adopted(answer, f"{operation}()", made)

    def _ask(
        self, operation: str, operands: tuple[Any, ...], options: dict[str, Any], key: str
    ) -> Any:
        named = {name: self._sent(part) for name, part in options.items()}
        sent = [operation, [self._sent(part) for part in operands], named]
        tries = EXPECTING.get() > 0
        made = ("tried" if tries else "step", sent)
        answer = self._replay(made) if self._replays else self._called(made)
        if not tries:
            return self._adopted(answer, key, made)
        match answer:
            case ["returned", value]:
                return self._adopted(value, key, made)
            case ["raised", [*kinds], str(text), dict(at_home)]:
                self._tell(made, None)
                raise exception_named(kinds, text, RemoteObject(self, at_home, "raised"))
        raise TypeError("it did neither raise nor return")

    def _sent(self, value: Any) -> Any:
        """Return a value with what stands for the objects in it. Raises CheckError for objects of
        another program: their numbers are others here.
        """
        if isinstance(value, RemoteRecord | Raised):
            value = value.__dict__["remote"]
        if isinstance(value, RemoteObject):
            if value._home is not self:
                raise CheckError("the check sends an object of one program to another")
            return {MARK: value._at_home[NUMBER]}
        if type(value) in (list, tuple):
            return type(value)(map(self._sent, value))
        if type(value) is dict:
            return {name: self._sent(part) for name, part in value.items()}
        return value

    def _called(self, made: Step) -> Any:
        """Return the answer to a call, and note one that has none."""
        operation, sent = made
        self._last = operation
        try:
            return self._session.call(operation, tuple(sent))
        except Misbehaved as error:
            if error is not self._failed:  # a call that cleans up after it fails like it
                self._tell(made, None)
            self._failed = error
            raise

    def _replay(self, step: Step) -> Any:
        self._steps.append(step)
        return self._session.call("replayed", ([[name, given] for name, given in self._steps],))

    def _adopted(self, answer: Any, key: str, made: Step) -> Any:
        """Return an answer with objects for what stands for them."""
        self._tell(made, answer)
        allowed = self._accepted is None or key in self._accepted
        return self._adopt(answer, key, allowed=allowed)

    def _adopt(self, value: Any, key: str, depth: int = 0, *, allowed: bool) -> Any:
        if not isinstance(value, dict | list | tuple) or depth > _DEEPEST:
            return value
        if not isinstance(value, dict):
            return type(value)(
                [self._adopt(part, key, depth + 1, allowed=allowed) for part in value]
            )
        number, word = value.get(NUMBER), value.get("class")
        stands = isinstance(word, str) and type(number) is int and 0 <= number < LARGEST
        parts = {
            name: self._adopt(part, key, depth + 1, allowed=allowed)
            for name, part in value.items()
            if not (stands and name == NUMBER)
        }
        if value.keys() == {"class", "items", "more"} and isinstance(parts["items"], list):
            return Drawn(parts)
        if not stands or type(number) is not int:
            # it would stand for an object, or a name, of whom it is sent to
            return Opaque("dict") if value.keys() == {MARK} else parts
        is_object = str(word).startswith(_STANDS)
        if not allowed:
            return Opaque(str(word).removeprefix(_STANDS)) if is_object else parts
        self.keys.add(key)
        at_home = {"class": word if is_object else f"{_STANDS}{word}", NUMBER: number}
        remote = self._known.setdefault(number, RemoteObject(self, at_home, key))
        return remote if is_object else RemoteRecord(parts, remote)

    # What is shown.

    def _tell(self, made: Step, answer: Any) -> None:
        if self._replays or len(self._statements) > _MAX_TOLD:
            return
        text = written(*made, answer, self._names)
        if text and text not in self._statements[-1:]:
            self._statements.append(text[:_LONGEST])

    def story(self) -> str | None:
        """Return the statements that led to the last one, in a program's words; None if that is a
        call of the driver without objects.
        """
        return "\n".join(needed(self._statements)) if self._last in STEPS else None


def _type_of(value: RemoteObject) -> str:
    return str(value._at_home.get("class", "")).removeprefix(_STANDS)


def _has_objects(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_has_objects, value))
    if isinstance(value, RemoteRecord | RemoteObject):
        return True
    return isinstance(value, dict) and any(map(_has_objects, value.values()))


def _has_numbers(value: Any) -> bool:
    if isinstance(value, dict):
        return _has_number(value) or any(map(_has_numbers, value.values()))
    return isinstance(value, list | tuple) and any(map(_has_numbers, value))


def remote_repr(value: object) -> str:
    """Return the ``repr`` of an object in the box as it says itself; of any other value, Python's.

    Modules of checks have it as ``repr``.
    """
    if isinstance(value, RemoteRecord):
        value = value.__dict__["remote"]
    return value._home.of_type(str, "repr", value) if type(value) is RemoteObject else repr(value)


def remote_hasattr(value: Any, name: str) -> bool:
    """Return whether *value* has an attribute. Modules of checks have it as ``hasattr``."""
    if isinstance(value, Objects):
        return bool(value.of_type(bool, "has", name))
    if isinstance(value, RemoteObject):
        return bool(value._home.of_type(bool, "hasattr", value, name))
    return hasattr(value, name)


# Steps as statements of a program.

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z_]\w*")


class _Code(str):
    """Text that is shown as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _coded(value: Any, names: dict[int, str]) -> Any:
    """Return a value whose ``repr`` has the names of objects."""
    if isinstance(value, dict):
        if value.keys() == {MARK}:
            target = value[MARK]
            return _Code(target if isinstance(target, str) else names.get(target, "?"))
        if _has_number(value):
            return _Code(names.get(value[NUMBER], "?"))
        return {name: _coded(part, names) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_coded(part, names) for part in value)
    return value


def _has_number(value: Any) -> bool:
    return isinstance(value, dict) and type(value.get(NUMBER)) is int and "class" in value


def _name(value: Any, names: dict[int, str], depth: int = 0) -> None:
    """Give the objects in an answer names: that of the class, and a number."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list | tuple):
        for part in value:
            _name(part, names, depth + 1)
    elif isinstance(value, dict):
        for part in value.values():
            _name(part, names, depth + 1)
        if _has_number(value) and value[NUMBER] not in names:
            word = str(value["class"]).removeprefix(_STANDS).removeprefix("enum ")
            plain = re.sub(r"\W+", "_", word).strip("_")
            name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain).lower()
            names[value[NUMBER]] = f"{name[:40] or 'object'}_{value[NUMBER]}"


def written(
    operation: str,
    arguments: list[Any] | tuple[Any, ...],
    answer: Any,
    names: dict[int, str],
) -> str:
    """Return the statement of a call of the generic driver; "" if it needs none.

    names: of the objects so far, by number; those of the answer are added.
    """
    expression = _expression(operation, arguments, names)
    if isinstance(answer, list) and answer[:1] == ["returned"] and operation == "tried":
        answer = answer[1]
    _name(answer, names)
    if _has_number(answer):
        is_method = str(answer["class"]).removeprefix(_STANDS) in _METHODS
        is_bound = is_method and arguments[:1] == ["get"]
        return "" if is_bound else f"{names[answer[NUMBER]]} = {expression}"
    if isinstance(answer, list | tuple) and any(map(_has_number, answer)):
        parts = [str(_coded(part, names)) if _has_number(part) else "_" for part in answer]
        return f"{', '.join(parts)}{',' * (len(parts) == 1)} = {expression}"
    return expression


_SILENT = ("capture", "captured", "typed", "answers", "value", "emptied")
_FORMS = {
    **{kind: f"{{0}} {sign} {{1}}" for kind, sign in _SIGNS.items()},
    **dict.fromkeys(_SILENT, ""),
    "get": "{0}.{name}",
    "set": "{0}.{name} = {2}",
    "method": "{0}.{name}({rest})",
    "call": "{0}({all})",
    "getitem": "{0}[{1}]",
    "setitem": "{0}[{1}] = {2}",
    "contains": "{1} in {0}",
    "items": "list({0})",
    "enter": "{0}.__enter__()",
    "exit": "{0}.__exit__(None, None, None)",
    "folder": "pathlib.Path('folder1')",
}


def _expression(
    operation: str, arguments: list[Any] | tuple[Any, ...], names: dict[int, str]
) -> str:
    coded = _coded(list(arguments), names)
    if operation not in STEPS:
        return f"{operation}({', '.join(map(value_kinds.shown, coded))})"
    kind, operands, options = coded
    parts = [value_kinds.shown(part) for part in operands]
    named = [f"{name}={value_kinds.shown(part)}" for name, part in options.items()]
    form = _FORMS.get(kind, f"{kind}({', '.join(parts)})")
    name = operands[1] if len(operands) > 1 else ""
    rest, every = ", ".join([*parts[2:], *named]), ", ".join([*parts[1:], *named])
    return form.format(*parts, name=name, rest=rest, all=every) if kind in _FORMS else form


def needed(statements: list[str]) -> list[str]:
    """Return the last of *statements* and those before it that its names depend on."""
    if not statements:
        return []
    kept = [statements[-1]]
    names = set(_NAME.findall(statements[-1]))
    for statement in reversed(statements[:-1]):
        owners = {name for name in _NAME.findall(statement) if re.search(r"_\d+$", name)}
        if owners & names:
            names |= owners
            kept.append(statement)
    kept.reverse()
    lines = [printable(line, 400) for line in kept]
    if len(lines) > _MAX_SHOWN:
        half = _MAX_SHOWN // 2
        lines = [*lines[:half], "...", *lines[-half:]]
    return lines
