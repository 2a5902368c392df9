"""Kill workers and restart the database while hundreds of games are played; nothing may be lost."""
