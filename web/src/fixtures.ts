// The page of tables from files, for pictures and tests: the same parts as the real page, without a server.
import { mount } from "svelte";
import Defs from "./art/Defs.svelte";
import Fixtures from "./Fixtures.svelte";
import "./look/base.css";
import { applySettings } from "./settings.svelte";

const target = document.getElementById("app")!;
void applySettings();
mount(Defs, { target });
mount(Fixtures, {
  target,
  props: { name: location.pathname.split("/")[2] ?? "", query: new URLSearchParams(location.search) },
});
