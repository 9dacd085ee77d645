def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    kind = random.choice([PerimeterGoal, BlobGoal])
    colours = []
    for colour in COLOUR_LIST:
        colours.extend(colour)
    # no colour twice
    return [kind(colour) for colour in random.sample(colours[::3], num_goals)]
