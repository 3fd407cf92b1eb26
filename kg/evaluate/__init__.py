"""Measures of extraction against annotated text; plain Python and numpy."""
