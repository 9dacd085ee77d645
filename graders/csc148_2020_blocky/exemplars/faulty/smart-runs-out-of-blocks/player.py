class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        blocks = _all_blocks(board)
        random.shuffle(blocks)
        best = _create_move(PASS, board)
        highest = self.goal.score(board)
        tried = 0
        while tried < self._difficulty:
            block = blocks.pop()
            actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, COMBINE,
                       SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PAINT]
            random.shuffle(actions)
            for action in actions:
                if _perform(action, block.create_copy(), self.goal.colour):
                    move = _create_move(action, block)
                    score = self._score_after(move, board)
                    if score > highest:
                        best, highest = move, score
                    tried += 1
                    break

        self._proceed = False
        return best
