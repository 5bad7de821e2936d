"""The texts of docs/luck.md and docs/first-seat.md (``make_luck.py``)."""

LUCK = """# How much of each game is luck

All chance against all choices, on one scale: how much of what makes one game end differently from another comes from
cards and dice, and how much from what the players choose? The two parts are 100 % together, in every game.

![Chance and choices, game by game](luck.svg)

| game | seats | chance | of it the deal | choices | each choice is made by |
| --- | --- | --- | --- | --- | --- |
{shares}
{ranked}

## What is measured

Follow a game event by event, and write down each player's chance to win (in Casino War, the chips to expect). It starts
at the same value in every game and ends at the result. Each event moves it: a card turned up, a roll, a choice. On
average it moves up as much as down, so the mean squares of all moves add up to the variance of the result, without a
rest (Doob's martingale; Cloud and Laber, *Variance decompositions for extensive-form games*, IEEE CoG 2021). The moves
by chance have the first share, the moves by choices the other.

- **When a card is chance.** It counts when somebody sees it, not when it was shuffled. The chances are those of
  someone who sees every hand, but no card that lies face down for all. A card drawn from a stock is chance when it is
  drawn, although the shuffle before the first turn settled it. So it makes no difference when a game shuffles.
- **What a choice is.** At each question, a coin decides whether a bot with a plan answers, or one that picks any legal
  choice at random (the last column names the two levels). The choice moves the chances by as much as it is better or
  worse than what the coin would have brought on average. If all choices of a question are equally good, they move
  nothing. A game without questions is all chance.
- **The deal** is the part of chance that is settled by what the players together see after the first deal.

## What it doesn't mean

- **It is not how much skill wins.** A player who chooses a little better each time wins more of many games, while luck
  evens out. So a game of 90 % chance can have a certain winner in the long run: *skill*, below, measures that.
- **It depends on who chooses.** Among players who all know the best choice, less depends on choices; among players who
  blunder more, more does. The pair is the same kind in all games, so that they can be compared.
- **It counts what happens, not what could.** A strong choice that neither of the two levels finds isn't in it.
- It is a share of the variance, so 20 % of choices against 80 % of chance means that the moves by chance are twice as
  large (their squares are four times as large), not four times.

## How it is estimated

The option `--chance GAMES` of [the laboratory](lab.md#what-decides) plays that many games: here {games} of each game,
but {others}, where one game tells little of hundreds of choices. Up to 40 choices of each game,
all equally likely, are played on in 64 pairs of worlds, as [an analysis](analyse.md) imagines them: once after the
choice made, once after the coin's, with the same chance. The product of two independent estimates of a move is right
on average, where the square of one is too large; the mean of the products of all pairs of worlds is used. The
variance comes from games with fresh deals. Squares are added up over the seats, and intervals are 95 %, game by game
(the delta method). Chance has what is left of the variance. On a game of 31 with eight cards, whose tree can be
searched as a whole, the test compares the shares with the exact ones.

## Older measures

How far does the first shuffle settle the winner, how much does a bot with a plan win against bots that choose at
random, and how many of the choices matter? [The laboratory](lab.md#what-decides) defines the three. They are not on one
scale, and don't rank the games. Intervals are 95 % over all looks together; two cores with other work (load {load}).
Written by `docs/make_luck.py`.

| game | seats | luck of the deal | skill | even | choices a game | that matter |
| --- | --- | --- | --- | --- | --- | --- |
{rows}
{said}

**Luck of the deal** depends on when a game shuffles: draws from a stock that was shuffled before the first turn belong
to the deal, so that it has 100 % in some games with many choices, and little in some that are all chance.
**Skill** compares our bots with random play: it shows how much good play can gain, not how hard it is.

{beyond}## How it was measured

{commands}"""

BEYOND = """## What is beyond skill

In Blitz Champz the deal settles all later draws. A bot that sees these cards, alone against `simple`, wins the
following share (it looks one choice ahead; even is 50 %; [the ladder](ladder.md) has `keen`, which sees its own hand
only):

{champz}
Knowing the opponent's hand brings a few points over `keen`, and knowing the next draws brings nearly everything. So the
stock is most of the game, and it is luck for a player who can't look.

Blitzkrieg has few choices. Bots that answer one question differently from `sensible` win the following share against
it, and so does `keen`, which remembers the cards that have gone into its deck:

{blitzkrieg}
A bot that never raids, always defends, or gives away captured cards loses a little by it. Of everything that was tried,
nothing gains more than `keen`.

"""

FIRST = """# How fair the first seat is

The share of games that seat 0 wins, compared with an even share, under each game's default rules and with the bot of
the game's first level at every seat. A game with several winners counts in parts. Intervals are 95 % over all looks
together; two cores with other work (load {load}). Written by `docs/make_luck.py`. Better bots may gain more or less
from the first seat: [BlitzWar between `keen` bots, and how to make it fair](fair-start.md).

![What the first seat wins beside its even share](first-seat.svg)

| game | seats | games | first seat wins | even | beside it, points |
| --- | --- | --- | --- | --- | --- |
{rows}
{said}

## How it was measured

{commands}"""
