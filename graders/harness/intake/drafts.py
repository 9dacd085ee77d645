"""Turns drafts into deliveries: gives each a unique name, and leaves out older ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from operator import not_
from typing import TypeVar

from graders.harness.intake import names
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import UnnamedSubmission

_HandedIn = TypeVar("_HandedIn", SubmissionSource, UnnamedSubmission)


def delivery(draft: UnnamedSubmission, name: str) -> SubmissionSource:
    """Return *draft* as a delivery called *name*."""
    return SubmissionSource(
        name=name,
        label=draft.label,
        source=draft.source,
        people=draft.people,
        submitted_at=draft.submitted_at,
        late=draft.late,
        flags=draft.flags,
    )


@dataclass(slots=True)
class _Naming:
    """A draft during naming, with the number of its current wish."""

    draft: UnnamedSubmission
    number: int = 1

    @property
    def name(self) -> str:
        """The current name; after the last wish, that wish with a number."""
        wishes = self.draft.wishes
        past_last = self.number - len(wishes)
        if past_last > 0:
            return names.file_name(f"{wishes[-1]}#{past_last + 1}")
        return names.file_name(wishes[self.number - 1])

    def give_way(self, holder: int) -> None:
        """Take the next wish; at the last wish, the first *holder* of the name (0) keeps it."""
        self.number += holder if self.number >= len(self.draft.wishes) else 1


def named(drafts: Sequence[UnnamedSubmission]) -> list[SubmissionSource]:
    """Return a delivery for every draft, sorted by name.

    The name is the draft's best wish that no other draft shares, ignoring case and order.
    """
    namings = list(map(_Naming, sorted(drafts, key=lambda draft: draft.wishes)))
    while shared := _shared(namings):
        for holders in shared:
            for holder, naming in enumerate(holders):
                naming.give_way(holder)
    deliveries = [delivery(naming.draft, naming.name) for naming in namings]
    return sorted(deliveries, key=lambda delivery: delivery.name)


def _shared(namings: Sequence[_Naming]) -> list[list[_Naming]]:
    """Return groups whose names are the same folder on some disks."""
    holders = grouped(namings, key=lambda naming: names.folded(naming.name))
    return [group for group in holders.values() if len(group) > 1]


def newest(handed_in: Sequence[_HandedIn]) -> _HandedIn | None:
    """Return the latest of one person's deliveries, or None if there is none or it is unknown."""
    if not handed_in:
        return None
    times = [item.submitted_at for item in handed_in]
    last = max(filter(None, times), default=None)
    if len(times) > 1 and (None in times or times.count(last) > 1):
        return None
    return handed_in[times.index(last)]


def without_older(
    drafts: Sequence[UnnamedSubmission],
) -> tuple[list[UnnamedSubmission], list[UnnamedSubmission]]:
    """Return the drafts to grade, and the drafts that all their people have replaced.

    Drafts get a flag if the platform does not record which one is newer.
    """
    by_person: dict[tuple[str, ...], list[int]] = {}
    for index, draft in enumerate(drafts):
        for key in _people(draft):
            by_person.setdefault(key, []).append(index)
    wanted = [not draft.people for draft in drafts]
    flagged = list(drafts)
    for own in by_person.values():
        latest = newest([drafts[index] for index in own])
        for index in own:
            wanted[index] |= latest in (None, drafts[index])
            if latest is None:
                others = names.listing(
                    drafts[other].wishes[-1] for other in set(own) - {index}
                )
                flagged[index] = _with_flag(
                    flagged[index],
                    f"the same person also handed in {others}, "
                    "and the platform does not tell which is newer",
                )
    return list(compress(flagged, wanted)), list(compress(drafts, map(not_, wanted)))


def _with_flag(draft: UnnamedSubmission, flag: str) -> UnnamedSubmission:
    return replace(draft, flags=tuple(dict.fromkeys([*draft.flags, flag])))


def _people(draft: UnnamedSubmission) -> set[tuple[str, ...]]:
    """Return a key for each person in the platform's record."""
    return {
        tuple(map(names.folded, person.ids or (person.name,)))
        for person in draft.people
    }


def with_namesakes(
    deliveries: Sequence[SubmissionSource],
) -> Iterator[SubmissionSource]:
    """Flag deliveries with the same label, such as a folder and its zip.

    Deliveries whose people a platform names are not compared.
    """
    anonymous = [item for item in deliveries if not item.people]
    by_label = grouped(anonymous, key=lambda item: names.folded(item.label))
    for item in deliveries:
        alike = by_label.get(names.folded(item.label), [])
        others = {other.name for other in alike} - {item.name}
        if others and not item.people:
            flag = f"another submission has the same name: {names.listing(others)}"
            item = replace(item, flags=(*item.flags, flag))
        yield item
