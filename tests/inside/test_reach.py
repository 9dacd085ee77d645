"""The own files that the required files import: however it is written, and no other ones."""

from __future__ import annotations

import time

import pytest

from graders.harness.inside import reach
from tests import nightly

OTHERS = ("impl.py", "old.py", "test_a1.py", "pkg/__init__.py", "pkg/deep.py", "pkg/sub/x.py")


def reached(source: str, **more: str) -> set[str]:
    """Return what a1.py with this *source* reaches besides itself; *more*: sources of modules."""
    sources = dict.fromkeys(OTHERS, b"") | {
        f"{name}.py": text.encode() for name, text in more.items()
    }
    return set(reach.reached({"a1.py": source.encode(), **sources}, ["a1.py", "a2.py"])) - {"a1.py"}


IMPORTS = {
    "from impl import *": "impl.py",
    "from impl import (\n    one,\n)": "impl.py",
    "import impl": "impl.py",
    "import typing, impl as i, old": "impl.py old.py",
    "if 1: import impl": "impl.py",
    "x = 1;import impl": "impl.py",
    "x = 1\rimport impl": "impl.py",
    "import impl  # noqa: E402": "impl.py",
    "import typing, impl# the rest": "impl.py",
    "try: import pkg.deep # what is long": "pkg/__init__.py pkg/deep.py",
    "x = '#'; import impl": "impl.py",
    "\ufefffrom\fimpl import *": "impl.py",
    "from \\\n\\\r\n impl\\\nimport x": "impl.py",
    "from \\\r\n impl import x": "impl.py",
    "from \\\r impl import x": "impl.py",
    "from \\\n .impl import x": "impl.py",
    "from pkg . \\\n deep import x": "pkg/__init__.py pkg/deep.py",
    "# a comment is not continued \\\nimport impl": "impl.py",
    "x = '#' # nor this \\\nfrom \\\n impl import x": "impl.py",
    "import \uff49mpl": "impl.py",
    "import pkg.deep": "pkg/__init__.py pkg/deep.py",
    "from pkg import deep": "pkg/__init__.py pkg/deep.py",
    "from pkg . deep import x": "pkg/__init__.py pkg/deep.py",
    "import pkg.sub.x": "pkg/__init__.py pkg/sub/x.py",  # the folder needs no __init__.py
    "from pkg.sub import x": "pkg/__init__.py pkg/sub/x.py",
    "from . import impl": "impl.py old.py test_a1.py",
    "from .impl import x": "impl.py",
    "from .. import impl": "",
}
BY_NAME = [
    "import importlib as i; i.import_module('im' 'pl')",
    "__import__('im' + 'pl')",
    "import builtins as b; getattr(b, '__imp' 'ort__')('impl')",
    "__builtins__['__imp' + 'ort__']('impl')",
    "__loader__.load_module('im' 'pl')",
    "__spec__.loader.load_module('im' 'pl')",
    "from pkg import __path__ as p; p.append('old')",
    "exec('im' + 'port impl')",
    "eval(code)",
    "from runpy import run_path as r; r('im' 'pl.py')",
    "from pkgutil import walk_packages as w",
    "from zipimport import zipimporter as z",
    "from sys import meta_path as m; m[0].load_module('im' 'pl')",
    "from sys import path_hooks as p",
    "import sys; sys.path.append('pkg'); import deep",
    "from sys import path as p; p.append('pkg'); import deep",
    "import random; random._os.sys.modules['im' 'portlib'].import_module('im' 'pl')",
    "from sys import (\n  modules as m)",
    "from sys import \\\n  path",
    "globals()['__buil' 'tins__']",
    "g = globals",
    "abs.__self__",
    "f.__globals__",
    "object.__subclasses__()",
    "frame.f_globals",
    "frame.f_builtins",
]
NOTHING = [
    "import typing",
    "impl = old = 1",
    "# import impl",
    "x = 'impl'",
    "raise impl from old",
    "important = impl",
    "from typing import impl",
    "import deep; path = [0, 1]",
    "# the modules of this system: import them",
    "from typing import List  # path and modules",
    "# no globals",
    "yield from old",
    "x = 1 # import impl",
]


@pytest.mark.parametrize(("source", "names"), IMPORTS.items(), ids=map(repr, IMPORTS))
def test_what_is_imported_is_read(source: str, names: str) -> None:
    """A box loads these files, whatever is between the words."""
    assert reached(source) == set(names.split())


@pytest.mark.parametrize("source", BY_NAME)
def test_import_by_a_name_in_pieces_may_be_of_every_file(source: str) -> None:
    """Also by a name of Python that leads to what imports."""
    assert reached(source) >= set(OTHERS)


@pytest.mark.parametrize("source", NOTHING)
def test_what_is_not_imported_is_not(source: str) -> None:
    """A name alone is no import: scratch files have ordinary names."""
    assert reached(source) == set()


def test_imports_are_followed() -> None:
    """Also from file to file, around a circle, and from a package's file to its neighbours."""
    assert reached("import one", one="import two", two="import a1, one") == {"one.py", "two.py"}
    sources = {
        "a1.py": b"import p.q",
        "p/__init__.py": b"",
        "p/q.py": b"from .r import x",
        "p/r.py": b"",
        "r.py": b"",
    }
    assert reach.reached(sources, ["a1.py"]) == ["a1.py", "p/__init__.py", "p/q.py", "p/r.py"]
    assert reach.reached({"test_a1.py": b"import a1", "a1.py": b""}, ["a1.py"]) == ["a1.py"]
    assert reach.reached({"test_a1.py": b"import a1"}, ["a1.py"]) == []


def test_too_much_to_search_is_all_read() -> None:
    """Otherwise a large file would hide what it imports."""
    assert reached("#" * reach.MOST_BYTES) == set()
    assert reached("#" * reach.MOST_BYTES + "#") == set(OTHERS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    nightly.one_in(
        4,
        [
            "from \\\n",
            "import ",
            ".",
            "import a.a\n",
            "from . import a\n",
            ":import;",
            "import a,\\\n",
            "a.",
        ],
    ),
)
def test_search_takes_linear_time(unit: str) -> None:
    """A megabyte of it takes under a second on an idle machine; anything quadratic takes hours."""
    started = time.process_time()
    reached("import " + unit * ((reach.MOST_BYTES - 100) // len(unit)))
    assert time.process_time() - started < 10
