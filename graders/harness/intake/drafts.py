"""Turns drafts into deliveries: gives each a unique name, and leaves out older ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
        keys=draft.keys,
    )


@dataclass(slots=True)
class _Naming:
    """A draft during naming, with the number of its current wish."""

    draft: UnnamedSubmission
    number: int = 1
    earlier: str = ""
    """Its name in an earlier run, which it keeps."""

    @property
    def name(self) -> str:
        """The current name; after the last wish, that wish with a number."""
        if self.earlier:
            return self.earlier
        wishes = self.draft.wishes
        past_last = self.number - len(wishes)
        if past_last > 0:
            return names.file_name(f"{wishes[-1]}#{past_last + 1}")
        return names.file_name(wishes[self.number - 1])

    @property
    def is_plain(self) -> bool:
        """Whether its name is the plain form of all names that some disks take for the same."""
        wishes = self.draft.wishes
        return (
            self.number <= len(wishes)
            and self.name == names.folded(wishes[self.number - 1]) == wishes[self.number - 1]
        )

    def give_way(self, holder: int) -> None:
        """Take the next wish; at the last wish, the first *holder* of the name (0) keeps it."""
        self.number += holder if self.number >= len(self.draft.wishes) else 1


def named(
    drafts: Sequence[UnnamedSubmission], earlier: Mapping[str, Sequence[str]] = {}
) -> list[SubmissionSource]:
    """Return a delivery for every draft, sorted by name.

    The name is the draft's name in an *earlier* run (name -> keys), or its best wish that no other
    draft shares, ignoring case and order. If names differ in case or form only, the plain one
    keeps it. So a namesake renames nobody else.
    """
    namings = [_Naming(wish) for wish in sorted(drafts, key=lambda draft: draft.wishes)]
    _keep_earlier(namings, earlier)
    while shared := _shared(namings):
        for holders in shared:
            keeper = _keeper(holders)
            for holder, naming in enumerate(holders):
                if naming is not keeper:
                    naming.give_way(holder if keeper is None else 1)
    deliveries = [delivery(naming.draft, naming.name) for naming in namings]
    return sorted(deliveries, key=lambda delivery: delivery.name)


def _keep_earlier(namings: Sequence[_Naming], earlier: Mapping[str, Sequence[str]]) -> None:
    """Give drafts their *earlier* names: those with an equal key that is nobody else's."""
    free = {name: keys for name, keys in earlier.items() if names.file_name(name) == name}
    for level in range(max(map(len, free.values()), default=0)):
        unnamed = [naming for naming in namings if not naming.earlier]
        drafts = grouped(
            (naming for naming in unnamed if len(naming.draft.keys) > level),
            key=lambda naming: naming.draft.keys[level],
        )
        by_key = grouped(
            (name for name, keys in free.items() if len(keys) > level),
            key=lambda name: free[name][level],
        )
        for key, holders in drafts.items():
            candidates = by_key.get(key, [])
            if len(holders) == len(candidates) == 1:
                holders[0].earlier = candidates[0]
                del free[candidates[0]]


def _keeper(holders: Sequence[_Naming]) -> _Naming | None:
    """Return the one of several drafts that keeps their common name, if any."""
    for keepers in (
        [holder for holder in holders if holder.earlier],
        [holder for holder in holders if holder.is_plain],
    ):
        if keepers:
            return keepers[0] if len(keepers) == 1 else None
    return None


def _shared(namings: Sequence[_Naming]) -> list[list[_Naming]]:
    """Return groups whose names are the same folder on some disks."""
    holders = grouped(namings, key=lambda naming: names.folded(naming.name))
    return [group for group in holders.values() if len(group) > 1]


def newest(handed_in: Sequence[_HandedIn]) -> _HandedIn | None:
    """Return the latest of one person's deliveries, or None if there is none or it is unknown."""
    if not handed_in:
        return None
    times = [item.submitted_at for item in handed_in]
    if len({time.tzinfo is None for time in times if time}) > 1:
        return None  # times with a zone and without one have no order
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
    for indexes in by_person.values():
        latest = newest([drafts[index] for index in indexes])
        for index in indexes:
            wanted[index] |= latest in (None, drafts[index])
            if latest is None:
                others = names.listing(drafts[other].wishes[-1] for other in set(indexes) - {index})
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
        tuple(names.folded(id_) for id_ in person.ids or (person.name,)) for person in draft.people
    }


def with_namesakes(
    deliveries: Sequence[SubmissionSource],
) -> Iterator[SubmissionSource]:
    """Flag deliveries that have another name than their label, because others have the same label:
    a zip beside a folder of its name. The one that is named so is not flagged.

    Deliveries whose people a platform names are not compared.
    """
    anonymous = [item for item in deliveries if not item.people]
    by_label = grouped(anonymous, key=lambda item: names.folded(item.label))
    for item in deliveries:
        alike = by_label.get(names.folded(item.label), [])
        others = {other.name for other in alike} - {item.name}
        gave_way = item.name != names.file_name(item.label)
        if others and gave_way and not item.people:
            flag = f"another submission has the same name: {names.listing(others)}"
            item = replace(item, flags=(*item.flags, flag))
        yield item
