"""Every query and every commit, one module per noun. No Flask, no forms, no pages.

Functions take the club first and never reach another club's rows. Those that change something
take an `Actor` and an op id, run in one transaction and leave exactly one event.
"""
