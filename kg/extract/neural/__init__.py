"""The learned half of the extractor: typed spans, relations and proposals from one small encoder."""
