class SmartPlayer:
    def __init__(self, difficulty: int, renderer: Renderer, player_id: int,
                 goal: Goal) -> None:
        """Make a smart player."""
        Player.__init__(self, renderer, player_id, goal)
        self.difficulty_level = difficulty

    def make_move(self, board: Block) -> int:
        """Make a move."""
        table = [5, 10, 25, 50, 100]
        tries = table[self.difficulty_level] if self.difficulty_level < 5 else 150
        score_now = self.goal.score(board)
        best_score = -1 if score_now >= 0 else score_now
        best = None
        for _ in range(tries):
            block, move = _random_block(board), random.choice(MOVES)
            _perform(block, move)
            if self.goal.score(board) >= best_score:
                best_score = self.goal.score(board)
                best = (block, move)
            _undo(block, move)
        best[0].highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        _perform(*best)
        best[0].highlighted = False
        self.renderer.draw(board, self.id)
        return 0
