"""Blocky: the players, human and otherwise."""
from __future__ import annotations

import random
from typing import List, Optional, Tuple

import pygame
from actions import (
    COMBINE,
    KEY_ACTION,
    PAINT,
    PASS,
    ROTATE_CLOCKWISE,
    ROTATE_COUNTER_CLOCKWISE,
    SMASH,
    SWAP_HORIZONTAL,
    SWAP_VERTICAL,
)
from block import Block
from goal import Goal, generate_goals


def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game, each with a random goal.

    The <num_human> human players come first, then <num_random> random ones,
    then one smart player for each difficulty in <smart_players>, in that
    order. Their ids count up from 0 through the whole list.

    Precondition: there are no more players than colours in COLOUR_LIST
    """
    lst = ['human'] * num_human + ['random'] * num_random
    goals = generate_goals(len(lst) + len(smart_players))
    players = []
    for kind in lst:
        n = len(players)
        if kind == 'human':
            players.append(HumanPlayer(n, goals[n]))
        else:
            players.append(RandomPlayer(n, goals[n]))
    for difficulty in smart_players:
        n = len(players)
        players.append(SmartPlayer(n, goals[n], difficulty))
    return players


def _in_block(block: Block, location: Tuple[int, int]) -> bool:
    """Return whether <location> is in <block>."""
    dx = location[0] - block.position[0]
    dy = location[1] - block.position[1]
    return 0 <= dx < block.size and 0 <= dy < block.size


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> in <block> that contains <location>.

    If the blocks at <location> do not reach down to <level>, return the
    deepest of them. If <location> is outside <block>, return None.

    A block contains its upper and left edges, but not its lower and right
    ones. <location> is an (x, y) in pixels, and <level> counts from the whole
    board, like the attribute of a block.

    Precondition: block.level <= level <= block.max_depth
    """
    if not _in_block(block, location):
        return None
    while block.level < level and block.children:
        inside = [child for child in block.children
                  if _in_block(child, location)]
        if not inside:
            break
        block = inside[0]
    return block


class Player:
    """A player of Blocky.

    This class is abstract: create only players of its subclasses.

    Attributes:
    - id: the number of this player, unique in the game.
    - goal: what this player tries to achieve.
    """

    id: int
    goal: Goal

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make player number <player_id>, who pursues <goal>."""
        self.goal = goal
        self.id = player_id

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> that this player points at.

        Return None if this player does not point at a block.
        """
        raise NotImplementedError

    def process_event(self, event: pygame.event.Event) -> None:
        """React to <event>, if it concerns this player."""
        raise NotImplementedError

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the move that this player makes on <board>.

        A move consists of the two parts of an action, and a block.
        Return None if this player has not decided yet.
        """
        raise NotImplementedError


def _create_move(action: Tuple[str, Optional[int]], block: Block) -> \
        Tuple[str, Optional[int], Block]:
    """Return the move that applies <action> to <block>."""
    return action[0], action[1], block


def _can(block: Block, action: Tuple[str, Optional[int]], goal) -> bool: 
    b = block.create_copy()
    if action == ROTATE_CLOCKWISE:
        return b.rotate(1)
    if action == ROTATE_COUNTER_CLOCKWISE:
        return b.rotate(3)
    if action == SWAP_HORIZONTAL:
        return b.swap(0)
    if action == SWAP_VERTICAL:
        return b.swap(1)
    if action == SMASH:
        return b.smash()
    if action==COMBINE:
        return b.combine()
    return b.paint(goal.colour)


def _find_unit(board: Block, colour: Tuple[int, int, int]) -> Optional[Block]:
    for b in _blocks_of(board):
        if b.level == b.max_depth and b.colour != colour:
            return b
    return None


def _blocks_of(board: Block) -> List[Block]:
    """Return all blocks of <board>, itself first."""
    blocks = [board]
    for child in board.children:
        blocks += _blocks_of(child)
    return blocks


class HumanPlayer(Player):
    """A player at the keyboard and the mouse.

    The mouse points at a position, the keys W and S select a larger or smaller
    block at that position, and the keys in KEY_ACTION choose an action for it.

    Private attributes:
    - _level: the level of the block that the player points at.
    - _desired_action: the action that the player chose, until generate_move
      returns it; None if there is no such action.

    Invariants:
    - _level >= 0
    """

    _level: int
    _desired_action: Optional[Tuple[str, Optional[int]]]

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a player who selects the whole board and has no action yet."""
        Player.__init__(self, player_id, goal)
        self._level = 0
        self._desired_action = None

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> under the mouse at the chosen level.

        Return None if the mouse is not over <board>.
        """
        # The key S may have raised the level above the maximum depth.
        self._level = min(self._level, board.max_depth)
        return _get_block(board, pygame.mouse.get_pos(), self._level)

    def process_event(self, event: pygame.event.Event) -> None:
        """React to a key that chooses an action or changes the level."""
        if event.type != pygame.KEYDOWN:
            return

        if event.key in KEY_ACTION:
            self._desired_action = KEY_ACTION[event.key]
        elif event.key == pygame.K_w:
            self._level = max(0, self._level - 1)
            self._desired_action = None
        elif event.key == pygame.K_s:
            self._level += 1
            self._desired_action = None

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the move that the player chose, even if it is impossible.

        Return None if no action was chosen, or if the mouse is not over
        <board>.
        """
        block = self.get_selected_block(board)
        if block is None or self._desired_action is None:
            return None

        move = _create_move(self._desired_action, block)
        self._desired_action = None
        return move


class RandomPlayer(Player):
    """A computer player who makes random valid moves.

    Private attributes:
    - _proceed: whether this player should move. A click of the left mouse
      button sets it.
    """

    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make random player number <player_id>, who pursues <goal>."""
        Player.__init__(self, player_id, goal)
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None: a computer player does not point at blocks."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of a click, which lets this player move."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that would succeed on <board>.

        It is never a pass, and painting uses the colour of this player's
        goal. <board> does not change, and the block of the move is one of
        its blocks.

        Return None until a click lets this player move. After a move has
        been returned, the next one waits for another click.
        """
        if not self._proceed:
            return None
        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, COMBINE, PAINT]
        action = random.choice(actions)
        block = random.choice(_blocks_of(board))
        cell = _find_unit(board, self.goal.colour)
        can_paint = cell.create_copy().paint(self.goal.colour)
        if _can(board, action, self.goal) == False:
            # paint something instead
            action = PAINT
            block = cell
        self._proceed = False
        return _create_move(action, block)


class SmartPlayer(Player):
    """A computer player who tries some moves on copies and makes the best.

    Private attributes:
    - _proceed: whether this player should move. A click of the left mouse
      button sets it.
    """

    _proceed: bool

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Make smart player number <player_id>, who pursues <goal>.

        The greater <difficulty>, the harder this player is to beat: it is the
        number of moves tried before one is made.
        """
        Player.__init__(self, player_id, goal)
        self._difficulty = difficulty    
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None: a computer player does not point at blocks."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of a click, which lets this player move."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of some random moves that would succeed on <board>.

        The number of tried moves is the difficulty of this player. The best
        move is the one after which this player's goal has the highest score;
        the cost of a move does not matter. If no tried move makes the score
        greater than it is now, return a pass.

        <board> does not change, and the block of the move is one of its
        blocks.

        Return None until a click lets this player move. After a move has
        been returned, the next one waits for another click.
        """
        if not self._proceed:
            return None
        actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, COMBINE, PAINT]
        best_score = self.goal.score(board)
        best = _create_move(PASS, board)
        for i in range(self._difficulty):
            action = random.choice(actions)
            n = random.randrange(len(_blocks_of(board))) 
            copy = board.create_copy()
            block = _blocks_of(copy)[n]
            if action[0] == 'rotate':
                block.rotate(action[1])
            elif action[0] == 'swap':
                block.swap(action[1])
            elif action == SMASH:
                block.smash()
            elif action == COMBINE:
                block.combine()
            else:
                block.paint(self.goal.colour)
            if self.goal.score(copy) > best_score:
                best_score = self.goal.score(copy)
                best = _create_move(action, _blocks_of(board)[n])
        self._proceed = False
        return best


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-io': ['process_event'],
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'actions', 'block',
            'goal', 'pygame', '__future__'
        ],
        'max-attributes': 10
    })
