// Scenarios and steps get another place, title or sentence, or are removed.

/** The keys that change the scenario or the step that has the focus. */
const editingKeys = {
  F2: "rename", "Alt+ArrowUp": "up", "Alt+ArrowDown": "down", "Alt+ArrowRight": "inside",
  "Alt+ArrowLeft": "out", Delete: "away",
};

function pressedToEdit(event, edit) {
  const what = editingKeys[(event.altKey ? "Alt+" : "") + event.key];
  if (!what || session.isReadOnly) return;
  event.preventDefault();
  edit(what);
}

/** Returns the buttons of some changes, with their keys. */
function editingButtons(edit, changes) {
  return Object.entries(editingKeys).filter(([, what]) => changes[what]).map(([keys, what]) =>
    make("button", { "aria-keyshortcuts": keys, title: keys, onclick: () => edit(what) }, changes[what]));
}

function scenarioMenu() {
  return make("details.editing", {}, make("summary", {}, said`Change the scenario`),
    make("div.tools", {}, editingButtons(editScenario, {
      rename: said`Rename`, up: said`Move up`, down: said`Move down`,
      inside: said`Move into the one above`, out: said`Move out`, away: said`Remove`,
    })));
}

async function editScenario(what, isInList = false) {
  const { name, line } = outlined() ?? {};
  const [title] = what !== "rename" ? []
    : await askFor(said`Rename`, [{ label: said`Title`, value: name }], null, said`Rename`) ?? [];
  if (what === "rename" && !title) return;
  const answer = await askAboutText("/move", { scenario: line, move: what, title });
  if (!answer) return;
  await rewrite(answer.text, answer.scenario);
  if (isInList) storiesView.querySelector("[aria-current]")?.focus();
  reportChange(what === "away" ? said`Removed: ${name}` : title ? said`Renamed: ${title}` : said`Moved: ${name}`);
}

async function editStep(what, step) {
  if (what === "away") return remove(step);
  if (what === "rename") return changeStep(step);
  if (!["up", "down"].includes(what)) return;
  const answer = await askAboutText("/move", { scenario: scenarioLine(), line: step.line, move: what });
  if (!answer) return;
  await rewrite(answer.text, answer.scenario);
  const index = opened.details?.steps.findLastIndex(({ line }) => line === answer.line) ?? -1;
  choose(index < 0 ? null : index, false);
  document.getElementById(`step-${opened.step}`)?.focus();
  reportChange(said`Moved: ${step.text}`);
}

function stepButtons(step) {
  return make("div.tools.editing", {}, editingButtons(what => editStep(what, step), {
    rename: said`Change the step`, up: said`Move up`, down: said`Move down`, away: said`Remove the step`,
  }));
}

/** Opens the form of a step with its values; with another answer if it goes on. */
async function changeStep(step, goesOn = false) {
  const written = await askAboutText("/step", { scenario: scenarioLine(), line: step.line });
  if (!written) return;
  choose(opened.details.steps.findIndex(({ line }) => line === step.line), false);
  await readSentences();
  const known = adding.sentences.find(sentence => valuesIn(written.sentence, sentence));
  Object.assign(adding, {
    replaced: step, written: { ...written, goesOn }, pressed: [],
    filter: known?.text ?? written.sentence, chosen: known?.text ?? written.sentence,
    blanks: known ? valuesIn(written.sentence, known) : [],
  });
  await drawAdding();
  const inputs = document.querySelectorAll(goesOn ? ".answers li:last-child input" : ".blanks input");
  const field = inputs[0] ?? document.getElementById("next");
  field?.focus();
  field?.select();
}

function stopChanging() {
  Object.assign(adding, { replaced: null, written: null, chosen: null, filter: "" });
  drawAdding();
}
