"""The outline of a module: its classes, functions and attributes, and the lines of its parts."""

import ast
import bisect
import functools
import io
import itertools
import operator
import re
import sys
import tokenize
import typing


class Finding(typing.NamedTuple):
    """A line that breaks a rule; severity is "breach", "review" or "note"."""

    rule: str
    severity: str
    file: str
    line: int
    message: str


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def parsed(source):
    """Return the tree of *source*, or None if it is not Python or too complex to parse."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def walked(node):
    """Return *node* and all its descendants in the order of ``ast.walk``, in half its time."""
    nodes = [node]
    for parent in nodes:  # the list grows meanwhile
        for name in parent._fields:
            part = getattr(parent, name, None)
            if isinstance(part, ast.AST):
                nodes.append(part)
            elif isinstance(part, list):
                nodes += [item for item in part if isinstance(item, ast.AST)]
    return nodes


BLOCKS = ("body", "orelse", "finalbody")
"""Fields that hold lists of statements (or, in expressions, an expression)."""
BRANCHES = ("handlers", "cases")
"""Fields that hold parts of a statement with such fields."""


def blocks_of(node):
    """Return the lists of statements directly in *node*, including empty ones."""
    return [
        getattr(node, name)
        for name in node._fields
        if name in BLOCKS and type(getattr(node, name)) is list
    ]


def blocks_in(node):
    """Yield the lists of statements at any depth in *node*, in the order of ``ast.walk``."""
    nodes = [node]
    for parent in nodes:  # the list grows meanwhile
        for name in parent._fields:
            if name in BLOCKS:
                part = getattr(parent, name)
                if type(part) is list:
                    yield part
                    nodes += part
            elif name in BRANCHES:
                nodes += getattr(parent, name)


def same(left, right):
    """Return whether two trees, or lists of trees, are equal except for their positions.

    The result is that of comparing ``ast.dump``, in less time.
    """
    if type(left) is not type(right):
        return False
    if isinstance(left, ast.AST):
        for name in left._fields:
            if name != "ctx":  # the context follows from the position of a name
                if not same(getattr(left, name, None), getattr(right, name, None)):
                    return False
        return True
    if type(left) is list:
        return len(left) == len(right) and all(same(*pair) for pair in zip(left, right))
    return left == right


_GUARDS = [
    ast.parse(test, mode="eval").body
    for test in (
        "__name__ == '__main__'",
        "'__main__' == __name__",
        "__name__ == u'__main__'",
        "u'__main__' == __name__",
    )
]


def is_guard(node):
    """Return whether *node* is exactly ``if __name__ == '__main__'``, in either order."""
    return isinstance(node, ast.If) and any(same(node.test, test) for test in _GUARDS)


def is_private(name):
    """Return whether *name* is private: it begins with an underscore and is not special."""
    return name.startswith("_") and not is_special(name)


def is_special(name):
    """Return whether *name* is a special name of Python's, such as ``__eq__``."""
    return name.startswith("__") and name.endswith("__")


def statements(body, guards=()):
    """Yield the statements of a module or class, including those in its compound statements, but
    not those inside the main *guards*.
    """
    for node in body:
        if node in guards:
            # the else branch runs when the module is imported
            yield from statements(node.orelse)
            continue
        yield node
        if not isinstance(node, FUNCTIONS + (ast.ClassDef,)):
            for part in BLOCKS + BRANCHES:
                yield from statements(getattr(node, part, []))


_NAMING = ("ClassDef", "ExceptHandler", "MatchAs", "MatchMapping", "MatchStar")
"""Nodes besides functions and imports that bind a name; older interpreters lack some."""


def _can_rename(module):
    """Return whether the Outline *module* may bind ``__name__``: then main guards have no effect.

    It can do so as a name or an attribute, or in a dictionary of names, for which it is a text.
    """
    variables = module.of_kinds(ast.Name, ast.Attribute)
    bound = [node for node in variables if not isinstance(node.ctx, ast.Load)]
    kinds = FUNCTIONS + tuple(getattr(ast, kind, None) for kind in _NAMING)
    bound += module.of_kinds(ast.Constant, ast.alias, *kinds)
    return any("__name__" in vars(node).values() for node in bound)


def without_docstring(function):
    """Return the body of *function* without its docstring."""
    has_none = ast.get_docstring(function, clean=False) is None
    return function.body if has_none else function.body[1:]


def is_constant(step):
    """Return whether the statement *step* is a constant, such as a docstring."""
    return isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant)


def is_static(method):
    """Return whether *method* has no first parameter of its own."""
    return any(getattr(mark, "id", "") == "staticmethod" for mark in method.decorator_list)


class ClassOutline(object):
    """A class: its methods, and the attributes that it annotates and assigns."""

    def __init__(self, node, module):
        """*module*: the Outline of its module."""
        self.node = node
        self._module = module
        self.bases = [getattr(base, "attr", getattr(base, "id", "")) for base in node.bases]
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
                for name in itertools.chain.from_iterable(map(walked, step.targets)):
                    if isinstance(name, ast.Name):
                        self.assigned.setdefault(name.id, step.lineno)
        for method in self.methods.values():
            self._read(method)

    def _read(self, method):
        """Record the annotations and assignments of attributes in *method*."""
        parameters = method.args.posonlyargs + method.args.args
        if not parameters or is_static(method):
            return
        instance = parameters[0].arg
        for node in self._module.on_lines_of(method, ast.AnnAssign):
            if _attribute_of(node.target, instance):
                self.annotated.setdefault(node.target.attr, node.annotation)
        for node in self._module.on_lines_of(method, ast.Attribute):
            if isinstance(node.ctx, ast.Store) and _attribute_of(node, instance):
                self.assigned.setdefault(node.attr, node.lineno)

    @property
    def docstring(self):
        """The class's docstring, or ""."""
        return ast.get_docstring(self.node) or ""

    @functools.cached_property
    def _in_docstring(self):
        """The words of the docstring."""
        return _words(self.docstring)

    @functools.cached_property
    def _in_comments(self):
        """The words of the comments above the methods, and names with one at their annotation."""
        comments = self._module.comments
        marks = [[node, *node.decorator_list] for node in self.methods.values()]
        starts = [mark.lineno for mark in itertools.chain.from_iterable(marks)]
        end = min(starts, default=self.node.end_lineno + 1)
        head = [line for line in comments if self.node.lineno <= line < end]
        return _words("\n".join(map(comments.get, head))).union(
            name
            for name, annotation in self.annotated.items()
            if not comments.keys().isdisjoint([annotation.lineno - 1, annotation.lineno])
        )

    def describes(self, attribute):
        """Return whether the head of the class describes *attribute*.

        The description may be in the docstring, in a comment above the methods, or in a comment
        beside or above the annotation.
        """
        return attribute in self._in_docstring or attribute in self._in_comments


def _words(text):
    return set(re.findall(r"\w+", text))


def _attribute_of(node, name):
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == name


class Outline(object):
    """The definitions of a module."""

    def __init__(self, tree, source, guarded):
        """See :func:`outlined`."""
        self.tree = tree
        self.nodes = walked(tree)
        self._kinds = {}  # class of nodes -> nodes in order
        self._lines = {}  # class of nodes -> (line, index in order, node), sorted
        for node in self.nodes:
            self._kinds.setdefault(type(node), []).append(node)
        self.source = source
        self.functions = {}  # name -> node
        self.classes = {}  # name -> ClassOutline
        self.can_rename = _can_rename(self)
        guarded = guarded and not self.can_rename
        self.guards = (
            [statement for statement in tree.body if is_guard(statement)] if guarded else []
        )
        for node in statements(tree.body, self.guards):
            if isinstance(node, FUNCTIONS):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = ClassOutline(node, self)

    def of_kinds(self, *kinds):
        """Return all nodes of these classes, class by class, each in the order of ``ast.walk``."""
        return list(itertools.chain.from_iterable(self._kinds.get(kind, ()) for kind in kinds))

    def on_lines_of(self, step, kind):
        """Return all nodes of class *kind* on the lines of *step*, in the order of ``ast.walk``.

        No other statement may share these lines.
        """
        if kind not in self._lines:
            nodes = enumerate(self._kinds.get(kind, ()))
            self._lines[kind] = sorted((node.lineno, number, node) for number, node in nodes)
        rows = self._lines[kind]
        start, end = (
            bisect.bisect_left(rows, (step.lineno,)),
            bisect.bisect_left(rows, (step.end_lineno + 1,)),
        )
        return [
            node for _line, _number, node in sorted(rows[start:end], key=operator.itemgetter(1))
        ]

    def callables(self):
        """Return every function and method that is not nested in another, by its dotted name."""
        nodes = dict(self.functions)
        for name, owner in self.classes.items():
            nodes.update({name + "." + method: node for method, node in owner.methods.items()})
        return nodes

    @functools.cached_property
    def comments(self):
        """Line -> text of every comment."""
        return comments_in(self.source)

    def in_guard(self, line):
        """Return whether *line* is inside the main guard, which an import does not run."""
        return any(guard.lineno <= line <= guard.body[-1].end_lineno for guard in self.guards)


def comments_in(source):
    """Return line -> text of every comment of *source* (bytes), which is Python.

    A search for quotes takes a tenth of a tokenizer's time. Since Python 3.12, formatted strings
    may contain strings with the same quotes, so they need the tokenizer.
    """
    try:
        text = source.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return _tokenized_comments(source)
    if sys.version_info >= (3, 12) and _FORMATTED.search(text):
        return _tokenized_comments(source)
    comments, line, last, end = {}, 1, 0, 0
    while sign := _COMMENT_OR_QUOTE.search(text, end):
        end = sign.end()
        if sign.group()[0] == "#":
            line += text.count("\n", last, sign.start())
            last = sign.start()
            comments[line] = sign.group()
        else:
            end = _end_of_string(text, end, sign.group())
    return comments


_COMMENT_OR_QUOTE = re.compile(r"""#[^\n]*|'''|\"\"\"|['"]""")
_ESCAPE_OR_QUOTE = {
    quote: re.compile(r"\\.|" + quote, re.DOTALL) for quote in ("'''", '"""', "'", '"')
}


def _end_of_string(text, begin, quote):
    """Return the index after the string that begins with *quote* before the index *begin*."""
    for sign in _ESCAPE_OR_QUOTE[quote].finditer(text, begin):
        if sign.group() == quote:
            return sign.end()
    return len(text)


_FORMATTED = re.compile(r"""\b(?:f|fr|rf|t|tr|rt)["']""", re.IGNORECASE)


def _tokenized_comments(source):
    comments = {}
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT:
                comments[token.start[0]] = token.string
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass  # still Python, because the parser accepted it
    return comments


@functools.lru_cache(maxsize=None)
def outlined(source, guarded):
    """Return the Outline of *source* (bytes), or None if it is not Python. Results are shared.

    *guarded*: whether main guards exclude code, if the source itself cannot rename its module.
    """
    tree = parsed(source)
    return None if tree is None else Outline(tree, source, guarded)


EMPTY = outlined(b"", True)
"""The outline of a file that the starter lacks."""


def read_ahead(starter):
    """Parse the files of *starter* for all processes to be forked."""
    outlines(starter)


def unread(sources):
    """Return a finding for each of the *sources* (file name -> bytes) that is Python, but too
    complex to parse here. A file that is not Python has nothing to read.
    """
    message = "too complex to be looked at"
    return [
        Finding("not-looked-at", "review", name, 1, message)
        for name in sorted(sources)
        if name.endswith(".py")
        and outlined(sources[name], True) is None
        and not is_refused(sources[name])
    ]


def is_refused(source):
    """Return whether the language refuses *source*, which cannot run either."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return True
    except (RecursionError, MemoryError):
        pass
    return False


def outlines(sources):
    """Return file name -> Outline for the *sources* (file name -> bytes) that are Python.

    One file may rename another, which it imports. So no main guard counts if one of them renames.
    """
    names = [
        name for name in sorted(sources) if name.endswith(".py") and outlined(sources[name], True)
    ]
    guarded = not any(outlined(sources[name], True).can_rename for name in names)
    return {name: outlined(sources[name], guarded) for name in names}
