"""Tables that are being played: in memory, on the log, with their clocks and bots.

`Host` is the way in. `Journal` writes and reads the log, `Schedule` does what is due by itself,
`Wakeups` brings back tables that have left the memory, and `PeerCatchUp` follows other workers.
"""
