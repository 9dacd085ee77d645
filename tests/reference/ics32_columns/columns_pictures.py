"""Worked examples of Columns as pictures, in the format of `columns_games.read_picture`.

The first ones are those of section 9 of the facts; the others were drawn by hand from its sections 5 and 6.
"""

from __future__ import annotations

PICTURES = {
    "one row is free, a move rescues": """
start         F 1 X Y Z     >             _             _             _             _
|         |   ||Z|      |   |   [Z]   |   |   [Y]   |   |   [X]   |   |         |   |         |
| V       |   | V       |   | V       |   | V [Z]   |   | V [Y]   |   | V |X|   |   | V  X    |
| S       |   | S       |   | S       |   | S       |   | S [Z]   |   | S |Y|   |   | S  Y    |
| T       |   | T       |   | T       |   | T       |   | T       |   | T |Z|   |   | T  Z    |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------

F 3 S T V
|      [V]|
| V  X    |
| S  Y    |
| T  Z    |
 ---------
""",
    "rotation of a landed faller brings in the hidden jewel": """
start         F 1 X Y Z     _             R             R             R             R
|         |   |[Z]      |   ||Y|      |   ||X|      |   ||Z|      |   ||Y|      |   ||X|      |
|         |   |         |   ||Z|      |   ||Y|      |   ||X|      |   ||Z|      |   ||Y|      |
| S       |   | S       |   | S       |   | S       |   | S       |   | S       |   | S       |
| T       |   | T       |   | T       |   | T       |   | T       |   | T       |   | T       |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "over a column with one free row and on": """
start         F 1 X Y Z     >             >             _             _             _
|         |   |[Z]      |   |   |Z|   |   |      [Z]|   |      [Y]|   |      [X]|   |         |
|    W    |   |    W    |   |    W    |   |    W    |   |    W [Z]|   |    W [Y]|   |    W |X||
|    S    |   |    S    |   |    S    |   |    S    |   |    S    |   |    S [Z]|   |    S |Y||
|    T    |   |    T    |   |    T    |   |    T    |   |    T    |   |    T    |   |    T |Z||
 ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "blocked beside the bottom jewel only": """
start         F 1 X Y Z     _             _             _             >             _
|         |   |[Z]      |   |[Y]      |   |[X]      |   |         |   |         |   |         |
|         |   |         |   |[Z]      |   |[Y]      |   |[X]      |   |[X]      |   |         |
|         |   |         |   |         |   |[Z]      |   |[Y]      |   |[Y]      |   |[X]      |
|    W    |   |    W    |   |    W    |   |    W    |   |[Z] W    |   |[Z] W    |   |[Y] W    |
|    S    |   |    S    |   |    S    |   |    S    |   |    S    |   |    S    |   |[Z] S    |
|    T    |   |    T    |   |    T    |   |    T    |   |    T    |   |    T    |   |    T    |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------

>             _             _             F 3 S T V
|         |   |         |   |         |   |      [V]|
|         |   |         |   |         |   |         |
|[X]      |   |         |   |         |   |         |
|[Y] W    |   ||X| W    |   | X  W    |   | X  W    |
|[Z] S    |   ||Y| S    |   | Y  S    |   | Y  S    |
|    T    |   ||Z| T    |   | Z  T    |   | Z  T    |
 ---------     ---------     ---------     ---------
""",
    "landed, moved off, moved back, frozen": """
start         F 1 X Y Z     _             _             _             _             >
|         |   |[Z]      |   |[Y]      |   |[X]      |   |         |   |         |   |         |
|         |   |         |   |[Z]      |   |[Y]      |   |[X]      |   |         |   |         |
|         |   |         |   |         |   |[Z]      |   |[Y]      |   ||X|      |   |   [X]   |
|         |   |         |   |         |   |         |   |[Z]      |   ||Y|      |   |   [Y]   |
|         |   |         |   |         |   |         |   |         |   ||Z|      |   |   [Z]   |
| S       |   | S       |   | S       |   | S       |   | S       |   | S       |   | S       |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------

<             _             F 3 S T V
|         |   |         |   |      [V]|
|         |   |         |   |         |
||X|      |   | X       |   | X       |
||Y|      |   | Y       |   | Y       |
||Z|      |   | Z       |   | Z       |
| S       |   | S       |   | S       |
 ---------     ---------     ---------
""",
    "moved right onto a lower column": """
start         F 1 X Y Z     _             _             _             >             _
|         |   |[Z]      |   |[Y]      |   |[X]      |   |         |   |         |   |         |
|         |   |         |   |[Z]      |   |[Y]      |   |[X]      |   |   |X|   |   |    X    |
|         |   |         |   |         |   |[Z]      |   |[Y]      |   |   |Y|   |   |    Y    |
|         |   |         |   |         |   |         |   |[Z]      |   |   |Z|   |   |    Z    |
|    S    |   |    S    |   |    S    |   |    S    |   |    S    |   |    S    |   |    S    |
|    T    |   |    T    |   |    T    |   |    T    |   |    T    |   |    T    |   |    T    |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------

F 3 S T V
|      [V]|
|    X    |
|    Y    |
|    Z    |
|    S    |
|    T    |
 ---------
""",
    "four directions through one cell": """
start               F 3 X X X           _                   _                   _
|               |   |      [X]      |   |      [X]      |   |      [X]      |   |               |
|               |   |               |   |      [X]      |   |      [X]      |   |      [X]      |
|               |   |               |   |               |   |      [X]      |   |      [X]      |
| X           X |   | X           X |   | X           X |   | X           X |   | X    [X]    X |
| S  X     X  T |   | S  X     X  T |   | S  X     X  T |   | S  X     X  T |   | S  X     X  T |
| T  X     X  S |   | T  X     X  S |   | T  X     X  S |   | T  X     X  S |   | T  X     X  S |
| S  T  V  S  T |   | S  T  V  S  T |   | S  T  V  S  T |   | S  T  V  S  T |   | S  T  V  S  T |
 ---------------     ---------------     ---------------     ---------------     ---------------

_                   _                   _                   _                   F 1 S T V
|               |   |               |   |               |   |               |   |[V]            |
|               |   |               |   |               |   |               |   |               |
|      [X]      |   |               |   |               |   |               |   |               |
| X    [X]    X |   | X    |X|    X |   |*X*   *X*   *X*|   |               |   |               |
| S  X [X] X  T |   | S  X |X| X  T |   | S *X**X**X* T |   | S           T |   | S           T |
| T  X     X  S |   | T  X |X| X  S |   | T *X**X**X* S |   | T           S |   | T           S |
| S  T  V  S  T |   | S  T  V  S  T |   | S  T  V  S  T |   | S  T  V  S  T |   | S  T  V  S  T |
 ---------------     ---------------     ---------------     ---------------     ---------------
""",
    "a cascade is shown by the tick that removes": """
start            F 4 T X X        _                _                _
|            |   |         [X]|   |         [X]|   |         [T]|   |            |
|            |   |            |   |         [X]|   |         [X]|   |         [T]|
|            |   |            |   |            |   |         [X]|   |         [X]|
|    T       |   |    T       |   |    T       |   |    T       |   |    T    [X]|
|    S  T    |   |    S  T    |   |    S  T    |   |    S  T    |   |    S  T    |
|    V  V  X |   |    V  V  X |   |    V  V  X |   |    V  V  X |   |    V  V  X |
 ------------     ------------     ------------     ------------     ------------

_                _                _                _                F 1 S T V
|            |   |            |   |            |   |            |   |[V]         |
|            |   |            |   |            |   |            |   |            |
|         |T||   |          T |   |            |   |            |   |            |
|    T    |X||   |    T    *X*|   |   *T*      |   |            |   |            |
|    S  T |X||   |    S  T *X*|   |    S *T*   |   |    S       |   |    S       |
|    V  V  X |   |    V  V *X*|   |    V  V *T*|   |    V  V    |   |    V  V    |
 ------------     ------------     ------------     ------------     ------------
""",
    "game over with one jewel visible": """
start         F 1 X Y Z     _
|         |   ||Z|      |   | Z       |
| V       |   | V       |   | V       |
| S       |   | S       |   | S       |
| T       |   | T       |   | T       |
 ---------     ---------     ---------
                            GAME OVER
""",
    "postponed, one jewel hidden": """
start         F 1 X Y Z     _             _             _             F 2 S T V     _
|         |   |[Z]      |   ||Y|      |   | Y       |   | X       |   | X [V]   |   | X |T|   |
|    Z  Z |   |    Z  Z |   ||Z| Z  Z |   |*Z**Z**Z*|   | Y       |   | Y       |   | Y |V|   |
| S  V  T |   | S  V  T |   | S  V  T |   | S  V  T |   | S  V  T |   | S  V  T |   | S  V  T |
| T  S  T |   | T  S  T |   | T  S  T |   | T  S  T |   | T  S  T |   | T  S  T |   | T  S  T |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "postponed, two jewels hidden, vertical": """
start         F 1 X Y Z     _             _             F 3 S T V
|         |   ||Z|      |   |*Z*      |   |         |   |      [V]|
| Z       |   | Z       |   |*Z*      |   | X       |   | X       |
| Z       |   | Z       |   |*Z*      |   | Y       |   | Y       |
| T       |   | T       |   | T       |   | T       |   | T       |
 ---------     ---------     ---------     ---------     ---------
""",
    "postponed, the hidden jewel matches next": """
start         F 1 S S Z     _             _             _             _
|         |   |[Z]      |   ||S|      |   | S       |   |*S*      |   |         |
|    Z  Z |   |    Z  Z |   ||Z| Z  Z |   |*Z**Z**Z*|   |*S*      |   |         |
| S  V  T |   | S  V  T |   | S  V  T |   | S  V  T |   |*S* V  T |   |    V  T |
| S  W  V |   | S  W  V |   | S  W  V |   | S  W  V |   |*S* W  V |   |    W  V |
 ---------     ---------     ---------     ---------     ---------     ---------
""",
    "no wrap across the top": """
start         F 1 S W V     _             _             _             F 2 X Y Z
|         |   |[V]      |   |[W]      |   ||S|      |   | S       |   | S [Z]   |
|         |   |         |   |[V]      |   ||W|      |   | W       |   | W       |
|       S |   |       S |   |       S |   ||V|    S |   | V     S |   | V     S |
| T  S  V |   | T  S  V |   | T  S  V |   | T  S  V |   | T  S  V |   | T  S  V |
 ---------     ---------     ---------     ---------     ---------     ---------
""",
    "a second faller is ignored, falling and landed": """
start         F 1 X Y Z     F 2 S T V     _             F 1 S T V     _             F 3 S T V     _             F 2 S T V
|         |   |[Z]      |   |[Z]      |   |[Y]      |   |[Y]      |   ||X|      |   ||X|      |   | X       |   | X [V]   |
|         |   |         |   |         |   |[Z]      |   |[Z]      |   ||Y|      |   ||Y|      |   | Y       |   | Y       |
|         |   |         |   |         |   |         |   |         |   ||Z|      |   ||Z|      |   | Z       |   | Z       |
| T       |   | T       |   | T       |   | T       |   | T       |   | T       |   | T       |   | T       |   | T       |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "rotation with one, two and three jewels visible": """
start         F 2 S T V     R             _             R             _             R             R             R
|         |   |   [V]   |   |   [T]   |   |   [S]   |   |   [V]   |   |   [T]   |   |   [S]   |   |   [V]   |   |   [T]   |
|         |   |         |   |         |   |   [T]   |   |   [S]   |   |   [V]   |   |   [T]   |   |   [S]   |   |   [V]   |
|         |   |         |   |         |   |         |   |         |   |   [S]   |   |   [V]   |   |   [T]   |   |   [S]   |
|         |   |         |   |         |   |         |   |         |   |         |   |         |   |         |   |         |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "edges": """
start         F 1 S T V     <             >             >             >             _             <
|         |   |[V]      |   |[V]      |   |   [V]   |   |      [V]|   |      [V]|   |      [T]|   |   [T]   |
|         |   |         |   |         |   |         |   |         |   |         |   |      [V]|   |   [V]   |
|         |   |         |   |         |   |         |   |         |   |         |   |         |   |         |
|         |   |         |   |         |   |         |   |         |   |         |   |         |   |         |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "one jewel visible beside a full column": """
start         F 1 X Y Z     >             _             >
|    Z    |   |[Z] Z    |   |[Z] Z    |   |[Y] Z    |   |[Y] Z    |
|    X    |   |    X    |   |    X    |   |[Z] X    |   |[Z] X    |
|    S    |   |    S    |   |    S    |   |    S    |   |    S    |
|    T    |   |    T    |   |    T    |   |    T    |   |    T    |
 ---------     ---------     ---------     ---------     ---------
""",
    "landed, moved off, falls on": """
start         F 1 X Y Z     _             _             >             _             _
|         |   |[Z]      |   |[Y]      |   ||X|      |   |   [X]   |   |         |   |         |
|         |   |         |   |[Z]      |   ||Y|      |   |   [Y]   |   |   |X|   |   |    X    |
|         |   |         |   |         |   ||Z|      |   |   [Z]   |   |   |Y|   |   |    Y    |
| S       |   | S       |   | S       |   | S       |   | S       |   | S |Z|   |   | S  Z    |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "landed, moved along the floor, no tick more": """
start         F 1 X Y Z     _             _             _             >             >             _
|         |   |[Z]      |   |[Y]      |   |[X]      |   |         |   |         |   |         |   |         |
|         |   |         |   |[Z]      |   |[Y]      |   ||X|      |   |   |X|   |   |      |X||   |       X |
|         |   |         |   |         |   |[Z]      |   ||Y|      |   |   |Y|   |   |      |Y||   |       Y |
|         |   |         |   |         |   |         |   ||Z|      |   |   |Z|   |   |      |Z||   |       Z |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "nothing to rotate, to move or to wait for": """
start         R             <             >             _             F 2 S T V
|         |   |         |   |         |   |         |   |         |   |   [V]   |
|         |   |         |   |         |   |         |   |         |   |         |
|         |   |         |   |         |   |         |   |         |   |         |
| T     X |   | T     X |   | T     X |   | T     X |   | T     X |   | T     X |
 ---------     ---------     ---------     ---------     ---------     ---------
""",
    "four in a row, and what is above drops": """
start            F 3 S T X        _                _                _                _                _                F 1 S T V
|            |   |      [X]   |   |      [T]   |   |      [S]   |   |            |   |            |   |            |   |[V]         |
|            |   |            |   |      [X]   |   |      [T]   |   |      |S|   |   |       S    |   |            |   |            |
|            |   |            |   |            |   |      [X]   |   |      |T|   |   |       T    |   |       S    |   |       S    |
| X  X     X |   | X  X     X |   | X  X     X |   | X  X     X |   | X  X |X| X |   |*X**X**X**X*|   |       T    |   |       T    |
 ------------     ------------     ------------     ------------     ------------     ------------     ------------     ------------
""",
    "two colours at once": """
start         F 3 V S T     _             _             _             _             _
|         |   |      [T]|   |      [S]|   |      [V]|   |         |   |         |   |         |
|         |   |         |   |      [T]|   |      [S]|   |      |V||   |       V |   |         |
| S  S    |   | S  S    |   | S  S    |   | S  S [T]|   | S  S |S||   |*S**S**S*|   |         |
| T  T    |   | T  T    |   | T  T    |   | T  T    |   | T  T |T||   |*T**T**T*|   |       V |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "pairs and broken lines are no matches": """
start            F 3 S X S        _                _                _                _                _
|            |   |      [S]   |   |      [X]   |   |      [S]   |   |            |   |            |   |            |
|            |   |            |   |      [S]   |   |      [X]   |   |      [S]   |   |            |   |            |
|            |   |            |   |            |   |      [S]   |   |      [X]   |   |      |S|   |   |       S    |
| X        X |   | X        X |   | X        X |   | X        X |   | X    [S] X |   | X    |X| X |   | X     X  X |
| X  X     X |   | X  X     X |   | X  X     X |   | X  X     X |   | X  X     X |   | X  X |S| X |   | X  X  S  X |
 ------------     ------------     ------------     ------------     ------------     ------------     ------------
""",
    "a landed faller matches when it freezes, not before": """
start         F 2 S X W     _             _             _             _             _
|         |   |   [W]   |   |   [X]   |   |   [S]   |   |         |   |         |   |         |
|         |   |         |   |   [W]   |   |   [X]   |   |   |S|   |   |    S    |   |         |
| X     X |   | X     X |   | X     X |   | X [W] X |   | X |X| X |   |*X**X**X*|   |    S    |
| S     T |   | S     T |   | S     T |   | S     T |   | S |W| T |   | S  W  T |   | S  W  T |
 ---------     ---------     ---------     ---------     ---------     ---------     ---------
""",
    "game over with two jewels visible, rotated before": """
start         F 1 X Y Z     _             R             _
|         |   |[Z]      |   ||Y|      |   ||X|      |   | X       |
|         |   |         |   ||Z|      |   ||Y|      |   | Y       |
| S       |   | S       |   | S       |   | S       |   | S       |
| T       |   | T       |   | T       |   | T       |   | T       |
 ---------     ---------     ---------     ---------     ---------
                                                        GAME OVER
""",
    "postponed, but there is not enough room (our choice: over when no match is left)": """
start         F 1 X Y Z     _             _
|    Z  Z |   ||Z| Z  Z |   |*Z**Z**Z*|   | Y       |
| V  S  T |   | V  S  T |   | V  S  T |   | V  S  T |
| S  V  T |   | S  V  T |   | S  V  T |   | S  V  T |
| T  X  S |   | T  X  S |   | T  X  S |   | T  X  S |
 ---------     ---------     ---------     ---------
                                          GAME OVER
""",
    "postponed twice, until everything fits": """
start            F 1 Z V S        _                _                _                F 4 S T V
|    T  T    |   ||S| T  T    |   |*S* T  T    |   | V          |   | Z          |   | Z       [V]|
| Z  S  Z    |   | Z  S  Z    |   | Z *S* Z    |   | Z  T *T*   |   | V          |   | V          |
| S  T  S  X |   | S  T  S  X |   | S  T *S* X |   | S *T* Z  X |   | Z  T  Z  X |   | Z  T  Z  X |
| T  Z  T  Y |   | T  Z  T  Y |   | T  Z  T  Y |   |*T* Z  T  Y |   | S  Z  T  Y |   | S  Z  T  Y |
 ------------     ------------     ------------     ------------     ------------     ------------
""",
    "no line through a hidden jewel (our choice)": """
start         F 1 Z Z Z     _
|         |   ||Z|      |   | Z       |
| T       |   | T       |   | T       |
| S       |   | S       |   | S       |
| T       |   | T       |   | T       |
 ---------     ---------     ---------
                            GAME OVER
""",
    "a full column has no room for a faller (our choice)": """
start         F 2 X Y Z
|    Z    |   |    Z    |
|    X    |   |    X    |
|    S    |   |    S    |
|    T    |   |    T    |
 ---------     ---------
              GAME OVER
""",
    "nothing but a tick counts while a match is shown (our choice)": """
start         F 3 X Y Z     R             >             _             F 3 X Y Z
|         |   |         |   |         |   |         |   |         |   |      [Z]|
|         |   |         |   |         |   |         |   |         |   |         |
| V       |   | V       |   | V       |   | V       |   |         |   |         |
|*S**S**S*|   |*S**S**S*|   |*S**S**S*|   |*S**S**S*|   | V       |   | V       |
 ---------     ---------     ---------     ---------     ---------     ---------
""",
}
