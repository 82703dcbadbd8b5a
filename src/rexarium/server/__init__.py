"""The game server: tables where people and bots play over the network, each with a log from which nothing is lost."""
