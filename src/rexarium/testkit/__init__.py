"""What proves a game right: the casebook and the laws that hold for every game. Published for other games' tests."""
