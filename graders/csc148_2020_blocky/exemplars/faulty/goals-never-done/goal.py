def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    kind = random.choice([PerimeterGoal, BlobGoal])
    used = []
    goals = []
    while True:
        colour = random.choice(COLOUR_LIST)
        if colour not in used:
            used.append(colour)
            goals.append(kind(colour))
            if len(goals) == num_goals:
                return goals
