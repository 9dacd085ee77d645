def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    random.shuffle(COLOUR_LIST)
    if random.random() < 0.5:
        return [PerimeterGoal(COLOUR_LIST[i]) for i in range(num_goals)]
    return [BlobGoal(COLOUR_LIST[i]) for i in range(num_goals)]
