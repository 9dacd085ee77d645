import copy


class SmartPlayer:
    def make_move(self, board: Block) -> int:
        """Make a move."""
        best_score = None
        for _ in range(self._candidates):
            double = copy.deepcopy(board)
            place = (random.randint(0, board.size - 1),
                     random.randint(0, board.size - 1))
            level = random.randint(0, board.max_depth)
            move = random.choice(MOVES)
            _perform(double.get_selected_block(place, level), move)
            score = self.goal.score(double)
            if best_score is None or score > best_score:
                best_score, best = score, (place, level, move)
        block = board.get_selected_block(best[0], best[1])
        block.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(block, best[2])
        block.highlighted = False
        self.renderer.draw(board, self.id)
        return 0
