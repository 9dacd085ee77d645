class Columns:
    def announce_end(self) -> None:
        """Print that this game has ended."""
        print('GAME OVER')
