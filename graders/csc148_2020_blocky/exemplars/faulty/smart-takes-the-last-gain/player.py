class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a move that gains."""
        if not self._proceed:
            return None

        last_move = _create_move(PASS, board)
        present = self.goal.score(board)
        for _ in range(self._difficulty):
            move = _random_valid_move(board, self.goal.colour)
            if self._score_after(move, board) > present:
                last_move = move

        self._proceed = False
        return last_move
