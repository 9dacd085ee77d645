class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_gain = 0
        for _ in range(self._difficulty):
            move = _random_valid_move(board, self.goal.colour)
            copy = move[2].create_copy()
            before = self.goal.score(copy)
            _perform((move[0], move[1]), copy, self.goal.colour)
            gain = self.goal.score(copy) - before
            if gain > best_gain:
                best_move, best_gain = move, gain

        self._proceed = False
        return best_move
