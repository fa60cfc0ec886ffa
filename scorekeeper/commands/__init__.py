"""The commands, one module per noun: what they take, what they print, their exit statuses.

What a command does is in the rooms it calls; these are imported inside functions, so that `score`
loads the pure rooms alone.
"""
