// The steps of the app: each with its meaning and examples; and those that are missing.

async function showGuide() {
  const answer = await trying(() => ask("/guide", {}));
  if (!answer) return;
  // Its scripts have no origin, so they reach neither this page nor its token.
  const dialog = make("dialog.guide", { "aria-label": "Steps of the app" },
    make("button", { type: "button", onclick: () => dialog.close() }, "Close"),
    make("iframe", { sandbox: "allow-scripts", srcdoc: answer.html, title: "Steps of the app" }));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Offers to write a step that the app does not have yet. */
function wishView(words) {
  const write = kind => make("button", { type: "button", onclick: async () => {
    await add({ kind }, words.trim());
    tell("The step is in the story. Until a developer adds it, the scenario is undefined.");
  } }, kind);
  return words.trim() && make("p", {}, "I need a step: ", write("given"), " ", write("when"), " ",
    write("then"));
}
