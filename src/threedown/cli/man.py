"""``threedown man``: the manual of all commands, in the form that man(1) reads."""

import re
from collections.abc import Iterator

import click

EXIT_CODES = (
    (0, "The command did what it says."),
    (1, "A check failed."),
    (2, "The command line is wrong."),
    (3, "A file or another input is bad."),
    (4, "An extra is missing; the message names it."),
    (130, "Interrupted by Ctrl-C."),
)
ENVIRONMENT = (
    ("THREEDOWN_GAMES", "The folder in which play saves records."),
    ("THREEDOWN_CACHE", "The folder of compiled rules."),
    ("NO_COLOR", "If set, nothing is coloured."),
)


@click.command()
@click.pass_context
def man(context: click.Context) -> None:
    """Prints the manual of all commands as a man page.

    To read it: threedown man | man -l -
    To install it: threedown man > ~/.local/share/man/man1/threedown.1
    """
    root = context.find_root()
    click.echo("\n".join(page(root)))


def page(root: click.Context) -> Iterator[str]:
    """Yield the lines of the page: the program, each command with its options, the exit codes, the environment."""
    yield ".TH THREEDOWN 1"
    yield from (".SH NAME", r"threedown \- the War and Blitz families of card games")
    yield from (".SH SYNOPSIS", ".B threedown", '.RI [ COMMAND " " [ OPTIONS ]]')
    yield from (".SH DESCRIPTION", *_paragraphs(root.command.help or ""))
    yield ".SH COMMANDS"
    yield from _commands(root)
    for title, rows in (("EXIT STATUS", EXIT_CODES), ("ENVIRONMENT", ENVIRONMENT)):
        yield f".SH {title}"
        for name, text in rows:
            yield from (".TP", f".B {name}", _safe(text))


def _commands(parent: click.Context) -> Iterator[str]:
    group = parent.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        if command is None or command.hidden:
            continue
        context = click.Context(command, info_name=name, parent=parent)
        usage = " ".join(command.collect_usage_pieces(context))
        yield from (f".SS {_safe(context.command_path)} {_safe(usage)}", *_paragraphs(command.help or ""))
        for parameter in command.get_params(context):
            record = parameter.get_help_record(context)
            if record is not None and record[1]:
                yield from (".TP", f".B {_safe(record[0])}", _safe(record[1]))
        if isinstance(command, click.Group):
            yield from _commands(context)


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; those after a backspace keep their lines."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if paragraph.lstrip().startswith("\b"):
            yield from (".PP", ".nf", *(_safe(line) for line in paragraph.split("\n")[1:]), ".fi")
        else:
            yield from (".PP", _safe(" ".join(paragraph.split())))


def _safe(text: str) -> str:
    """Escape what troff would take for a request.

    >>> print(_safe(".again: -n 5"))
    \\&.again: \\-n 5
    """
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
