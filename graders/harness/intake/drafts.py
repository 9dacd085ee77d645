"""Turns drafts into deliveries: gives each a name of its own, and leaves out older ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from graders.harness.intake import names
from graders.harness.intake.delivery import Delivery
from graders.harness.intake.platforms import Draft

_HandedIn = TypeVar("_HandedIn", Delivery, Draft)


def delivery(draft: Draft, name: str) -> Delivery:
    """Return *draft* as a delivery called *name*."""
    return Delivery(
        name=name,
        label=draft.label,
        source=draft.source,
        people=draft.people,
        submitted_at=draft.submitted_at,
        late=draft.late,
        flags=draft.flags,
    )


def named(drafts: Sequence[Draft]) -> list[Delivery]:
    """Return a delivery for every draft, sorted by name.

    The name is the best of the draft's wishes that no other draft shares, whatever case and order.
    """
    drafts = sorted(drafts, key=lambda draft: draft.wishes)
    choice = [0] * len(drafts)
    while True:
        chosen = [
            names.file_name(_wish(draft, index))
            for draft, index in zip(drafts, choice, strict=True)
        ]
        shared = _shared(chosen)
        if not shared:
            break
        for holders in shared:
            for order, holder in enumerate(holders):
                last = choice[holder] >= len(drafts[holder].wishes) - 1
                choice[holder] += order if last else 1
    found = [delivery(draft, name) for draft, name in zip(drafts, chosen, strict=True)]
    return sorted(found, key=lambda delivery: delivery.name)


def _shared(chosen: Sequence[str]) -> list[list[int]]:
    """Return groups of indexes whose names are one folder to some disks."""
    holders: dict[str, list[int]] = {}
    for index, name in enumerate(chosen):
        holders.setdefault(names.folded(name), []).append(index)
    return [group for group in holders.values() if len(group) > 1]


def _wish(draft: Draft, index: int) -> str:
    """Return a draft's wish; after the last one it is numbered."""
    last = len(draft.wishes) - 1
    if index <= last:
        return draft.wishes[index]
    return f"{draft.wishes[last]}#{index - last + 1}"


def newest(handed_in: Sequence[_HandedIn]) -> _HandedIn | None:
    """Return one person's latest delivery by the platform's record, None if it is not recorded."""
    if len(handed_in) == 1:
        return handed_in[0]
    times = [one.submitted_at for one in handed_in if one.submitted_at is not None]
    if not times or len(times) < len(handed_in) or times.count(max(times)) > 1:
        return None
    return next(one for one in handed_in if one.submitted_at == max(times))


def without_older(drafts: Sequence[Draft]) -> tuple[list[Draft], list[Draft]]:
    """Return the drafts to grade, and those that everybody in them has replaced.

    Drafts get a flag if the platform does not record which one is newer.
    """
    by_person: dict[tuple[str, ...], list[int]] = {}
    for index, draft in enumerate(drafts):
        for key in _people(draft):
            by_person.setdefault(key, []).append(index)
    wanted = [not draft.people for draft in drafts]
    flags: list[dict[str, None]] = [{} for _ in drafts]
    for own in by_person.values():
        latest = newest([drafts[index] for index in own])
        for index in own:
            wanted[index] |= latest is None or latest is drafts[index]
            if latest is None:
                others = names.listing(drafts[other].wishes[-1] for other in own if other != index)
                flag = f"the same person also handed in {others}"
                flags[index][f"{flag}, and the platform does not tell which is newer"] = None
    kept, older = [], []
    for draft, new_flags, is_wanted in zip(drafts, flags, wanted, strict=True):
        if is_wanted:
            kept.append(replace(draft, flags=(*draft.flags, *new_flags)))
        else:
            older.append(draft)
    return kept, older


def _people(draft: Draft) -> set[tuple[str, ...]]:
    """Return a key for each person whom the platform names."""
    return {tuple(map(names.folded, person.ids or (person.name,))) for person in draft.people}


def with_namesakes(deliveries: Sequence[Delivery]) -> Iterator[Delivery]:
    """Flag deliveries with the same label, such as a folder and the zip it came from.

    Those of which a platform names the people are no namesakes.
    """
    by_label: dict[str, list[Delivery]] = {}
    for one in deliveries:
        if not one.people:
            by_label.setdefault(names.folded(one.label), []).append(one)
    for one in deliveries:
        same = by_label.get(names.folded(one.label), []) if not one.people else []
        others = [other.name for other in same if other is not one]
        if others:
            flag = f"another submission bears the same name: {names.listing(others)}"
            one = replace(one, flags=(*one.flags, flag))
        yield one
