import { mount } from "svelte";
import { learn } from "./api";
import App from "./App.svelte";
import { watchPresses } from "./navigation/busy";
import { watchStyles } from "./navigation/late";
import "./look/base.css";
import { applySettings } from "./settings.svelte";

learn(document.getElementById("games"));
watchPresses();
watchStyles();
void applySettings().then(() => mount(App, { target: document.getElementById("app")! }));
// Only where the page is safe (https, or this machine) does a browser let it be kept and installed.
if (import.meta.env.PROD && "serviceWorker" in navigator && isSecureContext)
  void navigator.serviceWorker.register("/sw.js");
