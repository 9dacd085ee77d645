"""Counts its input lines until one of them is ``q``."""

COUNT = []


def double(number):
    """Print and return twice *number*."""
    print(2 * number, end="")
    return 2 * number


def main():
    """Talk."""
    start = int(input("Start at? "))
    while True:
        line = input("> ")
        if line == "q":
            return
        COUNT.append(line)
        print(f"{start + len(COUNT)}: {line} ")


if __name__ == "__main__":
    main()
