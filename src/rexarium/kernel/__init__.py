"""What a game is: states of ints, facts, decisions, rulings, records. Standard library only."""
