class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        tried = 0
        while tried < self._difficulty:
            move = _random_valid_move(board, self.goal.colour)
            if move is None or move[0] != 'combine':
                tried += 1
                if move is not None:
                    score = self._score_after(move, board)
                    if score > best_score:
                        best_move, best_score = move, score

        self._proceed = False
        return best_move
