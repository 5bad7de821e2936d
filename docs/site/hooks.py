"""MkDocs hooks: pages made from the code, links that work on the site, and scripts that a strict policy allows.

Pages whose source is elsewhere (README.md, rulebooks, docstrings, examples) exist only on the site.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from rulebook_page import rulebook_page
from texts import relinked, without_inline_scripts
from wire_page import wire_tables

from threedown.games import find_game, game_names

ROOT = Path(__file__).parent.parent.parent
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "web/README.md": "web.md",
    "examples": "examples/bot.md",
    **{f"examples/{path.name}": f"examples/{path.stem}.md" for path in sorted((ROOT / "examples").glob("*.py"))},
}
"""Files of the repository that have a page, and the page of each."""
VERBS = ("verbs", "packets", "hands", "trades", "wars", "chance", "clock", "cycles")
"""The modules of ``threedown.table`` whose functions rules call."""
REFERENCE = {
    "threedown": "the main functions",
    "threedown.session.match": "a game at a prompt",
    "threedown.session.game_event": "events",
    "threedown.bulk.simulation_result": "figures of a simulation",
    "threedown.session.session": "a game step by step",
    "threedown.session.views": "views and questions",
    "threedown.session.result": "results",
    "threedown.session.record": "records",
    "threedown.session.keeper": "writing records",
    "threedown.session.scenario": "scenarios",
    "threedown.games": "finding and adding games",
    "threedown.games.declare": "declaring a game",
    "threedown.games.game_options": "house rules and presets",
    "threedown.games.setting": "settings",
    "threedown.games.rulebook": "rulebooks",
    "threedown.bulk.run": "runs",
    "threedown.lab.study.study": "studies",
    "threedown.lab.analysis.analysis": "analyses",
    "threedown.rl": "environments",
    "threedown.rl.batch": "batches of tables",
    "threedown.shared.shared_game": "shared games",
    "threedown.client": "the client of a server",
    "threedown.cards": "cards",
}

OPTIONS = """    options:
      heading_level: {level}
      show_root_heading: false
      show_root_toc_entry: false
"""
"""The heading of a module is the page's own."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill in the parts of the navigation that follow from the code."""
    games = [(find_game(name).title, name) for name in game_names()]
    parts = {
        "RULEBOOKS": [{title: f"rules/{name}.md"} for title, name in games],
        "OPTIONS": [{title: f"options/{name}.md"} for title, name in games if _has_options(name)],
        "REFERENCE": [{module: f"reference/{module}.md"} for module in REFERENCE],
    }
    config.nav = _filled(config.nav, parts)
    return config


def _has_options(game: str) -> bool:
    return (ROOT / "docs" / "options" / f"{game}.md").exists()


def _filled(nav: Any, parts: dict[str, Any]) -> Any:
    if isinstance(nav, list):
        return [_filled(entry, parts) for entry in nav]
    if isinstance(nav, dict):
        return {title: _filled(entry, parts) for title, entry in nav.items()}
    return parts.get(nav, nav)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the code."""
    for path, text in generated():
        files.append(File.generated(config, path, content=text))
    return files


def generated() -> Iterator[tuple[str, str]]:
    """Return each page that has no file in docs, as its path and its Markdown."""
    for source, page in ELSEWHERE.items():
        path = ROOT / source
        if path.suffix == ".md":
            yield page, path.read_text(encoding="utf-8")
        elif path.suffix == ".py":
            yield page, f"# examples/{path.name}\n\n```python\n{path.read_text(encoding='utf-8')}```\n"
    for name in game_names():
        yield f"rules/{name}.md", rulebook_page(find_game(name))
    yield "verbs.md", verbs_page()
    for module, title in REFERENCE.items():
        yield f"reference/{module}.md", f"# {module}: {title}\n\n::: {module}\n{OPTIONS.format(level=2)}"


def verbs_page() -> str:
    """Return the page of the verbs, module by module."""
    text = "# The verbs\n\nRules read and change a table by these functions and by nothing else.\n"
    options = OPTIONS.format(level=3) + "      filters: ['!^_', '!^[A-Z]']\n      summary: {functions: true}\n"
    return text + "".join(f"\n## {name}\n\n::: threedown.table.{name}\n{options}" for name in VERBS)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead each link to the page of its target; add the tables of the wire to its page."""
    sources = {target: source for source, target in ELSEWHERE.items() if source != "examples"}
    here = page.file.src_uri

    def page_of(source: str) -> str | None:
        there = ELSEWHERE.get(source, source.removeprefix("docs/"))
        return there if files.get_file_from_path(there) else None

    text = relinked(markdown, sources.get(here, f"docs/{here}"), here, page_of)
    return text + wire_tables() if here == "wire.md" else text


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Move inline scripts into files: the content security policy of the server allows no others."""
    html, files = without_inline_scripts(output, page.url)
    for name, text in files.items():
        (Path(config.site_dir) / name).parent.mkdir(parents=True, exist_ok=True)
        (Path(config.site_dir) / name).write_text(text, encoding="utf-8")
    return html
