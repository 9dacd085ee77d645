class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        if not self._proceed:
            return None
        self._proceed = False

        block = random.choice(_all_blocks(board))
        actions = []
        if block.children:
            actions += [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE,
                        SWAP_HORIZONTAL, SWAP_VERTICAL]
            if block.create_copy().combine():
                actions.append(COMBINE)
        if block.smashable():
            actions.append(SMASH)
        if block.level == block.max_depth:
            actions.append(PAINT)
        action = random.choice(actions)
        if action == PAINT and block.colour == self.goal.colour:
            return self.generate_move(board)
        return _create_move(action, block)
