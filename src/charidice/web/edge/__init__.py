"""Checks and limits that apply to every request."""
