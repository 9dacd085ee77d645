"""Writes the generated pages: ``python -m docs.generate``."""

from docs.generate.pages import PAGES, path_of

for name, page in PAGES.items():
    path_of(name).write_text(page(), encoding="utf-8")
