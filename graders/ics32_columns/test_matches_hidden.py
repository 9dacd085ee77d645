"""Checks of matches, and the end of the game; hidden from students."""

from __future__ import annotations

from graders.harness import check
from graders.ics32_columns.playing import same_games


@check("over.by-play", task="over", marks=0.2, visibility="hidden")
def test_over_by_play(student, reference):
    """The game is over on a field that was built by play, too; nothing is read any more."""
    # spec 10 (62, 64)
    same_games(
        student,
        reference,
        "4 / 3 / EMPTY / F 1 S T V / _*4 / F 1 S T V / _ / Q",
        "4 / 3 / CONTENTS / ... / ... / S.. / T.. / F 1 X Y Z / _*2 / F 2 X Y Z / _ / Q",
    )


@check("horizontal.no-match", task="horizontal", marks=0.2, visibility="hidden")
def test_horizontal_no_match(student, reference):
    """Pairs, broken rows, and rows that go on at the other edge are no matches."""
    # spec 6, 10 (53, 54, 59)
    same_games(
        student,
        reference,
        "5 / 4 / CONTENTS / .... / .... / .... / X... / XST. / F 3 S X S / _*4 / Q",
        "5 / 5 / CONTENTS / ..... / ..... / ..... / X.T.X / XXSXX / F 3 V W Y / _*3 / Q",
        "4 / 4 / CONTENTS / .... / .... / ...S / X.XX / F 2 S T V / _*4 / Q",
    )


@check("diagonal.no-wrap", task="diagonal", marks=0.1, visibility="hidden")
def test_diagonal_no_wrap(student, reference):
    """Diagonals do not go on at the opposite edge."""
    # spec 6, 10 (59b, 59c)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / ... / ..S / TSV / F 1 S W V / _*3 / Q",
        "6 / 4 / CONTENTS / .... / .... / .... / ...X / ..XV / T.SY / F 1 X S W / _*5 / Q",
    )


@check("longer.behind-a-gap", task="longer", marks=0.1, visibility="hidden")
def test_longer_behind_a_gap(student, reference):
    """An equal jewel further along the line stays, behind a gap or another jewel."""
    # spec 6
    same_games(
        student,
        reference,
        "4 / 6 / CONTENTS / ...... / ...... / ...... / XX.SX. / F 3 S T X / _*5 / Q",
        "4 / 6 / CONTENTS / ...... / ...... / ...... / X.XX.X / F 2 S T X / _*5 / Q",
        "7 / 3 / CONTENTS / ... / ... / ... / ... / ... / ... / X.. / F 1 S T V / _*6 / F 1 X X X / _*4 / Q",
    )


@check("postponed.column", task="postponed", marks=0.2, visibility="hidden")
def test_postponed_column(student, reference):
    """A column that matches saves the game as well."""
    # spec 6, 10 (66, 68)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / Z.. / Z.. / T.. / F 1 X Y Z / _*2 / Q",
        "4 / 3 / CONTENTS / ... / ... / Z.. / T.. / F 1 X Z Z / _*3 / Q",
    )
