"""Environments: train on every game, a thousand tables at a time.

``Batch`` plays many tables at once; ``describe`` explains the numbers that a learner sees and the actions it may
choose.

>>> import threedown
>>> from threedown import rl
>>> rl.describe(threedown.setting("blitz31"))["actions"]["questions"]["discard"]["first"]
3
"""

from threedown.rl.actions import NothingToLearn
from threedown.rl.batch import Batch, BatchStep
from threedown.rl.describing import describe
from threedown.rl.extra import MissingExtra
from threedown.rl.observing import schema

__all__ = ["Batch", "BatchStep", "MissingExtra", "NothingToLearn", "describe", "schema"]
