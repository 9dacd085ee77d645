class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a pass."""
        if not self._proceed:
            return None
        self._proceed = False
        return _create_move(PASS, board)
