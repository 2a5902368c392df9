"""Charidice: a dice game about generosity, for 2 to 4 players."""

__version__ = "0.1.0"
