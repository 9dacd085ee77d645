"""Cells of a class list that say "nothing here": `-`, `N/A`, `none`, `#REF!`, `solo`.

Staff, platforms, spreadsheets and scripts write such signs where others leave a cell empty. They
are one list for all columns, so that no sign becomes a group, an id or a folder that people share.
"""

# ruff: noqa: RUF001  (letters of other languages)
from __future__ import annotations

import re
import unicodedata

from graders.harness.intake import names

_BY_A_SPREADSHEET = re.compile(r"#\S+[!?]|#nv|#n/\w{1,2}|err:\d{3}")
"""A failed formula, in any language: `#REF!`, `#WERT!`, `#NAME?`, `#NV`, `#N/A`, `Err:502`."""
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Marks of direction and the like, which come with a copied cell."""
_AROUND = "-–—_.:*()[]<>{} "
"""Signs around a word for nothing: `(none)`, `<NA>`, `- keine -`."""
_SHORT = frozenset(
    {"n/a", "n / a", "n\\a", "n\u2044a", "n\u2215a", "n.a", "n. a", "n/d", "n/v", "n.v.t"}
    | {"k.a", "k. a", "w/o", "\\n"}
)
"""Abbreviations that nobody is called; `\\N` is an empty cell of a database."""
_WRITTEN = """
    0; 00; 0.0; na; nan; nat; nil; none; null; undefined; false; no; empty; blank; missing;
    unknown; not available; not applicable; not set; no group; no team; without group;
    without a group; not in a group; not in any group; ungrouped; unassigned; not assigned;
    individual; individually; individual submission; individual work; single; solo; alone;
    on my own; works alone; working alone; by myself; self; nobody; no partner; no group yet;
    no team yet; none yet; none assigned; no group assigned; not grouped; not in a group yet;
    not selected; not yet; no data; unassigned students; default group; tba; tbc; tbd;
    to be announced; to be decided; todo; pending; kein; keine; keiner; keins; keine gruppe;
    kein team; keine angabe; keine zuordnung; ohne; ohne gruppe; einzeln; einzelabgabe;
    einzelarbeit; einzelperson; allein; alleine; entfällt; nicht zugeordnet; nicht zugewiesen;
    nicht zugeteilt; nicht vergeben; unbekannt; offen; noch offen; ohne team; kein partner;
    einzelgruppe; individuell; aucun; aucune; aucun groupe; sans; sans groupe; seul; seule;
    individuel; néant; inconnu; non assigné; non attribué; pas de groupe; aucune équipe;
    sans équipe; sans binôme; ninguno; ninguna; ningún grupo; sin grupo; sin equipo;
    sin asignar; no aplica; sola; por definir; nenhum; nenhuma; nenhum grupo; sem grupo;
    sozinho; sozinha; não se aplica; nessuno; nessuna; nessun gruppo; senza gruppo; da solo;
    da sola; geen; geen groep; alleen; niet ingedeeld; ingen; inget; ingen grupp; ingen gruppe;
    ensam; alene; ei ryhmää; yksin; brak; brak grupy; bez grupy; bez skupiny; žádná; žádný; нет;
    нет группы; не указано; без группы; немає; без групи; yok; grupsuz; καμία; χωρίς ομάδα; ללא;
    ללא קבוצה; لا يوجد; بدون مجموعة; なし; 該当なし; 無し; 未定; 個人; 个人; 單獨; 单独; 无; 無;
    没有; 没有组; 未分组; 未分組; 未分配; 없음; 해당 없음; 미정; 개인"""
_WORDS = frozenset(" ".join(names.folded(word).split()) for word in _WRITTEN.split(";"))


def visible(cell: str) -> str:
    """Return *cell* without invisible marks and the space around it."""
    return _INVISIBLE.sub("", cell).strip()


def is_nothing(cell: str, *, of_a_name: bool = False) -> bool:
    """Return whether *cell* is empty or a sign for nothing. of_a_name: words are no sign, because a
    person may be called Null, Solo or Na, and have such a login.
    """
    folded = " ".join(names.folded(visible(cell)).split())
    bare = folded.strip(_AROUND)
    return (
        all(map(_is_mark, folded))
        or _BY_A_SPREADSHEET.fullmatch(folded) is not None
        or bare in _SHORT
        or (not of_a_name and bare in _WORDS)
    )


def _is_mark(character: str) -> bool:
    """Return whether a character is punctuation or a sign of mathematics; an emoji is neither."""
    kind = unicodedata.category(character)
    return kind[0] in "PZ" or kind == "Sm"
