class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves, or a pass."""
        if not self._proceed:
            return None
        best = _create_move(PASS, board)
        best_score = self.goal.score(board)
        while self._difficulty > 0:
            self._difficulty -= 1
            move = _random_valid_move(board, self.goal.colour)
            score = self._score_after(move, board)
            if score > best_score:
                best, best_score = move, score
        self._proceed = False
        return best
