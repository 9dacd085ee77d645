"""Only what differs from the reference: each definition takes the place of the one of its name."""


def as_clock(minutes):
    while minutes >= 1440:
        minutes -= 1440
    return str(minutes // 60) + ":" + str(minutes % 60).zfill(2)


def main():
    line = input("Minutes? ")
    while line:
        print(as_clock(int(line)))
        line = input("Minutes? ")
