def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game."""
    players = []
    for _ in range(num_human):
        players.append(HumanPlayer(len(players), generate_goals(1)))
    for _ in range(num_random):
        players.append(RandomPlayer(len(players), generate_goals(1)))
    for difficulty in smart_players:
        players.append(SmartPlayer(len(players), generate_goals(1),
                                   difficulty))
    return players
