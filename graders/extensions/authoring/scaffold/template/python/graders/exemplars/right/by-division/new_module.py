"""Only the differences from the reference: each definition replaces the one with its name."""


def new_module(number):
    total = 0
    while number:
        number, digit = divmod(number, 10)
        total += digit
    return total


def main():
    line = input("Number? ")
    while line:
        print(new_module(int(line)))
        line = input("Number? ")
