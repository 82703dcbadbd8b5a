"""Compiled, game-blind thinking: playouts now, tree search later."""
