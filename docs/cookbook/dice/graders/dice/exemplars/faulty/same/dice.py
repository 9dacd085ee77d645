def roll(count):
    return [random.Random(number).randint(1, 6) for number in range(count)]
