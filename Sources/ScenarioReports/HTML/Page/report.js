// Shows the scenario that the address names, and handles keys.

const main = document.getElementById("main");

function show(movesFocus) {
  const id = decodeHash();
  const scenario = scenarioAt(id) ?? null;
  document.body.classList.toggle("reading", scenario !== null);
  if (scenario) {
    setChildren(main, scenarioPage(scenario));
    document.title = `${scenario.title} · ${verdicts[scenario.verdict].words}`;
  } else {
    setChildren(main, id && id !== "listing" && make("p.reason", { role: "alert" },
      said`This run has no scenario with that address; it may have been renamed or moved.`),
    overviewPage());
    document.title = runTitle;
  }
  markOpen(scenario);
  if (movesFocus) {
    window.scrollTo(0, 0);
    main.querySelector("h1")?.focus({ preventScroll: true });
  }
}

function decodeHash() {
  const hash = location.hash.slice(1);
  try { return decodeURIComponent(hash); } catch { return hash; }
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.matches?.("input, select, textarea");
  if (event.key === "Escape") {
    if (event.target === search && search.value) choose({ text: "" });
    else if (location.hash) {
      const left = openScenario;
      location.hash = "";
      if (left) setTimeout(() => rowOf(left)?.focus(), 0);
    } else {
      choose(everything);
      document.activeElement?.blur();
    }
  } else if (event.target === search && event.key === "Enter") {
    if (chosen.length > 0) location.hash = chosen[0].id;
  } else if (isTyping) return;
  else if (event.key === "j") moveFocus(1);
  else if (event.key === "k") moveFocus(-1);
  else if (event.key === "/") {
    search.focus();
    search.select();
  } else return;
  event.preventDefault();
}

const runTitle = document.title;
window.addEventListener("hashchange", () => { if (location.hash !== "#listing") show(true); });
document.addEventListener("keydown", pressed);
buildListing();
show(false);
