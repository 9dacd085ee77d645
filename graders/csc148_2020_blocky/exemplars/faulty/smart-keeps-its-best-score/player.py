class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves, or a pass."""
        if not self._proceed:
            return None
        best = _create_move(PASS, board)
        if not hasattr(self, '_best_score'):
            self._best_score = self.goal.score(board)
        for _ in range(self._difficulty):
            move = _random_valid_move(board, self.goal.colour)
            score = self._score_after(move, board)
            if score > self._best_score:
                best, self._best_score = move, score
        self._proceed = False
        return best
