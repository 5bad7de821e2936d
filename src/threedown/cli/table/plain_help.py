"""Help in lines: the rules of a game in short."""

from threedown.games.rulebook import read_rulebook
from threedown.games.setting import Setting
from threedown.language import ENGLISH, say, spoken


def rules_told(setting: Setting) -> list[str]:
    """Return the rules of a table in short, under its house rules, and the tables to look up.

    In other languages than English these are the lines that are translated.
    """
    game, book = setting.game, read_rulebook(setting.game.name)
    if spoken() != ENGLISH:
        return [say(game.summary), *book.told(book.brief, setting.options, setting.seats)]
    lines = book.told(book.short, setting.options, setting.seats) or [game.summary]
    for table in book.tables(setting.options, setting.seats):
        lines += [f"{table.title}: " + "; ".join(f"{row[0]}: {', '.join(row[1:])}" for row in table.rows) + "."]
    if game.scenarios is not None:
        lines.append(f"To look up what two cards start: threedown rules {game.name} --pair 7H 8C.")
    return lines
