class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        scores = []
        moves = []
        while len(moves) < self._difficulty:
            move = _random_valid_move(board, self.goal.colour)
            moves.append(move)
            scores.append(self._score_after(move, board))

        self._proceed = False
        return moves[scores.index(max(scores))]
