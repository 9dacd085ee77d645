"""check50: a package of checks with one decorated function per check, run by check50's pool of processes."""

from __future__ import annotations

from collections.abc import Callable

import check50  # type: ignore[import-not-found]

from bench.rivals import adapter


def _checked(check: adapter.Check, name: str) -> Callable[..., object]:
    def body() -> None:
        try:
            check.run()
        except AssertionError as wrong:
            raise check50.Failure(str(wrong)) from None

    body.__name__, body.__doc__ = name, check.title
    decorated: Callable[..., object] = check50.check()(body)
    return decorated


for _index, _check in enumerate(adapter.checks()):
    _name = f"check_{_index:03}"
    globals()[_name] = _checked(_check, _name)
