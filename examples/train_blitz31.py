"""Learn Blitz (31) for two against ``simple``: a small policy gradient, some minutes on one core.

    pip install 'threedown[rl]' torch
    python examples/train_blitz31.py            seed 1: prints the curve, writes examples/trained_blitz31.npz
    python examples/train_blitz31.py 2 3000000  another seed, fewer decisions

Five hundred tables are played at once (:class:`threedown.rl.Batch`). The network chooses; choices with better
results than it expected are made likelier, in clipped steps (PPO, Schulman et al. 2017). ``trained_blitz31.py`` plays
the trained network.
"""

import importlib.util
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from threedown.bulk.report import share_interval
from threedown.rl import Batch

SEED, DECISIONS = 1, 2_500_000
TABLES, STEPS = 512, 32
"""The tables, and the decisions at each of them between two updates of the network."""
EPOCHS, PARTS = 2, 8
RATE, CLIP, ENTROPY, FUTURE, SMOOTH = 2e-3, 0.2, 0.005, 0.99, 0.9
"""The learning rate at first (it falls to 0), the clip, the weight of entropy, the discount, and GAE's lambda."""
A_LIFE = 0.25
"""The value of a life more than the opponent's on the way: won and lost games decide in the end."""
KEEPS_RATE = 0.1
"""The value of the one weight by which leftover hands are liked the better the more they are worth."""
TRIES = 10_000
"""The games of the final test, without learning."""
ROWS = 20
"""Points of the curve."""


def example(name):
    """Import a file in this folder as a module."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAYED = example("trained_blitz31")


class Network(nn.Module):
    """The network that trained_blitz31.py plays, and a guess at the end of the game."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(PLAYED.INPUTS, PLAYED.HIDDEN), nn.ReLU(), nn.Linear(PLAYED.HIDDEN, PLAYED.HIDDEN), nn.ReLU()
        )
        self.says = nn.Linear(PLAYED.HIDDEN, PLAYED.OUTPUTS)
        self.keeps = nn.Parameter(torch.ones(1))
        self.expects = nn.Linear(PLAYED.HIDDEN, 1)

    def forward(self, seen):
        """Return the log probability of each action, and the expected future."""
        inputs, places, masks = seen
        inner = self.body(inputs)
        says = self.says(inner)
        cards = says[:, PLAYED.DRAWS :] + self.keeps * inputs[:, PLAYED.LEFT_OVER :]
        cards = torch.bmm(places, cards[:, :, None])[:, :, 0]
        actions = torch.cat([says[:, : PLAYED.DRAWS], cards], dim=1)
        return torch.log_softmax(actions.masked_fill(~masks, -1e9), dim=1), self.expects(inner)[:, 0]

    def save(self, path):
        """The weights and biases as trained_blitz31.py reads them, by name in its order."""
        layers = [self.body[0], self.body[2], self.says]
        saved = {}
        for number, layer in enumerate(layers, 1):
            saved[f"{number}_bias"] = layer.bias.detach().numpy().astype(np.float16)
            saved[f"{number}_layer"] = layer.weight.detach().numpy().T.astype(np.float16)
        np.savez_compressed(path, **saved, keeps=self.keeps.detach().numpy())


def seen_by(batch):
    """Return the network's inputs from a batch: numbers, the cards at the places of the hand, and the legal actions."""
    step, layout = batch.last_step, batch.schema
    part = next(part for part in layout.planes if part.name == "hand places")
    places = step.planes[:, part.start : part.stop].reshape(-1, *part.shape).astype(np.float32)
    inputs = PLAYED.inputs(layout, step.planes, step.counters)
    return torch.from_numpy(inputs), torch.from_numpy(places), torch.from_numpy(step.masks.copy())


def ahead(batch):
    """Return the learner's lead in lives."""
    lives = next(part.start for part in batch.schema.counters if part.name == "lives")
    return A_LIFE * (batch.last_step.counters[:, lives] - batch.last_step.counters[:, lives + 1])


def played(batch, network):
    """Plays STEPS decisions at every table; what was seen, done, thought and gained, step by step, and games won."""
    steps, won, games = [], 0, 0
    with torch.no_grad():
        for _ in range(STEPS):
            seen, before = seen_by(batch), ahead(batch)
            likely, expected = network(seen)
            actions = torch.multinomial(likely.exp(), 1)[:, 0]
            step = batch.step(actions.numpy())
            done = step.done.copy()
            gained = step.rewards[:, 0] + np.where(done, 0, FUTURE * ahead(batch)) - before
            chosen = likely.gather(1, actions[:, None])[:, 0]
            steps.append((seen, actions, chosen, expected, torch.from_numpy(gained.astype(np.float32)), done))
            won += int((step.rewards[:, 0] > 0).sum())
            games += int(done.sum())
        last = network(seen_by(batch))[1]
    return steps, last, won, games


def advantages(steps, last):
    """Return the advantage of each choice: its result minus the expected one (generalised advantage estimation)."""
    found, after, following = [], torch.zeros_like(last), last
    for _, _, _, expected, gained, done in reversed(steps):
        goes_on = torch.from_numpy(1.0 - done.astype(np.float32))
        surprise = gained + FUTURE * goes_on * following - expected
        after = surprise + FUTURE * SMOOTH * goes_on * after
        following = expected
        found.append(after)
    return found[::-1]


def learn(network, optimizer, steps, better):
    """Makes likelier what came out better than expected, in clipped steps."""
    seen = [torch.cat(each) for each in zip(*(step[0] for step in steps), strict=True)]
    actions, before, expected = (torch.cat([step[place] for step in steps]) for place in (1, 2, 3))
    better = torch.cat(better)
    returns = better + expected
    better = (better - better.mean()) / (better.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(PARTS):
            likely, expects = network([each[part] for each in seen])
            ratio = (likely.gather(1, actions[part, None])[:, 0] - before[part]).exp()
            gain = torch.min(ratio * better[part], ratio.clamp(1 - CLIP, 1 + CLIP) * better[part]).mean()
            entropy = -(likely.exp() * likely.clamp(min=-20)).sum(dim=1).mean()
            loss = (expects - returns[part]).square().mean() / 2 - gain - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def train(seed, decisions):
    """Trains a network; yields it with each row of the curve: decisions so far, games since the last row, those won."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # for so small a network two are no quicker, and where others work too far slower
    network = Network()
    rest = [weights for name, weights in network.named_parameters() if name != "keeps"]
    optimizer = torch.optim.Adam([{"params": rest}, {"params": [network.keeps], "lr": KEEPS_RATE}], lr=RATE)
    batch = Batch("blitz31", TABLES, seed, learners=[0], bots="simple")
    batch.reset()
    rounds = max(decisions // (TABLES * STEPS), 1)
    won = games = 0
    for number in range(1, rounds + 1):
        steps, last, more_won, more = played(batch, network)
        learn(network, optimizer, steps, advantages(steps, last))
        for group, rate in zip(optimizer.param_groups, (RATE, KEEPS_RATE), strict=True):
            group["lr"] = rate * (1 - number / rounds)
        won, games = won + more_won, games + more
        if number * ROWS // rounds > (number - 1) * ROWS // rounds:
            yield network, (number * TABLES * STEPS, games, won)
            won = games = 0


def tried(games, seed):
    """Plays what was written, always what it thinks best, with NumPy: games of another run, and those won."""
    played = example("trained_blitz31")
    batch = Batch("blitz31", TABLES, seed, learners=[0], bots="simple")
    now, won, done = batch.reset(), 0, 0
    while done < games:
        said = played.network(played.inputs(batch.schema, now.planes, now.counters))
        good = played.by_action(batch.schema, now.planes, said)
        now = batch.step(np.where(now.masks, good, -np.inf).argmax(axis=1))
        won, done = won + int((now.rewards[:, 0] > 0).sum()), done + int(now.done.sum())
    return done, won


def share(games, won):
    """A share with its interval."""
    if not games:
        return "no game has ended"
    low, high = share_interval(won, games)
    return f"{won / games:6.1%} [{low:.1%}, {high:.1%}] of {games:,} games"


def main(seed=SEED, decisions=DECISIONS):
    started = time.monotonic()
    print(f"Blitz (31) for two against simple, seed {seed}: games won while learning, with 95 % intervals")
    for network, (so_far, games, won) in train(seed, decisions):
        print(
            f"{so_far:>10,} decisions: {share(games, won)}, {(time.monotonic() - started) / 60:.1f} min",
            flush=True,
        )
        network.save(PLAYED.WEIGHTS)
    print(
        f"written: {PLAYED.WEIGHTS.name}; what is in it, in {TRIES:,} new games: {share(*tried(TRIES, seed + TRIES))}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
