"""Environments: train on every game, a thousand tables at a time."""

from threedown.rl.actions import NothingToLearn
from threedown.rl.batch import Batch, BatchStep
from threedown.rl.describing import describe
from threedown.rl.extra import MissingExtra
from threedown.rl.observing import schema

__all__ = ["Batch", "BatchStep", "MissingExtra", "NothingToLearn", "describe", "schema"]
