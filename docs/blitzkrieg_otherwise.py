"""Players of Blitzkrieg that decide one thing otherwise than ``sensible``: what docs/luck.md measures, one by one."""

from threedown.games.blitzkrieg.bots import sensible
from threedown.games.blitzkrieg.events import CLAIM, DEFEND, RAID


def always_defends(t, seat, question):
    return 0 if question == DEFEND else sensible(t, seat, question)


def never_defends(t, seat, question):
    return 1 if question == DEFEND else sensible(t, seat, question)


def never_raids(t, seat, question):
    return 1 if question == RAID else sensible(t, seat, question)


def exchanges(t, seat, question):
    return 1 if question == CLAIM else sensible(t, seat, question)
