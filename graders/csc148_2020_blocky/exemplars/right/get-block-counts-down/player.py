def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block <level> levels below <block> at <location>."""
    if block.position[0] > location[0] or block.position[1] > location[1]:
        return None
    if location[0] >= block.position[0] + block.size or \
            location[1] >= block.position[1] + block.size:
        return None
    if level == 0 or len(block.children) == 0:
        return block
    candidates = [_get_block(child, location, level - 1)
                  for child in block.children]
    for candidate in candidates:
        if candidate is not None:
            return candidate
    return block


class HumanPlayer(Player):
    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block under the mouse."""
        return _get_block(board, pygame.mouse.get_pos(), self._level)


class SmartPlayer(Player):
    def _score_after(self, move: Tuple[str, Optional[int], Block],
                     board: Block) -> int:
        """Return the score of <board> after <move>."""
        copy = board.create_copy()
        block = _get_block(copy, move[2].position, move[2].level)
        _perform((move[0], move[1]), block, self.goal.colour)
        return self.goal.score(copy)
