// What can be done next: it becomes a step of the story, which runs at once.

const adding = { sentences: [], reading: null, path: null, filter: "", chosen: null, blanks: [],
  // The text on the drawn screen that the author has pressed, if any.
  pressed: [] };

/** Draws the choice of the next step. */
async function drawAdding() {
  const place = document.getElementById("adding");
  if (!place || !opened.scenario) return;
  const field = make("input", {
    id: "next", type: "search", autocomplete: "off", spellcheck: "false", value: adding.filter,
    placeholder: said`tap, load, answer, wait …`, role: "combobox", "aria-expanded": "true",
    "aria-controls": "sentences",
    oninput: () => {
      Object.assign(adding, { filter: field.value, chosen: null, pressed: [] });
      drawSentences();
    },
    onkeydown: event => {
      const first = list.querySelector("button");
      if (event.key === "Enter") first?.click();
      else if (event.key === "ArrowDown") first?.focus();
      else return;
      // The same press must not also send the form that it opens.
      event.preventDefault();
    },
  });
  const list = make("ul.sentences", { id: "sentences", "aria-label": said`Steps` });
  place.replaceChildren(make("label", { for: "next" }, said`What happens next?`,
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

/** Opens the form of the sentence that gives a request its answer. */
async function answerRequest(method, address) {
  await readSentences();
  const sentence = adding.sentences.find(({ kind, fields, snippet }) => kind === "given"
    && fields.some(({ name }) => name === "status") && /\$\{2[:|]/.test(snippet));
  const field = document.getElementById("next");
  if (!sentence || !field) return tell(said`The steps of this module have no answers.`, true);
  field.value = adding.filter = sentence.text;
  Object.assign(adding, { chosen: sentence.text, blanks: [method, address] });
  drawSentences();
  document.querySelector(".blanks .field input")?.focus();
}

/** Says where a step goes that is added now. */
function whereItGoes() {
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
  const words = adding.filter.toLowerCase().split(/\s+/).filter(word => word);
  const fits = text => words.every(word => text.toLowerCase().includes(word));
  // Sentences as stories use them have the words of their blanks, too, such as the title of a button.
  const used = words.length === 0 ? [] : adding.sentences.flatMap(sentence =>
    sentence.uses.filter(text => fits(text) && text !== sentence.text)
      .map(text => ({ ...sentence, text, snippet: text.replace(/[\\$}]/g, "\\$&") })));
  const found = [...adding.sentences.filter(({ text }) => fits(text)), ...used].slice(0, 50);
  list.replaceChildren(...found.map(sentence => make("li", {},
    adding.chosen === sentence.text ? form(sentence) : make("button.plain", {
      type: "button", onclick: () => begin(sentence),
    }, make("span.dim", {}, inPageLanguage(sentence.kind) + " "), sentence.text, sentence.takesData && ": …"))));
  if (found.length === 0) {
    list.append(make("li.dim", {}, said`No step has these words. “Steps of the app” lists all. `,
      wishView(adding.filter)));
  }

  function begin(sentence) {
    if (!sentence.takesData && !/\$\{/.test(sentence.snippet)) return add(sentence, sentence.text);
    const takesText = /^[^$]*"\$\{/.test(sentence.snippet);
    Object.assign(adding, { chosen: sentence.text, blanks: takesText ? adding.pressed : [] });
    drawSentences();
    document.querySelector(".blanks input")?.focus();
  }
}

/** The blanks of a sentence, with the values that stories have there. */
function form(sentence) {
  const parts = [];
  const given = [...adding.blanks];
  const pattern = /\$\{\d+:((?:\\.|[^}])*)\}|\$\{\d+\|([^|]*)\|\}|((?:\\.|[^$])+)/g;
  let match;
  while ((match = pattern.exec(sentence.snippet)) !== null) {
    const [, blank, choices, words] = match;
    if (words !== undefined) parts.push(words.replace(/\\(.)/g, "$1"));
    else {
      const known = choices?.split(",") ?? [];
      const value = given.shift() ?? known[0] ?? blank.replace(/\\(.)/g, "$1");
      const id = `values-${parts.length}`;
      parts.push(make("input", { "aria-label": said`value`, list: id, value,
        size: Math.max(6, Math.min(40, value.length)) }),
      make("datalist", { id }, known.map(value => make("option", { value }))));
    }
  }
  const data = sentence.takesData && dataForm(sentence);
  return make("form.blanks", { onsubmit: event => {
    event.preventDefault();
    const text = parts.map(part => typeof part === "string" ? part : part.value ?? "").join("");
    const written = data && data.text();
    if (data && !written) return tell(said`Fill in a value first.`, true);
    add(sentence, text, data ? { data: written } : {});
  } }, make("p", {}, make("span.dim", {}, inPageLanguage(sentence.kind) + " "), parts, data && ":"),
  data && data.view,
  make("div.tools", {}, make("button.main", { type: "submit" }, said`Add`),
    make("button", { type: "button", onclick: () => { adding.chosen = null; drawSentences(); } },
      said`Cancel`)));
}

/** A form for the data of a sentence: a field for each key, or one for the whole. */
function dataForm({ fields, words }) {
  const field = (label, words, placeholder) => {
    const id = `data-${label.replace(/\W/g, "-")}`;
    const input = make("input", { "aria-label": label, list: id, placeholder, size: 36 });
    return { label, input, view: make("label.field", {}, make("span", {}, label), input,
      make("datalist", { id }, words.map(value => make("option", { value })))) };
  };
  if (fields.length === 0) {
    const { input, view } = field(said`value`, words, said`a value`);
    return { view, text: () => yamlText(input.value) };
  }
  const all = fields.map(({ name, kind, words }) => field(name, words, kind));
  const [usual, others] = [all.slice(0, 6), all.slice(6)].map(part => part.map(({ view }) => view));
  return {
    view: make("div", {}, usual,
      others.length > 0 && make("details", {}, make("summary", {}, said`More`), others)),
    text: () => {
      const filled = all.filter(({ input }) => input.value.trim());
      const entries = filled.map(({ label, input }) => `${label}: ${yamlText(input.value)}`);
      return entries.length > 0 ? `{ ${entries.join(", ")} }` : "";
    },
  };
}

/** Returns what was typed as YAML in one line: as it is if it looks like YAML, else in quotes. */
function yamlText(typed) {
  const text = typed.trim().replace(/\s*\n\s*/g, " ");
  const isPlain = /^[\p{L}\p{N}<][^:#,[\]{}"'\\]*$/u.test(text);
  return text === "" || isPlain || /^[[{"'!-]/.test(text) ? text : JSON.stringify(text);
}

/** Adds a step after the chosen one, and runs the scenario with it. */
async function add(...step) {
  // What is shown meanwhile is old, and must not become a check.
  stateView.inert = true;
  try {
    await addStep(...step);
  } finally {
    stateView.inert = false;
  }
}

async function addStep({ kind }, sentence, more = {}) {
  const step = { ...here(), kind, sentence, ...more };
  let answer = await askAboutText("/add", step);
  if (answer && answer.scenario !== scenarioLine()) {
    const [title] = await askFor(
      said`What was checked before stays as it is: the step begins a scenario inside.`,
      [{ label: said`Title` }]) ?? [];
    answer = title && await askAboutText("/add", { ...step, title });
  }
  if (!answer) return;
  adding.chosen = null;
  adding.filter = "";
  opened.line = answer.scenario;
  opened.row = 0;
  await rewrite(answer.text);
  const index = opened.details?.steps.findLastIndex(({ line }) => line === answer.line) ?? -1;
  // What a preparation changes is seen at the end.
  if (index >= 0) choose(kind === "given" ? chosenStep() : index);
  tell(said`Added: ${inPageLanguage(kind)} ${sentence}`);
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
