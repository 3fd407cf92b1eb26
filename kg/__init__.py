"""kg builds a knowledge graph from the literature of machine-learning systems."""

__version__ = "0.1.0"
