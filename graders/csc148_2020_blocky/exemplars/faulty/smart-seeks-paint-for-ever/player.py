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
            block = random.choice(_all_blocks(board))
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            if action == PAINT:
                # only cells of another colour can be painted
                while block.level != board.max_depth \
                        or block.colour == self.goal.colour:
                    block = random.choice(_all_blocks(board))
            if _perform(action, block.create_copy(), self.goal.colour):
                tried += 1
                move = _create_move(action, block)
                score = self._score_after(move, board)
                if score > best_score:
                    best_move, best_score = move, score

        self._proceed = False
        return best_move
