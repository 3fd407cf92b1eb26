"""Reading: from the files a researcher has to papers, with a word about everything not understood."""

from kg.readers.data import FileReport, Skipped
from kg.readers.reading import Reading, gather, read

__all__ = ["FileReport", "Reading", "Skipped", "gather", "read"]
