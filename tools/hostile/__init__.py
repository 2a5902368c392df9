"""Attack a real server the way strangers can, and check that people can still play."""
