"""Text as the site needs it: docstrings as Markdown, links that lead to pages, HTML without inline scripts."""

import hashlib
import posixpath
import re
from collections.abc import Callable

ROLE = re.compile(r":(?:func|class|meth|mod|attr|data|exc):`~?([^`]+)`")
LITERAL = re.compile(r"::\n(?=\n    )")
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#|/)([^)#\s]+)(#[^)\s]*)?\)")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def docstring_markdown(text: str) -> str:
    """Return a docstring as Markdown: doctests fenced, roles as plain code."""
    lines: list[str] = []
    inside = False
    for line in ROLE.sub(r"`\1`", LITERAL.sub(":\n", text)).split("\n"):
        if not inside and line.startswith(">>> "):
            lines += ["", "```pycon"] if lines and lines[-1] else ["```pycon"]
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


def relinked(text: str, source: str, page: str, page_of: Callable[[str], str | None]) -> str:
    """Return Markdown of the file ``source`` with its relative links as they lead from ``page``.

    ``page_of`` gives the page of a file of the repository, None if it has none: such a link becomes plain text.
    """

    def led(link: re.Match[str]) -> str:
        there = page_of(posixpath.normpath(posixpath.join(posixpath.dirname(source), link[3])))
        if there is None:
            return link[2]
        return f"{link[1]}[{link[2]}]({posixpath.relpath(there, posixpath.dirname(page) or '.')}{link[4] or ''})"

    return LINK.sub(led, text)


def without_inline_scripts(html: str, url: str) -> tuple[str, dict[str, str]]:
    """Return a page at ``url`` with its inline scripts as files, and these files by name."""
    files: dict[str, str] = {}

    def moved(script: re.Match[str]) -> str:
        name = f"assets/inline-{hashlib.sha256(script[1].encode()).hexdigest()[:12]}.js"
        files[name] = script[1]
        return f'<script src="{posixpath.relpath(name, posixpath.dirname(url) or ".")}"></script>'

    return SCRIPT.sub(moved, html), files
