class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some moves, of which some are passes."""
        if not self._proceed:
            return None

        best_move = _create_move(PASS, board)
        best_score = self.goal.score(board)
        tried = 0
        while tried < self._difficulty:
            action = random.choice(list(KEY_ACTION.values()))
            block = random.choice(_all_blocks(board))
            if action == PASS:
                tried += 1
            elif _would_succeed(action, block, self.goal.colour):
                tried += 1
                move = _create_move(action, block)
                score = self._score_after(move, board)
                if score > best_score:
                    best_move, best_score = move, score

        self._proceed = False
        return best_move
