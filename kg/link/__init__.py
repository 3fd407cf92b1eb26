"""Linking: mentions of one thing, whatever they are called, become one concept."""

from kg.link.curation import Curation
from kg.link.curation_file import read_curation
from kg.link.explanation import recording, write_record
from kg.link.identity import same
from kg.link.linker import link

__all__ = ["Curation", "link", "read_curation", "recording", "same", "write_record"]
