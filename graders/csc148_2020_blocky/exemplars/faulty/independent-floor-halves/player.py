"""CSC148 Assignment 2: Blocky, the players."""
from __future__ import annotations
from typing import Dict, List, Optional, Tuple
import random
import pygame

from block import Block
from goal import Goal, generate_goals

from actions import KEY_ACTION, PASS


def create_players(num_human: int, num_random: int, smart_players: List[int]) \
        -> List[Player]:
    """Return all the players of a game: humans, random players, and then
    smart players with the difficulties in <smart_players>.
    """
    goals = generate_goals(num_human + num_random + len(smart_players))
    players: List[Player] = []
    for goal in goals:
        number = len(players)
        if number < num_human:
            players.append(HumanPlayer(number, goal))
        elif number < num_human + num_random:
            players.append(RandomPlayer(number, goal))
        else:
            players.append(SmartPlayer(
                number, goal, smart_players[number - num_human - num_random]))
    return players


def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block of <level> at <location>, or the deepest block there,
    or None if there is nothing at all.
    """
    result = None
    candidates = [block]
    while candidates:
        candidate = candidates.pop()
        x, y = candidate.position
        if x <= location[0] < x + candidate.size and \
                y <= location[1] < y + candidate.size:
            result = candidate
            candidates = []
            if candidate.level < level:
                candidates = candidate.children[:]
    return result


def blocks_at_level(block: Block, level: int) -> List[Block]:
    """Return all the blocks in <block> that have the given level."""
    if block.level == level:
        return [block]
    blocks = []
    for child in block.children:
        blocks.extend(blocks_at_level(child, level))
    return blocks


def _perform(action: Tuple[str, Optional[int]], block: Block,
             colour: Tuple[int, int, int]) -> bool:
    """Perform <action> on <block> and return if it changed something."""
    arguments: Dict[str, list] = {'rotate': [action[1]], 'swap': [action[1]],
                                  'paint': [colour]}
    return getattr(block, action[0])(*arguments.get(action[0], []))


def _choose(board: Block, colour: Tuple[int, int, int]) -> \
        Tuple[Tuple[str, Optional[int]], Block, Block]:
    """Return an action, a block of <board> on which it is valid, and what
    becomes of the board.
    """
    while True:
        blocks = []
        while not blocks:
            blocks = blocks_at_level(board,
                                     random.randint(0, board.max_depth))
        block = random.choice(blocks)
        actions = list(KEY_ACTION.values())
        actions.remove(PASS)
        while actions:
            action = actions.pop(random.randint(0, len(actions) - 1))
            future = board.create_copy()
            target = _get_block(future, block.position, block.level)
            if _perform(action, target, colour):
                return action, block, future


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
    """A player who does not think.
    """
    # === Private Attributes ===
    # _proceed: True if it is time to make a move
    _proceed: bool

    def __init__(self, player_id: int, goal: Goal) -> None:
        """Create a player who does not think."""
        super().__init__(player_id, goal)
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
        """Return something valid, or None if it is not time."""
        if self._proceed:
            self._proceed = False
            choice = _choose(board, self.goal.colour)
            return _create_move(choice[0], choice[1])
        return None


class SmartPlayer(Player):
    """A player who thinks.
    """
    # === Private Attributes ===
    # _proceed: True if it is time to make a move
    # _tries: how many moves this player thinks about
    _proceed: bool
    _tries: int

    def __init__(self, player_id: int, goal: Goal, difficulty: int) -> None:
        """Create a player who thinks about <difficulty> moves."""
        super().__init__(player_id, goal)
        self._proceed = False
        self._tries = difficulty

    def get_selected_block(self, board: Block) -> Optional[Block]:
        """Return None, a computer points at nothing."""
        return None

    def process_event(self, event: pygame.event.Event) -> None:
        """Go on when the left mouse button is pressed."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._proceed = True

    def generate_move(self, board: Block) -> \
            Optional[Tuple[str, Optional[int], Block]]:
        """Return the best of the moves that this player thought about, or
        pass if all of them are useless, or None if it is not time.
        """
        if self._proceed:
            self._proceed = False
            threshold = self.goal.score(board) + 1
            answer = _create_move(PASS, board)
            for _ in range(self._tries):
                action, block, future = _choose(board, self.goal.colour)
                reached = self.goal.score(future)
                if reached >= threshold:
                    threshold = reached
                    answer = _create_move(action, block)
            return answer
        return None
