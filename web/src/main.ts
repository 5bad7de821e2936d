import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { wear } from "./settings.svelte";

wear();
mount(App, { target: document.getElementById("app")! });
