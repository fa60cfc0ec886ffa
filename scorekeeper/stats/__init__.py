"""Figures from rows: what players, matches and evenings came to. Nothing is stored or drawn here.

`tally` is what is counted, and can be added up; `players`, `club` and `curves` are figures of it;
`table` is how every figure is handed on, to pages, files and charts alike; `period` is which days.
"""
