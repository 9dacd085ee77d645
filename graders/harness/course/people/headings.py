"""Headings of rosters, by the kind of their column, in many languages.

Platforms add headings of their own (:mod:`graders.harness.intake.platforms`). A platform writes
headings in the language of the member of staff who exports. Moodle alone has some hundred
languages, so its column of participants is also recognised by its cells.
"""

# ruff: noqa: RUF001  (letters of other languages)
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from graders.harness.extensions import added
from graders.harness.intake import names


def heading_key(heading: str) -> str:
    """Return a key that equal headings share: "student id" for "Student_ID "."""
    return " ".join(re.sub(r"[\W_]+", " ", names.folded(heading)).split())


_WRITTEN: Mapping[str, str] = {
    "number": """
        student id; student number; student no; studentid; id number; sid; user id; external id;
        matrikelnummer; matrikelnr; matrikel-nr; matr.-nr; matriculation number; id-nummer;
        idnummer; numéro d'identification; numéro étudiant; número de id; número de identificación;
        número de identificação; numero di matricola; codice identificativo; matricola;
        studentnummer; opiskelijanumero;
        identifikační číslo; numer id; numer indeksu; 学籍番号; 学号; 學號; id番号; id étudiant;
        identifiant étudiant; id de estudiante; id del estudiante; id de alumno; id del alumno;
        id de aluno; id do aluno; id studente; studenten-id""",
    "other": """
        id; identifier; identificador; identifiant;
        identificatie; identificativo; identifikator; identifikátor; identyfikator; tunniste;
        идентификатор; ідентифікатор; αναγνωριστικό; المُعرَّف; מזהה; azonosító; kimlik; 識別子;
        识别符; 标识号; 編號; 識別碼; 식별자""",
    "login": """
        utorid; net id; zid; unikey; crsid; cnetid; uniqname; andrew id;
        login; login id; user name; username; user; netid; benutzername;
        anmeldename; nom d'utilisateur; nombre de usuario; usuario; nome de utilizador; nome de
        usuário; nome do usuário; nome utente; gebruikersnaam; användarnamn; brugernavn; brukernavn;
        käyttäjätunnus; nazwa użytkownika; uživatelské jméno; имя пользователя; логин; ユーザ名;
        ユーザー名; 用户名; 使用者名稱; kullanıcı adı""",
    "email": """
        email; email address; e mail; mail; e-mail-adresse; adresse de courriel; courriel;
        adresse e-mail; adresse électronique; dirección de correo; dirección email; correo
        electrónico; dirección de correo electrónico; endereço de email; endereço de e-mail;
        endereço de correio eletrónico; indirizzo email; e-mailadres; e-postadress;
        e-postadresse; e-mailadresse; sähköpostiosoite; adres e-mail; adres poczty
        elektronicznej; e-mailová adresa; адрес электронной почты; эл. почта; メールアドレス;
        电子邮件地址; 电子邮件; 電子郵件信箱; e-posta adresi; e-mail cím""",
    "name": """
        name; full name; student; student name; vollständiger name; nom complet; nombre
        completo; nome completo; nome e cognome; cognome e nome; volledige naam; fullständigt
        namn; fullständiga namn; fulde navn; fullt navn; koko nimi; imię i nazwisko; celé jméno;
        celé meno; teljes név; tam adı; adı soyadı; полное имя; фамилия имя отчество; повне
        ім'я; πλήρες όνομα; ονοματεπώνυμο; フルネーム; 氏名; 全名; 姓名; 성명;
        الاسم الكامل; שם מלא;
        first name last name; last name first name; first name surname; surname first name;
        vorname nachname; nachname vorname; name vorname; prénom nom; nom prénom; nombre apellido s;
        apellido s nombre; nome cognome; cognome nome;
        étudiant; estudiante; aluno; 学生; nume complet; numele complet; пълно име; ime i prezime;
        polno ime; izen-deiturak; nom i cognoms; pilns vārds; täisnimi; họ và tên; nama lengkap""",
    "first": """
        first name; first names; firstname; given name; given names; vorname; prénom; nombre;
        nombre s; nome; voornaam; förnamn; fornavn; etunimi; imię; jméno; имя; 名; 名字; keresztnév;
        adı""",
    "last": """
        last name; lastname; surname; family name; nachname; nom; nom de famille; apellido;
        apellidos; apellido s; cognome; sobrenome; apelido; achternaam; efternamn; efternavn;
        etternavn; sukunimi; nazwisko; příjmení; фамилия; 姓; 姓氏; vezetéknév; soyadı""",
    "group": """
        group; group name; team; team name; gruppe; gruppenname; groupe; nom du groupe; grupo;
        equipo; gruppo; groep; grupp; ryhmä; grupa; skupina; csoport; grup; группа; група;
        ομάδα; グループ; 小组; 组; 群組; 小組; 그룹; talde; المجموعة; קבוצה""",
    "groups": "groups; gruppen; groupes; grupos; gruppi; groepen; grupper; グループ名",
    "folder": "folder; submission; repository",
    "days_late": "days late; late days",
    "lateness": "lateness",
    "extension": "extension; extension days; days of extension; extended deadline",
    "submitted": "submission time; submitted at; submitted",
    "status": "status",
    "tokens": "tokens left; tokens; late tokens; late days left; slip days; grace days",
    "role": "role",
}  # fmt: skip

KINDS = tuple(_WRITTEN)
"""Kinds of columns. "other" are a platform's own ids. Sections are not groups."""


@cache
def headings_of(kind: str) -> tuple[str, ...]:
    """Return the headings of a kind of columns, folded, those of platforms last; reports show the
    first that exists. Raises GraderError for a broken extension.
    """
    written = _WRITTEN[kind].split(";")
    by_platforms = [
        heading for platform in added("platforms") for heading in platform.headings.get(kind, ())
    ]
    return tuple(dict.fromkeys(heading_key(heading) for heading in (*written, *by_platforms)))


TEST_STUDENTS = frozenset({"student, test", "test student"})
"""Names of the student by which Canvas' staff look at a course, in English."""

STAND_IN = re.compile(r".*_previewuser|[0-9a-f]{40}", re.DOTALL)
"""Logins by which staff look at a course: Blackboard's preview user; Canvas' test student, whose
name is in the language of the course, and whose login is a digest.
"""
_PARTICIPANT = re.compile(r"(?P<word>.*?\D)(?P<number>[0-9]+)")
_SHORTEST_WORD = 4
"""ASCII letters of a word for "participant"; a shorter one may begin a login: "z5123456"."""


def participants(cells: Sequence[str]) -> list[str]:
    """Return the numbers of a column in which Moodle names its participants, or [].

    Moodle writes one word of the reader's language and a number: "Participant 123",
    "Teilnehmer/in123".
    """
    matches = [_PARTICIPANT.fullmatch(cell.strip()) for cell in cells]
    words = {names.folded(match["word"].strip()) if match else "" for match in matches}
    numbers = [match["number"] for match in matches if match]
    if len(words) != 1 or len(set(numbers)) < len(cells):
        return []
    (word,) = words
    if word.isascii() and len(word) < _SHORTEST_WORD:
        return []
    return numbers if any(map(str.isalpha, word)) and "@" not in word else []


def trailing_number(cell: str) -> str:
    """Return the number at the end of the cell of a participant."""
    match = _PARTICIPANT.fullmatch(cell.strip())
    return match["number"] if match else ""
