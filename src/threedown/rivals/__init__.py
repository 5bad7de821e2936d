"""War written by hand, in C and in plain Python: what ``threedown bench`` measures itself against."""
