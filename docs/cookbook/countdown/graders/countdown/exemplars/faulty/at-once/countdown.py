def countdown(start):
    return iter(list(range(start, 0, -1)))
