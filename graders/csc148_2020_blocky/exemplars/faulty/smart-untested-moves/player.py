class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        copy = board.create_copy()
        for _ in range(self._difficulty):
            # all on the same copy, move after move
            move = _random_valid_move(copy, self.goal.colour)
            _perform((move[0], move[1]), move[2], self.goal.colour)
            score = self.goal.score(copy)
            if score > best_score:
                block = _get_block(board, move[2].position, move[2].level)
                best_move = _create_move((move[0], move[1]), block)
                best_score = score

        self._proceed = False
        return best_move
