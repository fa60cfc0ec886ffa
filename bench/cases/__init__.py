"""All cases, a module for each noun."""

from __future__ import annotations

from typing import Final

from ..case import Case
from . import deals, money, statistics

CASES: Final[tuple[Case, ...]] = (*deals.CASES, *money.CASES, *statistics.CASES)
