"""Training of the neural half of the extractor (extra `kg[train]`): data, joint model, loop, export."""
