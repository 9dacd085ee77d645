class BlobGoal:
    def description(self) -> str:
        """Print the description."""
        print('Make the largest blob of ' + colour_name(self.colour))
