class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        for _ in range(self._difficulty):
            copy = board.create_copy()
            move = _random_valid_move(copy, self.goal.colour)
            _perform((move[0], move[1]), move[2], self.goal.colour)
            if self.goal.score(copy) > best_score:
                best_move, best_score = move, self.goal.score(copy)

        self._proceed = False
        return best_move
