"""The outline of a module: its classes, functions and attributes, and the lines of its parts."""

import ast
import bisect
import functools
import io
import operator
import re
import sys
import tokenize

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def parsed(source):
    """Return the tree of *source*; None if it is no Python, or too much for this parser."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def walked(node):
    """Return *node* and all that is in it, in the order of ``ast.walk`` and in half its time."""
    found = [node]
    for one in found:  # which grows meanwhile
        for name in one._fields:
            part = getattr(one, name, None)
            if isinstance(part, ast.AST):
                found.append(part)
            elif isinstance(part, list):
                found += [item for item in part if isinstance(item, ast.AST)]
    return found


BLOCKS = ("body", "orelse", "finalbody")
"""Fields that hold lists of statements (or, of expressions, one expression)."""
BRANCHES = ("handlers", "cases")
"""Fields that hold parts of a statement with such lists."""


def blocks_of(node):
    """Return the lists of statements that are directly in *node*, empty ones too."""
    return [
        getattr(node, name)
        for name in node._fields
        if name in BLOCKS and type(getattr(node, name)) is list
    ]


def blocks_in(node):
    """Yield the lists of statements in *node*, however deep, in the order in which ``ast.walk``
    comes by.
    """
    found = [node]
    for one in found:  # which grows meanwhile
        for name in one._fields:
            if name in BLOCKS:
                part = getattr(one, name)
                if type(part) is list:
                    yield part
                    found += part
            elif name in BRANCHES:
                found += getattr(one, name)


def same(one, other):
    """Say whether two trees, or lists of them, are the same but for their places: as ``ast.dump``
    does, and sooner.
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, ast.AST):
        for name in one._fields:
            if name != "ctx":  # which follows from where a name stands
                if not same(getattr(one, name, None), getattr(other, name, None)):
                    return False
        return True
    if type(one) is list:
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other))
    return one == other


def is_guard(node):
    """Say whether *node* is a module's ``if __name__ == '__main__'``, either side first, and
    nothing like it.
    """
    if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare):
        return False
    sides = [node.test.left] + node.test.comparators
    names = [side.id for side in sides if isinstance(side, ast.Name)]
    texts = [side.value for side in sides if isinstance(side, ast.Constant)]
    return [type(sign) for sign in node.test.ops] == [ast.Eq] and (names, texts) == (
        ["__name__"],
        ["__main__"],
    )


def is_private(name):
    """Say whether *name* is for its own module or class: one underscore in front. ``__eq__`` is
    neither.
    """
    return name.startswith("_") and not is_special(name)


def is_special(name):
    """Say whether *name* is one of Python's own, such as ``__eq__``."""
    return name.startswith("__") and name.endswith("__")


def statements(body, guards=()):
    """Yield the statements of a module or class, those in its conditions too, but not what the main
    *guards* keep.
    """
    for node in body:
        if node in guards:
            # which runs whenever the module is imported
            yield from statements(node.orelse)
            continue
        yield node
        for part in ("body", "orelse", "finalbody", "handlers"):
            if isinstance(
                node, (ast.If, ast.Try, ast.With, ast.For, ast.While, ast.ExceptHandler)
            ):
                yield from statements(getattr(node, part, []))


def _renames_itself(names):
    """Say whether a module gives ``__name__`` another value, so that its main guard guards nothing.

    *names*: its nodes of the classes Name and alias.
    """
    return any(
        node.asname == "__name__"
        if isinstance(node, ast.alias)
        else node.id == "__name__" and not isinstance(node.ctx, ast.Load)
        for node in names
    )


def without_docstring(body):
    """Return *body* without the docstring in front."""
    if (
        body
        and isinstance(body[0], ast.Expr)
        and isinstance(body[0].value, ast.Constant)
    ):
        if isinstance(body[0].value.value, str):
            return body[1:]
    return body


class Class(object):
    """One class: its methods, and the attributes it annotates and assigns."""

    def __init__(self, node, module):
        """*module*: its Outline."""
        self.node = node
        self.bases = [
            base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
            for base in node.bases
        ]
        self.methods = {}  # name -> node
        self.annotated = {}  # attribute -> its annotation
        self.assigned = {}  # attribute -> first line
        for step in statements(node.body):
            if isinstance(step, FUNCTIONS):
                self.methods[step.name] = step
            elif isinstance(step, ast.AnnAssign) and isinstance(step.target, ast.Name):
                self.annotated[step.target.id] = step.annotation
                self.assigned.setdefault(step.target.id, step.lineno)
            elif isinstance(step, ast.Assign):
                for name in [
                    part for target in step.targets for part in walked(target)
                ]:
                    if isinstance(name, ast.Name):
                        self.assigned.setdefault(name.id, step.lineno)
        for method in self.methods.values():
            self._read(method, module)

    def _read(self, method, module):
        """Take in what *method* does to the attributes of its first parameter."""
        parameters = getattr(method.args, "posonlyargs", []) + method.args.args
        if not parameters or any(
            getattr(mark, "id", "") == "staticmethod" for mark in method.decorator_list
        ):
            return
        own = parameters[0].arg
        for node in module.on_lines_of(method, ast.AnnAssign):
            if _attribute_of(node.target, own):
                self.annotated.setdefault(node.target.attr, node.annotation)
        for node in module.on_lines_of(method, ast.Attribute):
            if isinstance(node.ctx, ast.Store) and _attribute_of(node, own):
                self.assigned.setdefault(node.attr, node.lineno)

    @property
    def docstring(self):
        """The class's docstring, "" if it has none."""
        return ast.get_docstring(self.node) or ""

    def describes(self, attribute, module):
        """Say whether something at the head of the class tells what *attribute* is; *module* is the
        class's Outline.

        It may be the docstring, a comment above the methods, or a comment beside or above the
        annotation.
        """
        named = re.compile(r"(?<!\w)%s(?!\w)" % re.escape(attribute))
        if named.search(self.docstring):
            return True
        comments = module.comments()
        methods = [
            min([node.lineno] + [mark.lineno for mark in node.decorator_list])
            for node in self.methods.values()
        ]
        end = min(methods) if methods else self.node.end_lineno + 1
        if any(
            named.search(comments[line])
            for line in comments
            if self.node.lineno <= line < end
        ):
            return True
        annotation = self.annotated.get(attribute)
        return annotation is not None and bool(
            {annotation.lineno, annotation.lineno - 1} & set(comments)
        )


def _attribute_of(node, name):
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    )


class Outline(object):
    """What a module defines."""

    def __init__(self, tree, source):
        self.tree = tree
        self.nodes = walked(tree)
        self._kinds = {}  # class of nodes -> the nodes, in their order
        self._lines = {}  # class of nodes -> line, number in their order, node: sorted
        for node in self.nodes:
            self._kinds.setdefault(type(node), []).append(node)
        self.source = source
        self.functions = {}  # name -> node
        self.classes = {}  # name -> Class
        self._comments = None
        renamed = _renames_itself(self.of_kinds(ast.Name, ast.alias))
        self.guards = [] if renamed else [node for node in tree.body if is_guard(node)]
        for node in statements(tree.body, self.guards):
            if isinstance(node, FUNCTIONS):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = Class(node, self)

    def of_kinds(self, *kinds):
        """Return all nodes of these classes, one class after the other, each in the order of
        ``ast.walk``.
        """
        return [node for kind in kinds for node in self._kinds.get(kind, ())]

    def on_lines_of(self, step, kind):
        """Return all nodes of one class on the lines of a statement that shares them with none, in
        the same order.
        """
        if kind not in self._lines:
            nodes = enumerate(self._kinds.get(kind, ()))
            self._lines[kind] = sorted(
                (node.lineno, number, node) for number, node in nodes
            )
        rows = self._lines[kind]
        start, end = (
            bisect.bisect_left(rows, (step.lineno,)),
            bisect.bisect_left(rows, (step.end_lineno + 1,)),
        )
        return [
            node
            for _line, _number, node in sorted(
                rows[start:end], key=operator.itemgetter(1)
            )
        ]

    def callables(self):
        """Return every function and method that is not inside another one, by its dotted name."""
        found = dict(self.functions)
        for name, owner in self.classes.items():
            found.update(
                {name + "." + method: node for method, node in owner.methods.items()}
            )
        return found

    def comments(self):
        """Return line -> text of every comment."""
        if self._comments is None:
            self._comments = comments_in(self.source)
        return self._comments

    def in_guard(self, line):
        """Say whether *line* lies in what the main guard keeps from whoever imports the module."""
        return any(
            guard.lineno <= line <= guard.body[-1].end_lineno for guard in self.guards
        )


def comments_in(source):
    """Return line -> text of every comment of *source* (bytes), which is Python.

    What is no comment is left out at once, which takes a tenth of a tokenizer's time. Newer
    releases may write text within text, with the same marks, in braces: then the tokenizer has to
    say.
    """
    try:
        text = source.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return _tokenized_comments(source)
    if sys.version_info >= (3, 12) and _FORMATTED.search(text):
        return _tokenized_comments(source)
    found, line, last = {}, 1, 0
    for match in _COMMENT_OR_TEXT.finditer(text):
        if match.lastgroup == "comment":
            line += text.count("\n", last, match.start())
            last = match.start()
            found[line] = match.group()
    return found


_COMMENT_OR_TEXT = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | \'\'\'(?:[^\\]|\\.)*?\'\'\' | \"\"\"(?:[^\\]|\\.)*?\"\"\"
    | \'(?:[^\'\\\n]|\\.)*\' | \"(?:[^\"\\\n]|\\.)*\" """,
    re.VERBOSE | re.DOTALL,
)
_FORMATTED = re.compile(r"""\b(?:f|fr|rf|t|tr|rt)["']""", re.IGNORECASE)


def _tokenized_comments(source):
    found = {}
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT:
                found[token.start[0]] = token.string
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass  # it is Python all the same: the parser took it
    return found


@functools.lru_cache(maxsize=None)
def outlined(source):
    """Return the Outline of *source* (bytes), the same for all who ask; None if it is no Python."""
    tree = parsed(source)
    return None if tree is None else Outline(tree, source)


def read_ahead(starter):
    """Read the *starter*'s files before any of them is compared with, for all processes that will
    be forked.
    """
    outlines(starter)


def outlines(sources):
    """Return file name -> Outline for those *sources* (file name -> bytes) that are Python."""
    found = {
        name: outlined(sources[name])
        for name in sorted(sources)
        if name.endswith(".py")
    }
    return {name: outline for name, outline in found.items() if outline is not None}
