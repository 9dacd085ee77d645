"""CSC148 Assignment 2: Blocky, the players."""
from __future__ import annotations
from typing import List, Optional, Tuple
import random
import pygame

from block import Block
from goal import Goal, generate_goals

from actions import KEY_ACTION, ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, \
    SWAP_HORIZONTAL, SWAP_VERTICAL, SMASH, PASS, PAINT, COMBINE


def create_players(num_human: int, num_random: int, smart_players: List[int]) \
        -> List[Player]:
    """Return the list of players, ids count up from 0.
    """
    total = num_human + num_random + len(smart_players)
    goals = generate_goals(total)
    players = []
    for i in range(total):
        if i < num_human:
            players.append(HumanPlayer(i, goals[i]))
        elif i < num_human + num_random:
            players.append(RandomPlayer(i, goals[i]))
        else:
            difficulty = smart_players[i - num_human - num_random]
            players.append(SmartPlayer(i, goals[i], difficulty))
    return players


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block <level> steps below <block> that is at <location>,
    or the last one on the way there. None if <location> is not in <block>.
    """
    x, y = location[0], location[1]
    left, top = block.position
    right, bottom = left + block.size, top + block.size
    if x < left or x >= right or y < top or y >= bottom:
        return None
    if level == 0 or block.children == []:
        return block
    for child in block.children:
        found = _get_block(child, location, level - 1)
        if found is not None:
            return found
    return None


def _do(action: Tuple[str, Optional[int]], block: Block,
        colour: Tuple[int, int, int]) -> bool:
    """Return whether <action> works on <block>, and do it."""
    if action == ROTATE_CLOCKWISE or action == ROTATE_COUNTER_CLOCKWISE:
        return block.rotate(action[1])
    elif action == SWAP_HORIZONTAL or action == SWAP_VERTICAL:
        return block.swap(action[1])
    elif action == SMASH:
        return block.smashable() and block.smash()
    elif action == COMBINE:
        return block.combine()
    return block.paint(colour)


def _guess(board: Block, colour: Tuple[int, int, int]) -> \
        Optional[Tuple[Tuple[str, Optional[int]], Block, Block]]:
    """Return a random action, its block, and a copy of <board> with the
    action done. The block is found by a random pixel. Return None if no
    action is possible there.
    """
    pixel = [random.randrange(board.size), random.randrange(board.size)]
    level = random.randrange(board.max_depth + 1)
    block = _get_block(board, pixel, level)
    if block is None:
        return None
    actions = [ROTATE_CLOCKWISE, ROTATE_COUNTER_CLOCKWISE, SWAP_HORIZONTAL,
               SWAP_VERTICAL, SMASH, PAINT, COMBINE]
    random.shuffle(actions)
    for action in actions:
        copy = board.create_copy()
        if _do(action, _get_block(copy, pixel, level), colour):
            return action, block, copy
    return None


class Player:
    """Someone who plays the game. This is an abstract class.

    === Public Attributes ===
    id: number of this player, from 0
    goal: what this player tries to reach
    """
    id: int
    goal: Goal

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a player with this number and this goal."""
        self.goal = goal
        self.id = player_id

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block of <board> that this player points at, if any."""
        raise NotImplementedError

    def process_event(self, event: pygame.event.Event) -> None:
        """Take note of <event>."""
        raise NotImplementedError

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return this player's next move on <board>, None if not ready."""
        raise NotImplementedError


def _create_move(action: Tuple[str, Optional[int]], block: Block) -> \
        Tuple[str, Optional[int], Block]:
    """Return the move that does <action> to <block>."""
    return action[0], action[1], block


class HumanPlayer(Player):
    """A person with a mouse and a keyboard.
    """
    # === Private Attributes ===
    # _level: the level of the block the person selects
    # _desired_action: what the person asked for last, if anything
    _level: int
    _desired_action: Optional[Tuple[str, Optional[int]]]

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Make a human player who points at the whole board."""
        Player.__init__(self, player_id, goal)
        self._level = 0
        self._desired_action = None

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return the block under the mouse, at the selected level."""
        return _get_block(board, pygame.mouse.get_pos(), self._level)

    def process_event(self, event: pygame.event.Event) -> None:
        """Change the level or remember an action, depending on the key."""
        if event.type == pygame.KEYDOWN:
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
        """Return the move asked for, None as long as there is none."""
        block = self.get_selected_block(board)
        if block is None or self._desired_action is None:
            return None
        move = _create_move(self._desired_action, block)
        self._desired_action = None
        return move


class RandomPlayer(Player):
    """A player who moves at random."""
    # === Private Attributes ===
    # _proceed: if it is time to move
    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Initialize the player."""
        Player.__init__(self, player_id, goal)
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a random move that can be done.

        Return None if it is not time to move. Also return None after a bad
        guess, the game will ask again then.
        """
        if not self._proceed:
            return None
        guess = _guess(board, self.goal.colour)
        if guess is None:
            return None
        self._proceed = False
        return _create_move(guess[0], guess[1])


class SmartPlayer(Player):
    """A player who looks at some random moves first."""
    # === Private Attributes ===
    # _proceed: if it is time to move
    # _diff: the difficulty, i.e. how many moves are looked at
    _proceed: bool
    _diff: int

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Initialize the player."""
        Player.__init__(self, player_id, goal)
        self._diff = difficulty
        self._proceed = False

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return a good move, a pass if there is none, and None if it is not
        time to move.
        """
        if not self._proceed:
            return None
        move = _create_move(PASS, board)
        best = 0
        tried = 0
        while tried < self._diff:
            guess = _guess(board, self.goal.colour)
            if guess is not None:
                tried += 1
                score = self.goal.score(guess[2])
                if score > self.goal.score(board) and score > best:
                    best = score
                    move = _create_move(guess[0], guess[1])
        self._proceed = False
        return move
