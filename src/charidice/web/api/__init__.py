"""The JSON API at /api/v1, for the same tables as the pages."""
