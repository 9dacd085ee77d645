class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves; none is scored twice."""
        if not self._proceed:
            return None

        scores = {}
        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        for _ in range(self._difficulty):
            move = _random_valid_move(board, self.goal.colour)
            key = (move[0], move[1], move[2].position, move[2].level)
            if key not in scores:
                scores[key] = self._score_after(move, board)
            if scores[key] > best_score:
                best_move, best_score = move, scores[key]

        self._proceed = False
        return best_move
