"""A failed check as a program in Java: what ``check.py --repro`` writes.

The class is in the package of the submitted files, so that it can call what they do not export.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from graders.harness.assignment.manifest import Manifest

_VALUE = re.compile(r"(?P<type>[\w.\[\]]+) (?P<name>\w+) = (?P<value>[^;]+\n[^;]+);")
"""A variable whose value takes several lines."""
_FORM = """\
{package}{about}
class {name} {{

    public static void main(String[] arguments) {{
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
            package="".join(f"package {one};\n\n" for one in _package(manifest)),
            about="\n".join(f"// {_commented(line)}".rstrip() for line in lines),
            name=name,
            calls="\n".join(blocks),
            members=_indented("\n".join([*values.values(), head.lstrip(), _MEMBERS]).strip(), 4),
        )

    def command(self, manifest: Manifest, name: str) -> str:
        """Return the command that compiles all files, and runs the class *name*."""
        return f"javac -d out *.java && java -cp out {'.'.join([*_package(manifest), name])}"


def _package(manifest: Manifest) -> Iterator[str]:
    """Yield the package of the submitted files, if it has a name."""
    if manifest.java is not None and manifest.java.package:
        yield manifest.java.package


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
