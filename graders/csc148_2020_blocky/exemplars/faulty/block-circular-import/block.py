from goal import Goal
