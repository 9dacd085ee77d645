del colour_name
from settings import COLOUR_LIST


class PerimeterGoal(Goal):
    colour: Tuple[int, int, int]

    def description(self) -> str:
        """Return what to do."""
        return 'Fill the border with your colour. A corner counts double!'


class BlobGoal(Goal):
    colour: Tuple[int, int, int]

    def description(self) -> str:
        """Return what to do."""
        return 'Make the largest group of your colour!'
