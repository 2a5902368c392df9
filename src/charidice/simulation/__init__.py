"""Matches and tournaments of bots, with statistics."""

from charidice.simulation.deal import Deal, PlayerResult, play_deal
from charidice.simulation.statistics import Summary, summarise
from charidice.simulation.tournament import deals_for, play_deals

__all__ = [
    "Deal",
    "PlayerResult",
    "Summary",
    "deals_for",
    "play_deal",
    "play_deals",
    "summarise",
]
