// The steps of the app: each with its meaning and examples; and those that are missing.

// The policy of the page lets only its own script run, and that of the guide, which is in a frame of it.
const { nonce } = document.currentScript;

async function showGuide() {
  const answer = await trying(() => ask("/guide", {}));
  if (!answer) return;
  // Its scripts have no origin, so they reach neither this page nor its token.
  const dialog = make("dialog.guide", { "aria-label": said`Steps of the app` },
    make("button", { type: "button", onclick: () => dialog.close() }, said`Close`),
    make("iframe", { sandbox: "allow-scripts", title: said`Steps of the app`,
      srcdoc: answer.html.replace(/<(script)>/, `<$1 nonce="${nonce}">`) }));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Offers to write a step that the app does not have yet, with a note for those who will add it. */
function wishView(words) {
  const note = make("input", { placeholder: said`a note for developers`, size: 30,
    "aria-label": said`a note for developers` });
  const write = kind => make("button", { type: "button", onclick: async () => {
    if (!await add({ kind }, words.trim(), { note: note.value.trim() || undefined })) return;
    report(said`The step is in the story. Until a developer adds it, the scenario is undefined.`);
  } }, inPageLanguage(kind));
  return words.trim() && make("p", {}, said`I need a step: `, write("given"), " ", write("when"), " ",
    write("then"), " ", note);
}

/** The code that adds a step which the app does not have yet, below the note of its author. */
function missingStep({ line }) {
  const found = opened.diagnostics.find(({ proposal, range }) => proposal && range.start.line + 1 === line);
  const note = / # (.*)/.exec(opened.text.split("\n")[line - 1])?.[1];
  return found && make("details.missing", {}, make("summary", {}, said`For a developer`),
    note && make("p", {}, note),
    make("p.dim", {}, said`The app does not have this step yet. This code adds it:`),
    make("pre", { tabindex: 0 }, found.proposal),
    make("button", { type: "button", onclick: () => trying(async () => {
      await navigator.clipboard.writeText(found.proposal);
      report(said`Copied`);
    }) }, said`Copy the code`));
}
