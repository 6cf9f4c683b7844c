// The steps of the app: each with its data and an example; and those that are missing.

async function showGuide() {
  const steps = await trying(() => ask("/guide", {}));
  if (!steps) return;
  const items = steps.map(({ module, key, sentence, data, example }) => make("li.finding", {},
    make("p", {}, make("span.dim", {}, `${module} · ${key} `), make("b", {}, sentence)),
    data?.map(line => make("p.small", {}, line)), example && make("code", {}, example)));
  const field = make("input", { type: "search", autofocus: true, "aria-label": said`Find`, oninput: () => {
    const wanted = field.value.toLowerCase().split(/\s+/);
    for (const item of items) item.hidden = !wanted.every(word => item.textContent.toLowerCase().includes(word));
  } });
  const dialog = make("dialog.asking.findings", { "aria-label": said`Steps of the app` },
    make("div.tools", {}, field, make("button", { onclick: () => dialog.close() }, said`Close`)),
    make("ul", {}, items));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Offers to write a step that the app does not have yet, with a note for those who will add it. */
function wishView(words) {
  const note = make("input", { placeholder: said`a note for developers`, size: 30,
    "aria-label": said`a note for developers` });
  const write = kind => make("button", { onclick: async () => {
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
    make("button", { onclick: () => trying(async () => {
      await navigator.clipboard.writeText(found.proposal);
      report(said`Copied`);
    }) }, said`Copy the code`));
}
