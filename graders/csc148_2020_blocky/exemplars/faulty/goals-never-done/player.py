def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game, each with a goal of its own."""
    players = []
    for _ in range(num_human):
        players.append(HumanPlayer(len(players), generate_goals(1)[0]))
    for _ in range(num_random):
        players.append(RandomPlayer(len(players), generate_goals(1)[0]))
    for difficulty in smart_players:
        players.append(SmartPlayer(len(players), generate_goals(1)[0],
                                   difficulty))
    return players
