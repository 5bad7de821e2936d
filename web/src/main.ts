import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { dress } from "./look/theme";

dress({ theme: "system", contrast: "normal", fourColours: false });
mount(App, { target: document.getElementById("app")! });
