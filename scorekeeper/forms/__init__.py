"""The forms. The deal's and the rules' forms are built from what a game declares.

Forms turn text into typed answers and put problems beside their fields; what the answers mean
is the games' affair, and nothing is stored here.
"""

from .base import Form
from .corrections import (
    AdjustCorrection,
    Correcting,
    DealCorrection,
    MatchCorrection,
    PlainCorrection,
    match_form,
)
from .deals import AdjustForm, DealForm, adjust_form, deal_form
from .money import (
    NO_MONEY,
    CostForm,
    PayForm,
    SeasonForm,
    TermsForm,
    chosen,
    minor,
    terms_form,
)
from .moving import NEW, ClubFileForm, PaperForm, paper_form
from .players import JoinForm, MergeForm, PlayerForm, PresetForm
from .sittings import EveningForm, StartForm, start_form

__all__ = [
    "NEW",
    "NO_MONEY",
    "AdjustCorrection",
    "AdjustForm",
    "ClubFileForm",
    "Correcting",
    "CostForm",
    "DealCorrection",
    "DealForm",
    "EveningForm",
    "Form",
    "JoinForm",
    "MatchCorrection",
    "MergeForm",
    "PaperForm",
    "PayForm",
    "PlainCorrection",
    "PlayerForm",
    "PresetForm",
    "SeasonForm",
    "StartForm",
    "TermsForm",
    "adjust_form",
    "chosen",
    "deal_form",
    "match_form",
    "minor",
    "paper_form",
    "start_form",
    "terms_form",
]
