// The page without the server: in the language that is set, and gone as soon as the server answers.
const WORDS = {
  it: [
    "La casa non risponde.",
    "Le tue partite sono custodite lì. Appena risponde, questa pagina prosegue da sola.",
    "Riprova",
  ],
};
const EVERY = 5000;

let language = navigator.language;
try {
  language = JSON.parse(localStorage.getItem("threedown") ?? "{}").language ?? language;
} catch {
  // What was kept cannot be read: the device's own language will do.
}
const words = WORDS[language.slice(0, 2)];
if (words) {
  document.documentElement.lang = language.slice(0, 2);
  ["title", "text", "again"].forEach((id, i) => (document.getElementById(id).textContent = words[i]));
}
const reached = () =>
  fetch("/healthz", { cache: "no-store" })
    .then((answer) => answer.ok && location.reload())
    .catch(() => {});
document.getElementById("again").onclick = reached;
addEventListener("online", reached);
setInterval(reached, EVERY);
