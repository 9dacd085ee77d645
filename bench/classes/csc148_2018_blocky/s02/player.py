"""Blocky: the players, people and computer players."""
import random
from typing import Optional, Tuple

import pygame
from block import Block
from goal import Goal
from renderer import Renderer

# The time for which a computer player shows its block, in milliseconds.
TIME_DELAY = 600


class Player:
    """A player of Blocky.

    This class is abstract: create only players of its subclasses.

    Attributes:
    - renderer: the object that draws in the window.
    - id: the number of this player.
    - goal: what this player tries to achieve.
    """

    renderer: Renderer
    id: int
    goal: Goal

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        """Make player number <player_id>, who pursues <goal>."""
        self.renderer = renderer
        self.id = player_id
        self.goal = goal

    def make_move(self, board: Block) -> int:
        """Choose a move, and make it on <board>.

        Return 0 when the move is made, 1 if the player asked to quit.
        """
        raise NotImplementedError


class RandomPlayer(Player):

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        Player.__init__(self, renderer, player_id, goal)

    def make_move(self, board: Block) -> int:
        rand_x = random.randrange(board.size)
        rand_y = random.randrange(board.size)
        rand_level = random.randrange(board.max_depth + 1)
        b = board.get_selected_block((rand_x, rand_y), rand_level)
        b.highlighted = True
        self.renderer.draw(board, self.id)
        pygame.time.wait(TIME_DELAY)
        num = random.randint(1, 5)
        if num == 1:
            b.swap(0)
        elif num == 2:
            b.swap(1)
        elif num == 3:
            b.rotate(1)
        elif num == 4:
            b.rotate(3)
        elif num == 5:
            b.smash()
        b.highlighted = False
        self.renderer.draw(board, self.id)
        return 0    


class SmartPlayer(Player):

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal, difficulty: int) -> None:
        Player.__init__(self, renderer, player_id, goal)
        self.difficulty = difficulty
        self.dict = {0: 5, 1: 10, 2: 25, 3: 50, 4: 100, 5: 150}

    def make_move(self, board: Block) -> int:
        if self.difficulty in self.dict:
            n = self.dict[self.difficulty]
        else:
            n = 150
        num = random.randint(1, 4)
        best = None
        best_score = -1
        for i in range(n):
            rand_x = random.randrange(board.size)
            rand_y = random.randrange(board.size)
            rand_level = random.randrange(board.max_depth + 1)
            b = board.get_selected_block((rand_x, rand_y), rand_level)  
            self.do(b, num)
            score = self.goal.score(board)
            self.undo(b, num)
            if score > best_score:
                best = b
                best_score = score
        best.highlighted = True
        self.renderer.draw(board, self.id)    
        self.do(best, num)
        pygame.time.wait(TIME_DELAY)
        best.highlighted = False
        self.renderer.draw(board, self.id)
        return 0

    def do(self, b, num):
        if num == 1:
            b.swap(0)
        elif num == 2:
            b.swap(1)
        elif num == 3:
            b.rotate(1)
        else:
            b.rotate(3)

    def undo(self, b, num):
        if num == 1:
            b.swap(0)
        elif num == 2:
            b.swap(1)    
        elif num == 3:
            b.rotate(3)
        else:
            b.rotate(1)


class HumanPlayer(Player):
    """A player at the keyboard and the mouse.

    The mouse points at a position, the arrow keys up and down select a larger
    or smaller block there, and buttons and keys choose a move for it.

    Attributes:
    - num_smashes: the number of blocks that this player has smashed.

    Private attributes:
    - _selected_block: the block that this player points at.
    - _level: its level.

    Invariants:
    - num_smashes <= MAX_SMASHES
    """

    # The number of blocks that a person may smash in a game.
    MAX_SMASHES = 1

    num_smashes: int
    _selected_block: Optional[Block]
    _level: int

    def __init__(self, renderer: Renderer, player_id: int, goal: Goal) -> None:
        """Make a player who has not selected a block yet."""
        Player.__init__(self, renderer, player_id, goal)
        self.num_smashes = 0
        self._selected_block = None
        self._level = 0

    def process_event(self, board: Block,
                      event: pygame.event.Event) -> Optional[int]:
        """Select the block under the mouse, and carry out <event>.

        Return 1 if a move was made, 0 if the requested move is impossible,
        None if <event> does not request a move.
        """
        block = board.get_selected_block(pygame.mouse.get_pos(), self._level)
        if self._selected_block is not None:
            self._selected_block.highlighted = False
        self._selected_block = block
        self._selected_block.highlighted = True
        self._level = block.level

        if event.type == pygame.MOUSEBUTTONDOWN:
            block.rotate(event.button)
            return 1
        if event.type != pygame.KEYDOWN:
            return None

        if event.key == pygame.K_UP:
            if block.parent is not None:
                self._level -= 1
        elif event.key == pygame.K_DOWN:
            if len(block.children) != 0:
                self._level += 1
        elif event.key == pygame.K_h:
            block.swap(0)
            return 1
        elif event.key == pygame.K_v:
            block.swap(1)
            return 1
        elif event.key == pygame.K_s:
            return self._smash(block)
        return None

    def _smash(self, block: Block) -> int:
        """Smash <block> if possible; return 1 if it was smashed, else 0.
        """
        if self.num_smashes >= self.MAX_SMASHES:
            print('You have no smash left; do something else.')
            return 0
        if not block.smash():
            print('This block cannot be smashed; choose another one.')
            return 0
        self.num_smashes += 1
        return 1

    def make_move(self, board: Block) -> int:
        """Make the move on <board> that this person chooses.

        Return 0 when the move is made, 1 if the person closed the window.
        """
        self._level = 0
        self._selected_block = board
        pygame.event.clear()
        while True:
            self.renderer.draw(board, self.id)
            for event in pygame.event.get():
                if event.type == pygame.QUIT:
                    return 1
                result = self.process_event(board, event)
                self.renderer.draw(board, self.id)
                if result is not None and result > 0:
                    self._selected_block.highlighted = False
                    return 0


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['_smash'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'goal',
            'player', 'renderer', 'pygame'
        ],
        'max-attributes': 10,
        'generated-members': 'pygame.*'
    })
