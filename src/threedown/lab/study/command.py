"""The command that repeats a study."""

import shlex
from collections.abc import Sequence

from threedown.games.setting import rule_words
from threedown.lab.analysis.choices import Choices
from threedown.lab.analysis.decomposition import ResultShares
from threedown.lab.study.study import StudyPlan


def command_of(plan: StudyPlan, weighed: Sequence[Choices] = (), shares: Sequence[ResultShares] = ()) -> str:
    """Return the command that repeats a study."""
    base = plan.base
    rules, *changes = rule_words(base)
    parts = ["threedown lab", rules]
    parts += [f"--vary {each.text}" for each in plan.variations] + ["--grid"] * plan.grid + ["--watch"] * plan.watched
    parts += ["--luck"] * plan.luck + [f"--skill {','.join(map(shlex.quote, plan.skill))}"] * bool(plan.skill)
    parts += changes
    parts += [f"--choices {len(each.games)}" for each in weighed[:1]]
    parts += [f"--chance {each.games}" for each in shares[:1]]
    if plan.pilots != base.game.first_level * base.seats:
        parts.append(f"--bots {shlex.quote(','.join(plan.pilots))}")
    return " ".join([*parts, f"--seats {base.seats} --until {plan.until:.6g} --most {plan.most} --seed {plan.seed}"])
