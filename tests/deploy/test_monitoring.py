"""The dashboard and the alerts of deploy/ ask for metrics and labels that the server has."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from threedown.server.operations import metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS = DEPLOY / "prometheus" / "alerts.yml"
DASHBOARD = DEPLOY / "grafana" / "threedown.json"
OF_PROMETHEUS = {"up"}
"""Metrics that Prometheus adds itself."""
OF_TARGETS = {"job", "instance"}
"""Labels that Prometheus adds to every sample."""
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def known() -> dict[str, set[str]]:
    """Every sample's name in /metrics, with its labels."""
    found: dict[str, set[str]] = {}
    for collector in list(metrics.registry._collector_to_names):
        labels = set(getattr(collector, "_labelnames", ()))
        for family in collector.collect():
            for suffix in SUFFIXES[family.type]:
                found[family.name + suffix] = labels | ({"le"} if suffix == "_bucket" else set())
    return found


def alert_expressions() -> list[str]:
    rules = yaml.safe_load(ALERTS.read_text())
    return [rule["expr"] for group in rules["groups"] for rule in group["rules"]]


def dashboard_expressions() -> Iterator[str]:
    dashboard: dict[str, Any] = json.loads(DASHBOARD.read_text())
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (each["expr"] for each in dashboard["annotations"]["list"])
    yield from (each["query"]["query"] for each in dashboard["templating"]["list"] if each["type"] == "query")


def unknown_in(expression: str) -> list[str]:
    """The metrics and labels of an expression that the server does not have."""
    names, wrong = known(), []
    for name, selector in re.findall(r"\b((?:threedown|process)_\w+|up)\b(\{[^}]*\})?", expression):
        labels = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", selector))
        if name not in names and name not in OF_PROMETHEUS:
            wrong.append(name)
        else:
            wrong += [f"{name}{{{label}}}" for label in labels - names.get(name, set()) - OF_TARGETS]
    return wrong


@pytest.mark.parametrize("expression", [*alert_expressions(), *dashboard_expressions()])
def test_every_expression_asks_for_what_the_server_measures(expression: str) -> None:
    assert unknown_in(expression) == []
    assert re.search(r"threedown_|process_|\bup\b", expression)


def test_a_metric_or_label_that_is_not_there_is_found() -> None:
    assert unknown_in('rate(threedown_choises_total{instance="a"}[5m])') == ["threedown_choises_total"]
    assert unknown_in('threedown_rooms{status="playing"}') == ["threedown_rooms{status}"]


def test_the_values_of_labels_in_alerts_are_those_of_the_server() -> None:
    text = ALERTS.read_text() + DASHBOARD.read_text().replace('\\"', '"')
    states = set(re.findall(r'threedown_rooms\{state="(\w+)"', text))
    reasons = set(re.findall(r'threedown_refused_total\{reason="([^"]+)"', text))
    lines = metrics.exposition({}, 0).decode()
    assert states == {state for state in states if f'threedown_rooms{{state="{state}"}}' in lines}
    source = (DEPLOY.parent / "src/threedown/server/rooms/served_game.py").read_text()
    assert reasons == {reason for reason in reasons if f'metrics.REFUSED.labels("{reason}")' in source}
    assert (bool(states), bool(reasons)) == (True, True)


def test_every_metric_of_the_server_is_on_the_dashboard() -> None:
    own = {name for name in known() if name.startswith("threedown_")}
    shown = set(re.findall(r"threedown_\w+", " ".join(dashboard_expressions())))
    families = {re.sub("_(bucket|count|sum)$", "", name) for name in own}
    assert families == {re.sub("_(bucket|count|sum)$", "", name) for name in shown}


def test_alerts_say_how_urgent_they_are_and_what_to_do() -> None:
    for group in yaml.safe_load(ALERTS.read_text())["groups"]:
        for rule in group["rules"]:
            assert rule["labels"]["severity"] in ("page", "ticket")
            assert set(rule["annotations"]) == {"summary", "action"}


def test_panels_have_numbers_of_their_own_and_do_not_overlap() -> None:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for place in (panel["gridPos"] for panel in panels):
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken
        assert place["x"] + place["w"] <= 24
        taken |= cells


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool (Debian's package prometheus)")
def test_prometheus_accepts_its_files() -> None:
    done = subprocess.run(["promtool", "check", "config", "prometheus.yml"], cwd=ALERTS.parent, capture_output=True)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
