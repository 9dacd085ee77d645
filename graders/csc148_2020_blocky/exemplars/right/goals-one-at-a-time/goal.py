def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> random goals."""
    left = COLOUR_LIST.copy()
    kind = random.randint(1, 2)
    goals = []
    for _ in range(num_goals):
        colour = left.pop(random.randint(0, len(left) - 1))
        if kind == 1:
            goals.append(BlobGoal(colour))
        else:
            goals.append(PerimeterGoal(colour))
    return goals


class PerimeterGoal(Goal):
    def description(self) -> str:
        """Return what to do."""
        return 'Go for the sides!'
