"""Hidden checks of matches, and of the end of the game."""

from __future__ import annotations

from graders.harness import check, fail
from graders.ics32_columns.playing import (
    DIAGONALS,
    ROWS,
    after_over,
    all_typed,
    ends_once_saved,
    ends_somewhere,
    goes_on,
    is_over,
    matches_somewhere,
    same_games,
    typed,
)


@check("over.one-visible", task="over", marks=0.2, visibility="hidden")
def test_over_one_visible(student, reference):
    """The game is over when a faller freezes with two jewels above the field."""
    # spec 6, 10 (61): other checks grade the displays themselves
    is_over(student, reference, "4 / 3 / CONTENTS / ... / V.. / S.. / T.. / F 1 X Y Z / _ / Q")
    is_over(student, reference, "4 / 3 / CONTENTS / ... / ..V / ..S / ..T / F 3 X Y Z / _ / Q")


@check("over.by-play", task="over", marks=0.2, visibility="hidden")
def test_over_by_play(student, reference):
    """The game is also over on a field that was built by play; no further command has an effect."""
    # spec 6, 10 (62, 64)
    is_over(student, reference, "5 / 3 / EMPTY / F 1 S T V / _*5 / F 1 X Y Z / _*2 / Q")
    game = "4 / 3 / CONTENTS / ... / ... / S.. / T.. / F 1 X Y Z / _*2 / F 2 X Y Z / _ / Q"
    if "|" in after_over(is_over(student, reference, game)):
        fail(
            "The program goes on after GAME OVER and shows the field again.",
            [all_typed(typed(game))],
        )


@check("over.fits", task="over", marks=0.2, visibility="hidden")
def test_over_fits(student, reference):
    """A faller that reaches the top row and has room in the field does not end the game."""
    # spec 6, 10 (18): other checks grade the displays themselves
    goes_on(
        student,
        "4 / 3 / CONTENTS / ... / ... / ... / T.. / F 1 X Y Z / _*3 / F 2 S T V / _*3 / Q",
        " X ",
        read=12,
    )
    ends_somewhere(student)


@check("horizontal.no-match", task="horizontal", marks=0.1, visibility="hidden")
def test_horizontal_no_match(student, reference):
    """Pairs, interrupted rows, and rows that go on at the other edge are not matches."""
    # spec 6, 10 (53, 54, 59)
    same_games(
        student,
        reference,
        "5 / 4 / CONTENTS / .... / .... / .... / X... / XST. / F 3 V X S / _*4 / Q",
        "6 / 5 / CONTENTS / ..... / ..... / ..... / ..... / X.T.X / XXSXX / F 3 V W Y / _*4 / Q",
        "5 / 4 / CONTENTS / .... / .... / .... / ...S / X.XX / F 2 S T V / _*5 / Q",
        feature="horizontal",
    )
    matches_somewhere(student, *ROWS)


@check("horizontal.passing", task="horizontal", marks=0.1, visibility="hidden")
def test_horizontal_passing(student, reference):
    """A faller takes no part in a match before it is frozen."""
    # spec 5, 10 (55)
    same_games(
        student,
        reference,
        "6 / 3 / CONTENTS / ... / ... / ... / X.X / S.T / T.V / F 2 S X W / _*6 / Q",
        feature="horizontal",
    )
    matches_somewhere(student, *ROWS)


@check("diagonal.no-wrap", task="diagonal", marks=0.1, visibility="hidden")
def test_diagonal_no_wrap(student, reference):
    """Diagonals reach the edge, and do not go on at the opposite one."""
    # spec 6, 10 (59b, 59c)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / ... / ..S / TSV / F 1 S W V / _*3 / Q",
        "6 / 4 / CONTENTS / .... / .... / .... / ...X / ..XV / T.SY / F 1 X S W / _*5 / Q",
    )
    matches_somewhere(student, *DIAGONALS)


@check("diagonal.top-row", task="diagonal", marks=0.1, visibility="hidden")
def test_diagonal_top_row(student, reference):
    """A diagonal can begin in the top row, in a column that is full, and run down to either side."""
    # spec 6
    same_games(
        student,
        reference,
        "5 / 3 / CONTENTS / X.. / SX. / TZ. / VW. / ST. / F 3 X Y Z / _*6 / Q",
        "5 / 3 / CONTENTS / ..X / .XS / .ZT / .WV / .TS / F 1 X Y Z / _*6 / Q",
    )


@check("initial-match.top-row", task="initial-match", marks=0.1, visibility="hidden")
def test_initial_match_top_row(student, reference):
    """Three in the top row, in columns that are full, match before the first command."""
    # spec 6
    same_games(student, reference, "4 / 4 / CONTENTS / XXX. / STVS / TVST / STVS / _ / Q")


@check("longer.behind-a-gap", task="longer", marks=0.1, visibility="hidden")
def test_longer_behind_a_gap(student, reference):
    """An equal jewel further along the line stays, behind a gap or another jewel."""
    # spec 6
    same_games(
        student,
        reference,
        "4 / 6 / CONTENTS / ...... / ...... / ...... / XX.SX. / F 3 S T X / _*5 / Q",
        "4 / 6 / CONTENTS / ...... / ...... / ...... / X.XX.X / F 2 S T X / _*5 / Q",
        "8 / 3 / CONTENTS / ... / ... / ... / ... / X.. / X.. / S.. / X.. / F 1 T V X / _*5 / Q",
    )


@check("postponed.column", task="postponed", marks=0.1, visibility="hidden")
def test_postponed_column(student, reference):
    """A column that matches saves the game as well."""
    # spec 6, 10 (68)
    same_games(student, reference, "4 / 3 / CONTENTS / ... / ... / Z.. / Z.. / F 1 X Y Z / _*3 / Q")
    ends_somewhere(student)


@check("postponed.two-hidden", task="postponed", marks=0.1, visibility="hidden")
def test_postponed_two_hidden(student, reference):
    """A match saves the game when two jewels above the field have room then; a later faller can still end it."""
    # spec 6, 10 (66)
    same_games(student, reference, "4 / 3 / CONTENTS / ... / Z.. / Z.. / T.. / F 1 X Y Z / _*2 / Q")
    ends_somewhere(student)
    ends_once_saved(
        student, "4 / 3 / CONTENTS / ... / Z.. / Z.. / T.. / F 1 X Y Z / _*2 / F 1 S V W / _ / Q"
    )
