def roll(count):
    return [random.randrange(1, 6) for _ in range(count)]
