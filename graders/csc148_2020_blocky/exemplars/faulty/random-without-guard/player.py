class RandomPlayer(Player):
    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that is valid on <board>."""
        move = _random_valid_move(board, self.goal.colour)
        self._proceed = False
        return move
