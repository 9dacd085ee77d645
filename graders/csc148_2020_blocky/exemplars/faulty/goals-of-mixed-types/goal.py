def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    colours = COLOUR_LIST[:]
    random.shuffle(colours)
    goals = []
    for i in range(num_goals):
        if random.randint(0, 1) == 0:
            goals.append(PerimeterGoal(colours[i]))
        else:
            goals.append(BlobGoal(colours[i]))
    return goals
