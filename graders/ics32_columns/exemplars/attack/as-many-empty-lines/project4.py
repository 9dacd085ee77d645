# Nobody, 0
"""As many lines as there should be, with nothing in them."""


def show(rows: int) -> None:
    """Print the lines of a display, without a field."""
    print('\n' * rows)


def main() -> None:
    """Read commands until Q."""
    rows, _columns, kind = int(input()), input(), input()
    if kind == 'CONTENTS':
        for _ in range(rows):
            input()
    show(rows)
    while input() != 'Q':
        show(rows)


if __name__ == '__main__':
    main()
