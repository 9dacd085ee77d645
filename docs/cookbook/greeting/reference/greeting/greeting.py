"""Greetings."""


def greet(names):
    """Print a greeting for each of <names>, a line each."""
    # starter, to do: write this function.
    # solution begins
    for name in names:
        print(f"Hello, {name}!")
    # solution ends
