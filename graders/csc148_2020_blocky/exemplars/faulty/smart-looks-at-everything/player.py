class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        best = _create_move(PASS, board)
        highest = self.goal.score(board)
        for _ in range(100):
            move = _random_valid_move(board, self.goal.colour)
            score = self._score_after(move, board)
            if score > highest:
                best, highest = move, score

        self._proceed = False
        return best
