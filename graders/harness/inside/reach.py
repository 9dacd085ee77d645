"""The own files of a submission that its required files import, directly or through others.

Sources are searched as text, in linear time, and are not parsed: so the judge can do it too, and no
syntax that is too new or too deep hides an import. It finds too many rather than too few: an import
in a text also counts. A file that can import by a name made at run time may import every file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping

MOST_BYTES = 1 << 20
"""Maximum size of all sources that are searched; of more, every file counts as imported."""
_BY_NAME = re.compile(
    r"\b(?:importlib|__import__|builtins|__builtins__|__loader__|__spec__|__path__"
    r"|exec|eval|runpy|pkgutil|zipimport|meta_path|path_hooks"
    r"|__globals__|__self__|__subclasses__|f_globals|f_builtins)\b"
    r"|\bglobals\s{0,80}\(|[=(,\[]\s{0,80}globals\b"
)
"""Names by which code imports, or makes code, from a text, and those that lead to such names."""
_OF_SYS = re.compile(
    r"(?:\.\s{0,80}|\bfrom\s{1,80}[\w.]{1,80}\s{1,80}import\b(?:[^\r\n(\\]|[(\\]\s{0,80}){0,200})"
    r"\b(?:modules|path)\b"
)
"""``sys.modules`` and ``sys.path``, which lead to modules, too. In prose the words mean nothing."""
_CONTINUED = re.compile(r"\\(?:\r\n?|\n)")
_LINE_END = re.compile(r"[\r\n]")
_STEP = re.compile(r"[;:]")
"""A statement that imports begins a line, or follows one of these."""
_TOKEN = re.compile(r"\w+|[.,]")


def reached(sources: Mapping[str, bytes], roots: Collection[str]) -> list[str]:
    """Return the sorted names of the Python files in *sources* (name -> bytes) that are among
    *roots*, or that these import, directly or through others.
    """
    modules = sorted(name for name in sources if name.endswith(".py"))
    waiting = [name for name in modules if name in roots]
    if waiting and sum(len(sources[name]) for name in modules) > MOST_BYTES:
        return modules
    finder = _Finder(modules)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = _text(sources[name])
            if _BY_NAME.search(text) or ("sys" in text and _OF_SYS.search(text)):
                return modules
            waiting += finder.files(name, set(imports(text)))
    return sorted(found)


def files(sources: Mapping[str, bytes], roots: Collection[str]) -> dict[str, bytes]:
    """Return those *sources* (name -> bytes) that are `reached` from *roots*."""
    return {name: sources[name] for name in reached(sources, roots)}


def _text(source: bytes) -> str:
    """Return *source* with names as the compiler reads them."""
    text = source.decode("utf-8-sig", "replace")
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def imports(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the dotted path of every module that *text* imports, and whether names are imported
    from it. Relative paths begin with dots.
    """
    for line in _LINE_END.split(_CONTINUED.sub(r"\\", text)):
        if "import" not in line:
            continue
        is_joined = "\\" in line  # a comment may end in one, too, and hide what follows
        if line.lstrip(" \t\f").startswith("#") and not is_joined:
            continue
        for step in _STEP.split(line):
            # no text before an import has a "#" in it, so what follows one is a comment
            tokens = _TOKEN.findall(step if is_joined else step.partition("#")[0])
            if is_joined and "import" in tokens:
                words = ["," if token in ("from", "import") else token for token in tokens]
                paths = " ".join(words).replace(" .", ".").replace(". ", ".")
                for path in paths.replace(",", " ").split():
                    yield path, True
            elif tokens[:1] == ["from"] and "import" in tokens:
                yield "".join(tokens[1 : tokens.index("import")]), True
            elif tokens[:1] == ["import"]:
                for part in " ".join(tokens[1:]).split(","):
                    yield part.partition(" as ")[0].replace(" ", ""), False


class _Finder:
    """Finds files by imports, as a box does."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        self.folders: dict[str, list[str]] = {"": []}
        """Folder -> its files. Each folder is a package."""
        for name in sorted(self.names):
            *above, _ = name.split("/")
            for depth in range(1, len(above) + 1):
                self.folders.setdefault("/".join(above[:depth]), [])
            self.folders["/".join(above)].append(name)
        self.seen: set[tuple[str, str, bool]] = set()

    def files(self, importer: str, imported: Iterable[tuple[str, bool]]) -> Iterator[str]:
        """Yield the files that the file *importer* loads by what is *imported*.

        A name from a package may be any of its modules.
        """
        above = importer.split("/")[:-1]
        for path, has_names in imported:
            level = len(path) - len(path.lstrip("."))
            start = "/".join(above[: len(above) - level + 1]) if level else ""
            if (start, path, has_names) in self.seen or level > len(above) + 1:
                continue
            self.seen.add((start, path, has_names))
            yield from self.below(start, filter(None, path[level:].split(".")), has_names)

    def below(self, folder: str, names: Iterable[str], has_names: bool) -> Iterator[str]:
        """Yield the files that are loaded by a path of *names* below *folder*."""
        for name in names:
            folder = folder + "/" + name if folder else name
            file = self.file(folder)
            if file is not None:
                yield file
            elif folder not in self.folders:
                return
        if has_names:
            yield from self.folders.get(folder, ())

    def file(self, module: str) -> str | None:
        """Return the file of the *module*, a path without its suffix, or None."""
        for file in (module + ".py", module + "/__init__.py"):
            if file in self.names:
                return file
        return None
