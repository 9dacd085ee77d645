"""What a run over a class is about to do, in words: what is known, what is to be graded, and how
long that takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graders.harness.cache import cache_folder
from graders.harness.course.batch import Ahead
from graders.harness.course.store import Store
from graders.harness.intake.names import display
from graders.harness.progress import in_words
from graders.harness.result import Result


def told(
    assignment: str,
    ahead: Ahead,
    each: float | None,
    width: int,
    *,
    before: Mapping[str, Result],
    store: Store | None,
) -> Iterator[str]:
    """Yield it, one line each.

    each: seconds that one took in earlier runs, if known; width: how many are graded at once;
    before: what an earlier run left in the same place; store: None if nothing that is kept is used.
    """
    counted = [f"{len(ahead.known)} known from an earlier run"] if ahead.known else []
    counted += [f"{len(ahead.unreadable)} unreadable"] if ahead.unreadable else []
    same = f" ({ahead.contents} different)" if ahead.contents < len(ahead.fresh) else ""
    yield ", ".join([*counted, f"{len(ahead.fresh)} to grade{same}"])
    if not ahead.fresh:
        return
    if each is None:
        yield f"how long that takes is not known yet: {assignment} has not been graded with this cache folder"
    else:
        whole = in_words(each * ahead.contents / min(width, ahead.contents))
        yield f"about {whole}: one took {each:.1f} s in earlier runs, and {width} are graded at once"
    if store is not None and before and not ahead.known:
        yield _why_anew(assignment, store)


def _why_anew(assignment: str, store: Store) -> str:
    """Return why nothing is known of what an earlier run graded."""
    where = display(str(cache_folder()), 200)
    if store.empty:
        return (
            f"everything is graded anew: the cache folder {where} holds no result of {assignment}; if the earlier run "
            "used another one, name it in GRADER_CACHE"
        )
    return (
        f"everything is graded anew: what the cache folder {where} holds is of other submissions, or of another state "
        "of the grader, its packages or Python"
    )
