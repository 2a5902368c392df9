"""A table as a value: what it is, what may be wanted of it, what happens there. Pure.

`decide` says which events a command leads to, `evolve` what an event makes of a table, `due` what
happens by itself, `public_event` what of it everybody may know.
"""
