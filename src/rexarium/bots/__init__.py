"""What sits on a seat when no person does. A bot gets its sight and its decision, and nothing else."""

from rexarium.bots.bot import Bot
from rexarium.bots.chooser import RandomBot

__all__ = ["Bot", "RandomBot"]
