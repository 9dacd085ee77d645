from sums import total


def describe(numbers):
    return "the sum is %d" % total(numbers)


def shout(text):
    return text.upper() + "!"
