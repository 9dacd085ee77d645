class Block:
    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the selected block."""
        block = self
        while block.level < level:
            middle = block.children[3].position
            right, low = location[0] >= middle[0], location[1] >= middle[1]
            block = block.children[{(True, False): 0, (False, False): 1,
                                    (False, True): 2, (True, True): 3}[right, low]]
        return block
