def create_players(num_human: int, num_random: int,
                   smart_players: List[int]) -> List[Player]:
    """Return the players of a game."""
    goals = generate_goals(num_human + num_random + len(smart_players))
    players = []
    for i in range(num_human):
        players.append(HumanPlayer(i, goals[i]))
    for i in range(num_human, num_human + num_random):
        players.append(HumanPlayer(i, goals[i]))
    for i in range(len(smart_players)):
        number = num_human + num_random + i
        players.append(SmartPlayer(number, goals[number], smart_players[i]))
    return players
