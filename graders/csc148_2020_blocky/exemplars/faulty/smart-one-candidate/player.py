class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        move = _create_move(PASS, board)
        i = 0
        while i < self._difficulty:
            new = _random_valid_move(board, self.goal.colour)
            if self._score_after(new, board) > self.goal.score(board):
                move = new
            # enough moves compared
            i += self._difficulty

        self._proceed = False
        return move
