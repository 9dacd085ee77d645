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
    "def f():\r\timport impl": "impl.py",
    "\ufefffrom\fimpl import *": "impl.py",
    "from \\\n\\\r\n impl\\\nimport x": "impl.py",
    "# a comment is not continued \\\nimport impl": "impl.py",
    "x = '#' # nor this \\\nfrom \\\n impl import x": "impl.py",
    "import \uff49mpl": "impl.py",
    "import pkg.deep": "pkg/__init__.py pkg/deep.py",
    "from pkg import deep": "pkg/__init__.py pkg/deep.py",
    "from pkg . deep import x": "pkg/__init__.py pkg/deep.py",
    "import pkg.sub.x": "pkg/__init__.py",  # a folder without __init__.py is no package in a box
    "from . import impl": "impl.py old.py test_a1.py",
    "from .impl import x": "impl.py",
    "from .. import impl": "",
    "import importlib\nimportlib.import_module('im' 'pl')": " ".join(OTHERS),
    "__import__('im' + 'pl')": " ".join(OTHERS),
    "exec('im' + 'port impl')": " ".join(OTHERS),
    "__builtins__['__imp' + 'ort__']('impl')": " ".join(OTHERS),
}
NOTHING = [
    "import typing",
    "impl = old = 1",
    "# import impl",
    "x = 'impl'",
    "raise impl from old",
    "important = impl",
    "from typing import impl",
    "yield from old",
]


@pytest.mark.parametrize(("source", "names"), IMPORTS.items(), ids=map(repr, IMPORTS))
def test_what_is_imported_is_read(source: str, names: str) -> None:
    """A box loads these files, whatever is between the words."""
    assert reached(source) == set(names.split())


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
