"""Attack a real server with all that strangers can do to it, and see that people can still play."""
