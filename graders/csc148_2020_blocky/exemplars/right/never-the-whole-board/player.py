def _random_way(board: Block) -> List[int]:
    """Return a random way down into <board>, at least one step."""
    way = []
    block = board
    while block.children and (not way or random.randint(0, 2) > 0):
        way.append(random.randint(0, 3))
        block = block.children[way[-1]]
    return way


def _walk(board: Block, way: List[int]) -> Block:
    """Return the block of <board> at the end of <way>."""
    for i in way:
        board = board.children[i]
    return board


class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None

        while True:
            way = _random_way(board)
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            if _perform(action, _walk(board.create_copy(), way),
                        self.goal.colour):
                break

        self._proceed = False
        return _create_move(action, _walk(board, way))


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
            way = _random_way(board)
            action = random.choice([ROTATE_CLOCKWISE, SWAP_HORIZONTAL, SMASH,
                                    ROTATE_COUNTER_CLOCKWISE, SWAP_VERTICAL,
                                    COMBINE, PAINT])
            copy = board.create_copy()
            if _perform(action, _walk(copy, way), self.goal.colour):
                tried += 1
                if self.goal.score(copy) > best_score:
                    best_score = self.goal.score(copy)
                    best_move = _create_move(action, _walk(board, way))

        self._proceed = False
        return best_move
