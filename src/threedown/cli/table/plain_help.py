"""Help in lines: the rules of a game in short."""

from threedown.games.rulebook import spoken_rulebook
from threedown.games.setting import Setting
from threedown.language import say


def rules_told(setting: Setting) -> list[str]:
    """Return the rules of a table in short, under its house rules, and the tables to look up."""
    game, book = setting.game, spoken_rulebook(setting.game.name)
    lines = book.told(book.short, setting.options, setting.seats) or [say(game.summary)]
    for table in book.tables(setting.options, setting.seats):
        lines += [f"{table.title}: " + "; ".join(f"{row[0]}: {', '.join(row[1:])}" for row in table.rows) + "."]
    if game.scenarios is not None:
        command = f"threedown rules {game.name} --pair 7H 8C"
        lines.append(say("To look up what two cards start: {command}.", command=command))
    return lines
