class Block:
    def rotate(self, direction: int) -> None:
        """Rotate this block."""
        if len(self.children) == 0:
            return
        if direction == 1:
            self.children.append(self.children.pop(0))
        else:
            self.children.insert(0, self.children.pop())
        self.update_block_locations(self.position, self.size)

    def get_all_blocks(self) -> list:
        """Return all blocks."""
        found = [self]
        for child in self.children:
            found.extend(child.get_all_blocks())
        return found


def any_block(board: Block) -> Block:
    """Return a block of the board."""
    return random.choice(board.get_all_blocks())
