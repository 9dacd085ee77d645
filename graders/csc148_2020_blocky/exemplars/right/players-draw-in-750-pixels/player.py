def _draw_move(board: Block, colour: Tuple[int, int, int]) -> \
        Tuple[str, Optional[int], Block]:
    """Return a random valid move on <board>, found by trial and error."""
    level = random.randint(0, board.max_depth)
    pixel = (random.randint(0, 749),
             random.randint(0, 749))
    block = _get_block(board, pixel, level)
    action = random.choice(list(KEY_ACTION.values()))
    copy = block.create_copy()
    if action == SMASH:
        success = block.smashable()
    elif action == COMBINE:
        success = copy.combine()
    elif action == PAINT:
        success = copy.paint(colour)
    elif action in [SWAP_VERTICAL, SWAP_HORIZONTAL]:
        success = copy.swap(action[1])
    elif action in [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE]:
        success = copy.rotate(action[1])
    else:
        success = False
    if success:
        return _create_move(action, block)
    return _draw_move(board, colour)


class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        move = _draw_move(board, self.goal.colour)
        self._proceed = False
        return move


class SmartPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves."""
        if not self._proceed:
            return None

        scores = {}
        for _ in range(self._difficulty):
            move = _draw_move(board, self.goal.colour)
            scores[self._score_after(move, board)] = move
        self._proceed = False
        if max(scores) > self.goal.score(board):
            return scores[max(scores)]
        return _create_move(PASS, board)
