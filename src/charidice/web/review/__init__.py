"""The review of a finished game: what its page shows, and the same as a file."""
