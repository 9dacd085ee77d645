def create_players(num_human: int, num_random: int, smart_players: List[int]) -> List[Player]:
    """Return the players."""
    goal = generate_goals(1)[0]
    players = []
    for _ in range(num_human):
        players.append(HumanPlayer(len(players), goal))
    for _ in range(num_random):
        players.append(RandomPlayer(len(players), goal))
    for difficulty in smart_players:
        players.append(SmartPlayer(len(players), goal, difficulty))
    return players
