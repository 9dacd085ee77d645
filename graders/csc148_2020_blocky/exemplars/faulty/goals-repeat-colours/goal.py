def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    goals = []
    perimeter = random.randint(0, 1) == 0
    for _ in range(num_goals):
        colour = random.choice(COLOUR_LIST)
        if perimeter:
            goals.append(PerimeterGoal(colour))
        else:
            goals.append(BlobGoal(colour))
    return goals
