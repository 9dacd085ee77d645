"""Makes tests for pytest of the examples in docstrings.

Examples side by side are one test, together with earlier ones whose variables they use. The
reference is asked for the answer to each example. A public function without examples is called with
:data:`SAMPLES` until it answers; its test is for the author to change.
"""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

from graders.extensions.authoring.scaffold.marked import Definition, is_public
from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.trees import names, only, stored
from graders.harness.reports.sentences import cause_text
from graders.harness.session.session import Session

SAMPLES = (3, "abc", [3, 1, 2], ["b", "a"], 2.5, {"a": 1}, [[1, 2], [3, 4]])
"""Arguments for a function without examples."""

_TRIES = """
import contextlib, copy, inspect, io, itertools, {module} as solution

def tried(source, space):
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        try:
            try:
                code = compile(source.strip(), "example", "eval")
            except SyntaxError:
                exec(source, space)
            else:
                value = eval(code, space)
        except Exception as error:
            kinds = [one.__name__ for one in type(error).__mro__]
            return [printed.getvalue(), "", kinds, str(error)]
    return [printed.getvalue(), "" if value is None else repr(value), [], ""]

def guessed(name, samples):
    needed = [one for one in inspect.signature(getattr(solution, name)).parameters.values()
              if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    for values in itertools.islice(itertools.product(samples, repeat=len(needed)), 400):
        source = name + "(" + ", ".join(map(repr, values)) + ")"
        printed, value, kinds, text = tried(source, dict(vars(solution)))
        if (printed or value) and not kinds:
            return source
    return ""
"""


class NoTest(Exception):
    """No test can be made; the message has the reason."""


@dataclass(slots=True)
class ExampleGroup:
    """Examples side by side in a docstring."""

    owner: str
    """The definition at the top of the module whose docstring has them, or that of a method."""
    name: str
    """Of the test, without ``test_``."""
    prose: str = ""
    """The line above the examples, if it is a sentence or introduces them."""
    examples: list[doctest.Example] = field(default_factory=list)
    is_guessed: bool = False

    @property
    def sources(self) -> list[str]:
        """The statements of the examples."""
        return [example.source for example in self.examples]

    @property
    def title(self) -> str:
        """The title of the check."""
        if self.is_guessed:
            return f"To do: examples of the handout for {self.owner}."
        answered = [example.source for example in self.examples if example.want] or self.sources
        return self.prose or f"The example {answered[0].strip().splitlines()[0]} holds."


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The end of an example."""

    printed: str
    value: str
    """Its repr; "" for None."""
    kinds: list[str]
    """The names of the classes of its exception."""
    text: str


def examples_of(tree: ast.Module, module: str) -> list[ExampleGroup]:
    """Return the examples in the docstrings of the public definitions of *module*."""
    found: list[ExampleGroup] = []
    for node in tree.body:
        if isinstance(node, Definition) and is_public(node):
            found += _in_docstring(node, node.name, node.name, module)
            inner = node.body if isinstance(node, ast.ClassDef) else []
            for part in inner:
                if isinstance(part, Definition) and is_public(part):
                    name = f"{node.name}_{part.name.strip('_')}"
                    found += _in_docstring(part, node.name, name, module)
    return found


def _in_docstring(node: Definition, owner: str, name: str, module: str) -> list[ExampleGroup]:
    groups: list[ExampleGroup] = []
    _summary, *rest = doctest.DocTestParser().parse(ast.get_docstring(node) or "")
    prose, is_new = "", True
    for part in rest:
        if isinstance(part, str):
            if part:
                prose, is_new = (part.strip().split("\n")[-1] or prose), True
            continue
        if module in part.source and part.source.lstrip().startswith(("import ", "from ")):
            continue
        used = names(ast.parse(part.source))
        earlier = [group for group in groups if used & _set_in(group.sources)]
        if earlier:
            groups, is_new = _joined(groups, earlier), False
        if is_new:
            number = f"_{len(groups) + 1}" if groups else ""
            title = f"{prose.rstrip('.:')}." if prose.endswith((".", ":")) else ""
            groups.append(ExampleGroup(owner, name + number, title))
            prose, is_new = "", False
        groups[-1].examples.append(part)
    return groups


def _joined(groups: list[ExampleGroup], earlier: list[ExampleGroup]) -> list[ExampleGroup]:
    """Return the groups with all from the first of *earlier* on as one."""
    place = groups.index(earlier[0])
    first, *others = groups[place:]
    for group in others:
        first.examples += group.examples
    return groups[: place + 1]


def _set_in(sources: Iterable[str]) -> set[str]:
    return {name for source in sources for name in stored(ast.parse(source))}


def guesses(session: Session, names_: Iterable[str], module: str) -> Iterator[ExampleGroup]:
    """Yield an example of each function of the reference that answers to one of SAMPLES."""
    for name in names_:
        text = f"{_TRIES.format(module=module)}\nguessed(name, samples)"
        try:
            source = _asked(session, text, {"name": name, "samples": list(SAMPLES)})
        except NoTest:
            continue
        if source:
            example = doctest.Example(source, "")
            yield ExampleGroup(name, name, examples=[example], is_guessed=True)


def test_of(group: ExampleGroup, session: Session, module: str) -> str:
    """Return a test for pytest of the *group*. Raises NoTest.

    session: with the reference, whose answers are right if they are those of the docstring.
    """
    text = f"{_TRIES.format(module=module)}\nspace = dict(vars(solution))\n"
    answers = _asked(
        session, f"{text}[tried(source, space) for source in sources]", {"sources": group.sources}
    )
    lines: list[str] = []
    for example, answer in zip(group.examples, answers, strict=True):
        outcome = _Outcome(*answer)
        if not group.is_guessed:
            _refuse_other_answer(example, outcome)
        lines += _statements(example.source.strip(), outcome)
    if not any(line.startswith(("assert", "with")) for line in lines):
        raise NoTest("no example has an answer")
    head = "capsys" if any("capsys" in line for line in lines) else ""
    body = indent("\n".join([repr(group.title), *lines]), "    ")
    return f"def test_{group.name}({head}):\n{body}\n"


def _asked(session: Session, text: str, data: dict[str, object]) -> Any:
    """Return the answer of a script beside the reference. Raises NoTest."""
    if not session.alive:
        session.begin()
    try:
        return session.call("script", (text, data))
    except Misbehaved as error:
        session.end()
        raise NoTest(f"the solution {cause_text(error.cause)}") from None


def _refuse_other_answer(example: doctest.Example, outcome: _Outcome) -> None:
    """Raise NoTest unless the example shows the *outcome*, as doctest compares."""
    source = example.source.strip()
    if example.exc_msg is not None:
        kind = example.exc_msg.partition(":")[0].strip().rpartition(".")[2]
        if kind not in outcome.kinds:
            raise NoTest(f"{source} does not raise {kind}")
    elif outcome.kinds:
        raise NoTest(f"{source} raises {outcome.kinds[0]}: {outcome.text[:200]}")
    else:
        flags = sum(flag for flag, is_on in example.options.items() if is_on)
        got = outcome.printed + (f"{outcome.value}\n" if outcome.value else "")
        if not doctest.OutputChecker().check_output(example.want, got, flags):
            raise NoTest(f"{source} answers {got.strip()[:200]}, not {example.want.strip()[:200]}")


def _statements(source: str, outcome: _Outcome) -> list[str]:
    """Return the statements that test an example."""
    lines = [source]
    if outcome.kinds:
        return [f"with pytest.raises({outcome.kinds[0]}):\n{indent(source, '    ')}"]
    if outcome.value:
        lines = [_assertion(source, outcome.value)]
    if outcome.printed:
        lines.append(f"assert capsys.readouterr().out == {outcome.printed!r}")
    return lines


def _assertion(source: str, want: str) -> str:
    """Return an assertion that *source* has the value with the repr *want*."""
    expression = ast.parse(source, mode="eval").body
    got = source if isinstance(expression, ast.Call | ast.Attribute | ast.Name) else f"({source})"
    if want in ("True", "False"):
        if isinstance(expression, ast.Compare | ast.BoolOp):
            return f"assert {'not ' * (want == 'False')}{got}"
        return f"assert {got} is {want}"
    try:
        value = ast.literal_eval(want)
    except (ValueError, SyntaxError):
        if " at 0x" in want:
            raise NoTest(f"{source} answers {want}, which is another text each time") from None
        return f"assert repr({source}) == {want!r}"
    parts: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    is_close = only(float, parts) and len(only((int, float), parts)) == len(parts)  # type: ignore[arg-type]
    return f"assert {got} == {f'pytest.approx({want})' if is_close else want}"
