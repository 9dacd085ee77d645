class Block:
    position: Tuple[float, float]
    size: float

    def smash(self, max_depth: int) -> bool:
        """Smash this block."""
        if self.level == 0 or self.level >= max_depth:
            return False
        self.colour = None
        self.children = [random_init(self.level + 1, max_depth)
                         for _ in range(4)]
        for child in self.children:
            child.parent = self
        self.update_block_locations(self.position, self.size)
        return True


del attributes_str
del print_block
del print_block_indented
if __name__ == '__main__':
    print('no demonstration')
