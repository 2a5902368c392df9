"""The JSON API at /api/v1. It stands on the same tables as the pages."""
