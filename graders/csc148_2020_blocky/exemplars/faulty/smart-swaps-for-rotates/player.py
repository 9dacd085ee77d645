class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of <board> after <move>."""
        copy = board.create_copy()
        block = _get_block(copy, move[2].position, move[2].level)
        if move[0] == 'rotate':
            block.swap(0 if move[1] == 1 else 1)
        elif move[0] == 'swap':
            block.swap(move[1])
        elif move[0] == 'smash':
            block.smash()
        elif move[0] == 'combine':
            block.combine()
        else:
            block.paint(self.goal.colour)
        return self.goal.score(copy)
