class BlobGoal(Goal):
    def description(self) -> str:
        """Return what to do."""
        return ''
