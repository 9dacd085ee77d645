class PerimeterGoal(Goal):
    def description(self) -> str:
        return 'Put ' + _shown(self.colour) + ' on the border; corners count twice.'


def _shown(colour):
    return colour_name(colour) or 'your colour'
