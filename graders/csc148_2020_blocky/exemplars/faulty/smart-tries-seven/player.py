class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of seven moves."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        tried = 0
        for block in _all_blocks(board):
            for action in [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                           SWAP_HORIZONTAL, SWAP_VERTICAL]:
                if tried < 7 and _perform(
                        action, block.create_copy(), self.goal.colour):
                    tried += 1
                    move = _create_move(action, block)
                    score = self._score_after(move, board)
                    if score > best_score:
                        best_move, best_score = move, score

        self._proceed = False
        return best_move
