# starter: # Your name and student number:
"""A function of a number, and a program that asks for numbers."""


def new_module(number):
    """Return the sum of the digits of <number>, a whole number (0 or more): for 75 it is 12."""
    # starter: # TODO: write this function.
    # solution begins
    return sum(int(digit) for digit in str(number))
    # solution ends


def main():
    """Ask for a number and print the function's result, again and again, until an empty line is
    typed.
    """
    # starter: # TODO: write this function.
    # solution begins
    while True:
        line = input("Number? ")
        if line == "":
            return
        print(new_module(int(line)))
    # solution ends


if __name__ == "__main__":
    main()
