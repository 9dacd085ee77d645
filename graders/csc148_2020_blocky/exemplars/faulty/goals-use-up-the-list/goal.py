def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    goal_class = random.choice([PerimeterGoal, BlobGoal])
    colours = COLOUR_LIST
    goals = []
    while len(goals) < num_goals:
        colour = colours.pop(random.randint(0, len(colours) - 1))
        goals.append(goal_class(colour))
    return goals
