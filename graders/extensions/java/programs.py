"""A failed check as a program in Java: what ``check.py --repro`` writes.

The class is in the package of the submitted files, so that it can call what they do not export.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from graders.harness.assignment.manifest import ALL_PUBLIC, Manifest
from graders.harness.grading.calls_by_name import MARK, NUMBER, STEPS
from graders.harness.grading.replaying import LoggedCall

_VALUE = re.compile(r"(?P<type>[\w.\[\]]+) (?P<name>\w+) = (?P<value>[^;]+\n[^;]+);")
"""A variable whose value takes several lines."""
_FORM = """\
{package}{about}
class {name} {{

    public static void main(String[] arguments) throws Throwable {{
{calls}
    }}

{members}
}}
"""
_MEMBERS = """\
interface Answer {
    Object get() throws Throwable;
}

interface Action {
    void run() throws Throwable;
}

static void show(String call, Action action) {
    show(call, (Answer) () -> {
        action.run();
        return "";
    });
}

static void show(String call, Answer answer) {
    System.out.println("> " + call);
    try {
        Object value = answer.get();
        System.out.print("".equals(value) ? "" : value + "\\n");
    } catch (IllegalArgumentException refused) {
        System.out.println(refused);
    } catch (Throwable error) {
        error.printStackTrace(System.out);
    }
}
"""


class JavaPrograms:
    """See `graders.harness.handout.repro.Programs`."""

    def program(
        self, manifest: Manifest, name: str, about: str, head: str, calls: Sequence[str]
    ) -> str:
        """Return a class whose ``main`` makes *calls*; values of equal text are one method."""
        values: dict[str, str] = {}
        made = [_VALUE.sub(lambda match: _named(match, values), call) for call in calls]
        blocks = [_indented("{\n" + _indented(call, 4) + "\n}", 8) for call in made]
        lines = (*about.splitlines(), "", self.command(manifest, name))
        return _FORM.format(
            package="".join(f"package {name};\n\n" for name in _package(manifest)),
            about="\n".join(f"// {_commented(line)}".rstrip() for line in lines),
            name=name,
            calls="\n".join(blocks),
            members=_indented("\n".join([*values.values(), head.lstrip(), _MEMBERS]).strip(), 4),
        )

    def statements(self, manifest: Manifest, calls: Sequence[LoggedCall]) -> list[str]:
        """Return the statements of calls by the table [calls], for one block."""
        names: dict[int, str] = {}
        made = [_statement(manifest, call, names) for call in calls]
        return ["\n".join(filter(None, made))] if any(made) else []

    def command(self, manifest: Manifest, name: str) -> str:
        """Return the command that compiles all files, and runs the class *name*."""
        return f"javac -d out *.java && java -cp out {'.'.join([*_package(manifest), name])}"


def _package(manifest: Manifest) -> Iterator[str]:
    """Yield the package of the submitted files, if it has a name."""
    if manifest.java is not None and manifest.java.package:
        yield manifest.java.package


def _statement(manifest: Manifest, call: LoggedCall, names: dict[int, str]) -> str:
    """Return the statement of a call; "" if a program needs none.

    names: of objects in the box, by number; an object that answers is added.
    """
    kind, operands = "call", [{MARK: call.operation}, *call.arguments]
    if call.operation in STEPS:
        kind, operands = str(call.arguments[0]), list(call.arguments[1])
    expression = _expression(manifest, kind, operands, names)
    answer: Any = call.answer
    if isinstance(answer, list) and answer[:1] == ["returned"] and call.operation == "tried":
        answer = answer[1]
    number = answer.get(NUMBER) if isinstance(answer, dict) else None
    if type(number) is int and expression:
        word = re.sub(r"\W", "", str(answer.get("class", "")).removeprefix("object "))
        if word == "method":
            return ""  # it is called by the next step
        if number not in names:
            names[number] = f"{word[:1].lower()}{word[1:40]}{number + 1}"
            return f"var {names[number]} = {expression};"
    if kind == "set":
        return f"{expression};"
    return f"show({_literal(expression)}, () -> {expression});" if expression else ""


_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def _expression(manifest: Manifest, kind: str, operands: list[Any], names: dict[int, str]) -> str:
    """Return a step as an expression; "" for what is none."""
    if kind in ("call", "value") and operands and isinstance(operands[0], dict):
        name = operands[0].get(MARK)
        if not isinstance(name, str):
            return ""
        own = _written(manifest, operands[0], names)
        given = f"({', '.join(_written(manifest, one, names) for one in operands[1:])})"
        is_class = name in manifest.calls
        return own if kind == "value" else f"new {own}{given}" if is_class else f"{own}{given}"
    first, *others = (_written(manifest, one, names) for one in operands) if operands else ("",)
    name = str(operands[1]) if len(operands) > 1 else ""
    if kind == "method":
        return f"{first}.{name}({', '.join(others[1:])})"
    if kind == "get":
        return f"{first}.{name}"
    if kind == "set":
        return f"{first}.{name} = {others[1]}"
    if kind in ("eq", "ne"):
        return f"{'!' * (kind == 'ne')}{first}.equals({others[0]})"
    if kind in _SIGNS:
        return f"{first}.compareTo({others[0]}) {_SIGNS[kind]} 0"
    if kind == "isinstance":
        return f"{first} instanceof {others[0]}"
    return {"str": f"String.valueOf({first})", "items": f"{first}.iterator()"}.get(kind, "")


def _written(manifest: Manifest, value: Any, names: dict[int, str]) -> str:
    """Return a value as Java writes it: a list as one of the library's."""
    if isinstance(value, dict):
        target = value.get(MARK, value.get(NUMBER))
        if isinstance(target, str):
            homes = [home for home, known in manifest.calls.items() if target in known]
            everything = [home for home, known in manifest.calls.items() if ALL_PUBLIC in known]
            is_class = target in manifest.calls
            return target if is_class else ".".join([*(homes or everything)[:1], target])
        if target in names:
            return names[target]
        pairs = (_written(manifest, part, names) for pair in value.items() for part in pair)
        return f"java.util.Map.of({', '.join(pairs)})"
    if isinstance(value, list | tuple | set | frozenset):
        kind = "Set" if isinstance(value, set | frozenset) else "List"
        return f"java.util.{kind}.of({', '.join(_written(manifest, one, names) for one in value)})"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return f"{value}L" if abs(value) >= 1 << 31 else str(value)
    return repr(value) if isinstance(value, float) else _literal(str(value))


def _literal(text: str) -> str:
    return json.dumps(text)  # Java has the escapes of JSON


def _named(match: re.Match[str], values: dict[str, str]) -> str:
    """Return a variable whose value a method makes; a new method is added to *values*."""
    kind, name, value = match["type"], match["name"], match["value"]
    number = list(values).index(value) if value in values else len(values)
    method = f"{name}{number + 1}()"
    values[value] = f"static {kind} {method} {{\n{_indented(f'return {value};', 4)}\n}}\n"
    return f"{kind} {name} = {method};"


def _indented(text: str, number: int) -> str:
    return textwrap.indent(text, " " * number)


def _commented(line: str) -> str:
    # a backslash and "u" begin a character, even in a comment
    return line.replace("\\", "\\\\").encode("ascii", "backslashreplace").decode()
