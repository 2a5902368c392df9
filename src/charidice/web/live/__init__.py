"""Tables as they change: views of their regions, and streams."""
