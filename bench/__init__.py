"""Measurements of the program against bare floors in the same run. Not part of the package."""
