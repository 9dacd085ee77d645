class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of the first moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        tried = 0
        for block in reversed(_all_blocks(board)):
            for action in [PAINT, ROTATE_CLOCKWISE, SWAP_VERTICAL, COMBINE]:
                if tried < self._difficulty and _perform(
                        action, block.create_copy(), self.goal.colour):
                    tried += 1
                    move = _create_move(action, block)
                    score = self._score_after(move, board)
                    if score > best_score:
                        best_move, best_score = move, score

        self._proceed = False
        return best_move
