# starter: # Your name and student number:
"""Times of day: a function that tells them, and a program that asks for minutes."""


def as_clock(minutes):
    """Return the time so many <minutes> after midnight, as a clock shows it: 75 is "1:15".

    A clock begins anew every 24 hours.
    """
    # starter: # TODO: write this function.
    # solution begins
    hours, rest = divmod(minutes % (24 * 60), 60)
    return f"{hours}:{rest:02}"
    # solution ends


def main():
    """Ask for minutes and print the time, again and again, until an empty line is typed."""
    # starter: # TODO: write this function.
    # solution begins
    while True:
        line = input("Minutes? ")
        if line == "":
            return
        print(as_clock(int(line)))
    # solution ends


if __name__ == "__main__":
    main()
