"""Measurements of the program against bare floors in the same run. Not part of the package.

A case is a request of the program, what it is held against, and how many times as much it may
take: see `case.Case`. To add one, write a function that is given a browser and returns what asks
once, put it into `CASES` of a module in `cases/`, and name the module in `cases/__init__.py`:

    def charts(browser: Browser) -> Ask:
        return lambda: browser.get("/clubs/1/charts")

    CASES = (
        Case("charts", charts, against=floor_page, at_most=2.0),
        Case("charts, 100,000 deals to 100", charts, against=FEW, deals=MANY, at_most=1.2),
    )

What is held against a floor needs its route in `floor.py`; what is held against a number of deals
is asked in two clubs of the program, which `club.py` fills: rows of new tables are written there.
"""
