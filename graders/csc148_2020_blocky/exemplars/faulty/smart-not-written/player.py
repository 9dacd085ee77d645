class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        # still to do: look at <difficulty> moves

        self._proceed = False
        return None
