"""The formats: each module turns the text of one input into entries."""
