def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game."""
    goals = generate_goals(num_human + num_random + len(smart_players))
    players = []
    for i in range(num_human):
        players.append(HumanPlayer(i, goals.pop()))
    for i in range(num_random):
        players.append(RandomPlayer(i, goals.pop()))
    for i in range(len(smart_players)):
        players.append(SmartPlayer(i, goals.pop(), smart_players[i]))
    return players
