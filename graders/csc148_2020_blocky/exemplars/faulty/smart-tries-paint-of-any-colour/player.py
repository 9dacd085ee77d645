from settings import COLOUR_LIST


class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score that <board> would have after <move>."""
        kind, number, block = move
        copy = board.create_copy()
        block_copy = _get_block(copy, block.position, block.level)
        _perform((kind, number), block_copy, random.choice(COLOUR_LIST))
        return self.goal.score(copy)
