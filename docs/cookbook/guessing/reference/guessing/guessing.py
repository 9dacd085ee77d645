"""Guess a number."""

SECRET = 42


def main():
    """Ask for guesses until one is right."""
    # starter, to do: write this function.
    # solution begins
    while (guess := int(input("Guess: "))) != SECRET:
        print("too low" if guess < SECRET else "too high")
    print("right")
    # solution ends


if __name__ == "__main__":
    main()
