class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Have this block and those in it placed by what places the boards of the checks."""
        from _grader import layout

        def cells(block: Block) -> object:
            return [cells(child) for child in block.children] or 0

        def take(block: Block, node: list) -> None:
            block.position = node[0]
            for child, inner in zip(block.children, node[5]):
                take(child, inner)

        take(self, layout._tree(cells(self), position, self.size, self.level,
                                self.max_depth))
