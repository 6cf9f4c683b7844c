// The next steps that are possible: each becomes a step of the story, which runs at once.

/**
 * Nothing is chosen yet. `pressed` has the text on the drawn screen that the author has pressed, if any;
 * `replaced` is the step that is changed, if any, and `written` what it has.
 */
const noStep = { filter: "", chosen: null, blanks: [], pressed: [], replaced: null, written: null };
const adding = { sentences: [], reading: null, path: null, ...noStep };

/** Draws the choice of the next step. */
async function drawAdding() {
  const view = document.getElementById("adding");
  if (!view || !opened.scenario) return;
  if (adding.replaced && adding.replaced.line !== opened.details.steps[opened.step]?.line) Object.assign(adding, noStep);
  const field = make("input", {
    id: "next", type: "search", autocomplete: "off", spellcheck: "false", value: adding.filter,
    placeholder: said`tap, load, answer, wait …`, role: "combobox", "aria-expanded": "true",
    "aria-controls": "sentences",
    oninput: () => {
      Object.assign(adding, { filter: field.value, chosen: null, pressed: [], written: null });
      drawSentences();
    },
    onkeydown: event => {
      const first = list.querySelector("li:not(.dim) button");
      if (event.key === "Enter" && (field.value.trim() || adding.pressed.length > 0)) first?.click();
      else if (event.key === "ArrowDown") first?.focus();
      else if (event.key === "Escape" && adding.replaced) stopChanging();
      else return;
      // The same press must not also send the form that it opens.
      event.preventDefault();
    },
  });
  const list = make("ul.sentences", { id: "sentences", "aria-label": said`Steps`,
    onkeydown: event => {
      const row = event.target.closest("li");
      const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling ?? field }[event.key];
      if (!next || !event.target.matches("button.plain")) return;
      (next.querySelector("button.plain") ?? next).focus();
      event.preventDefault();
    } });
  const question = adding.replaced ? said`What happens instead?` : said`What happens next?`;
  view.replaceChildren(make("label", { for: "next" }, question,
    make("span.dim.small", {}, ` ${whereItGoes()}`)), field, list, aheadView());
  await readSentences();
  drawSentences();
}

/** Reads the sentences of the story's module, once for each story. */
function readSentences() {
  const { path, text } = opened;
  if (adding.path !== path) {
    adding.path = path;
    adding.reading = ask("/sentences", { path, text, scenario: scenarioLine() }).catch(() => [])
      .then(sentences => { adding.sentences = sentences; });
  }
  return adding.reading;
}

/** Opens the form of the sentence that gives a request its answer, or another one. */
async function answerRequest(method, address) {
  const before = answeringStep(method, address);
  if (before) return changeStep(before, true);
  await readSentences();
  const sentence = adding.sentences.find(({ kind, fields, snippet }) => kind === "given"
    && fields.some(({ name }) => name === "status") && /\$\{2[:|]/.test(snippet));
  const field = document.getElementById("next");
  if (!sentence || !field) return report(said`The steps of this module have no answers.`, true);
  field.value = adding.filter = sentence.text;
  Object.assign(adding, { chosen: sentence.text, blanks: [method, address] });
  drawSentences();
  document.querySelector(".blanks .field input")?.focus();
}

/** Says where a step goes that is added now. */
function whereItGoes() {
  if (adding.replaced) return clipped(adding.replaced.text, 40);
  const step = opened.details?.steps[opened.step];
  return step && step.owner === undefined ? said`after “${clipped(step.text, 40)}”`
    : said`at the end of this scenario`;
}

/** The place after the chosen step, for requests. */
function here() {
  const step = opened.details?.steps[opened.step];
  return { path: opened.path, text: opened.text, scenario: scenarioLine(),
    after: step && step.owner === undefined ? step.line : null };
}

function scenarioLine() { return opened.scenario.firstLine ?? opened.scenario.line; }

function drawSentences() {
  const list = document.getElementById("sentences");
  if (!list) return;
  const typed = adding.filter.trim();
  const wanted = adding.filter.toLowerCase().split(/\s+/).filter(word => word);
  const fits = text => wanted.every(word => text.toLowerCase().includes(word));
  // Sentences as stories use them have the words of their blanks, too, such as the title of a button.
  const used = wanted.length === 0 ? [] : adding.sentences.flatMap(sentence =>
    sentence.uses.filter(text => fits(text) && text !== sentence.text)
      .map(text => ({ ...sentence, text, snippet: text.replace(/[\\$}]/g, "\\$&") })));
  const listed = [...adding.sentences.filter(({ text }) => fits(text)), ...used];
  // A sentence that equals the typed text comes before those that only have its words.
  listed.sort((one, other) => Number(other.text === typed) - Number(one.text === typed));
  // The text of a pressed button fills a blank in quotes.
  if (wanted.length === 0 && adding.pressed.length > 0) {
    listed.sort((one, other) => Number(takesText(other)) - Number(takesText(one)));
  }
  const written = adding.sentences
    .map(sentence => ({ ...sentence, text: filledBy(typed, sentence) }))
    .filter(({ text }) => text && !listed.some(other => other.text === text))
    .map(sentence => ({ ...sentence, snippet: sentence.text.replace(/[\\$}]/g, "\\$&") }));
  const found = [...written, ...listed].slice(0, 50);
  setChildren(list, found.map(sentence => make("li", {},
    adding.chosen === sentence.text ? form(sentence) : make("button.plain", { onclick: () => fill(sentence) },
      make("span.dim", {}, inPageLanguage(sentence.kind) + " "), sentence.text, sentence.takesData && ": …"))),
  found.length === 0 && make("li.dim", {}, said`No step has these words. “Steps of the app” lists all. `,
    wishView(adding.filter)));

  function fill(sentence) {
    if (!sentence.takesData && !/\$\{/.test(sentence.snippet)) return add(sentence, sentence.text, replacing());
    Object.assign(adding, { chosen: sentence.text, written: null, blanks: takesText(sentence) ? adding.pressed : [] });
    drawSentences();
    document.querySelector(".blanks input")?.focus();
  }
}

/** Returns the line of the step that an added one replaces. */
function replacing() { return adding.replaced ? { replaces: adding.replaced.line } : {}; }

function takesText({ snippet }) { return /^[^$]*"\$\{/.test(snippet); }

/** Adds a step after the chosen one, and runs the scenario with it; returns whether it is there. */
async function add(...step) {
  // The state that is shown meanwhile is old, and must not become a check.
  stateView.inert = true;
  try { return await addStep(...step); } finally { stateView.inert = false; }
}

async function addStep({ kind }, sentence, more = {}) {
  const step = { ...here(), kind, sentence, ...more };
  let answer = await askAboutText("/add", step);
  if (answer && answer.scenario !== scenarioLine()) {
    const choice = await askFor(
      said`This step comes after a check. Go on in this scenario, or begin one inside?`,
      [{ label: said`Title of the scenario inside` }], said`Go on in this scenario`);
    answer = choice && await askAboutText("/add", choice === "other" ? { ...step, goesOn: true }
      : { ...step, title: choice[0] });
  }
  if (!answer) return false;
  Object.assign(adding, noStep);
  await rewrite(answer.text, answer.scenario);
  const index = opened.details?.steps.findLastIndex(({ line }) => line === answer.line) ?? -1;
  // The effect of a preparation is shown at the end.
  if (index >= 0) choose(kind === "given" ? chosenStep() : index, false);
  document.getElementById("next")?.focus({ preventScroll: true });
  if (more.replaces) reportChange(said`Changed: ${inPageLanguage(kind)} ${sentence}`);
  else report(said`Added: ${inPageLanguage(kind)} ${sentence}`);
  return true;
}

/** Removes a step, and runs the scenario without it. */
async function remove({ line, text }) {
  if (!await changeStory("/remove", { scenario: scenarioLine(), line })) return;
  document.getElementById(`step-${opened.step}`)?.focus();
  reportChange(said`Removed: ${text}`);
}

/** A press of a drawn button looks for the step that presses it. */
stateView.addEventListener("keydown", event => {
  if (event.key === "Enter" && event.target.matches(".screen [role=button]")) event.target.click();
});
stateView.addEventListener("click", event => {
  const button = event.target.closest(".screen .button, .screen .link, .screen li");
  if (!button || session.isReadOnly || !opened.scenario) return;
  const text = button.innerText.split("\n")[0].trim();
  Object.assign(adding, { filter: `"${text}"`, pressed: [text] });
  if (opened.showsText) {
    opened.showsText = false;
    drawStory();
  }
  const field = document.getElementById("next");
  if (!field) return;
  drawSentences();
  // A step may name what was pressed in another way, such as by its number.
  if (!document.querySelector("#sentences > li:not(.dim)")) {
    adding.filter = "";
    drawSentences();
  }
  field.value = adding.filter;
  field.focus();
});
