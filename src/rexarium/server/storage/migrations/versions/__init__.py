"""One module a revision, each with the way forward and the way back."""
