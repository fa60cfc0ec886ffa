"""What every form that saves shares: its op id, and what it says when nothing was saved.

What else stands against saving, such as what was done on another phone, is each page's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _

from ..entry import N_, Problem, Refused
from ..forms import Form
from ..store.errors import OpReused
from ..store.operations import is_op_id, new_op_id


def op_id_of(form: Form) -> str:
    """Return the op id of a form, or raise `Refused`."""
    found = form.op_id.data
    if not is_op_id(found):
        say = N_("This page was too old. Nothing was saved yet: save again.")
        raise Refused(Problem("page", "an op id", found, say))
    return found


def say_why(form: Form, why: Refused | OpReused, names: Mapping[str, str] | None = None) -> None:
    """Put into a form why it was not saved, and let it be sent anew; `names` as in `Form.show`."""
    if isinstance(why, Refused):
        form.show(why.problems, names)
    else:
        form.form_errors.append(_("This page has saved something else. Check, and save again."))
    form.op_id.data = new_op_id()


def ready(form: Form) -> None:
    """Give a form an op id unless it has one."""
    if not is_op_id(form.op_id.data):
        form.op_id.data = new_op_id()
