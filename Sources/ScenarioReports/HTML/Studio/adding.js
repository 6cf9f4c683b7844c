// What can be done next, and what can be checked: each becomes a step of the story, which runs at once.

const adding = { sentences: [], path: null, filter: "", chosen: null };

/** Draws the choice of the next step. */
async function drawAdding() {
  const place = document.getElementById("adding");
  if (!place || !opened.scenario) return;
  const field = make("input", {
    id: "next", type: "search", autocomplete: "off", spellcheck: "false", value: adding.filter,
    placeholder: "tap, load, answer, wait …", role: "combobox", "aria-expanded": "true",
    "aria-controls": "sentences",
    oninput: () => { adding.filter = field.value; adding.chosen = null; drawSentences(); },
    onkeydown: event => {
      const first = list.querySelector("button");
      if (event.key === "Enter") first?.click();
      else if (event.key === "ArrowDown") first?.focus();
      else return;
      // The same press must not also send the form that it opens.
      event.preventDefault();
    },
  });
  const list = make("ul.sentences", { id: "sentences", "aria-label": "Steps" });
  place.replaceChildren(make("label", { for: "next" }, "What happens next?",
    make("span.dim.small", {}, ` ${whereItGoes()}`)), field, list);
  if (adding.path !== opened.path) {
    adding.path = opened.path;
    const { path, text } = opened;
    adding.sentences = await ask("/sentences", { path, text, scenario: scenarioLine() })
      .catch(() => []);
  }
  drawSentences();
}

/** Says where a step goes that is added now. */
function whereItGoes() {
  const step = opened.details?.steps[opened.step];
  return step && step.owner === undefined ? `after “${clipped(step.text, 40)}”`
    : "at the end of this scenario";
}

function scenarioLine() { return opened.scenario.firstLine ?? opened.scenario.line; }

function drawSentences() {
  const list = document.getElementById("sentences");
  if (!list) return;
  const words = adding.filter.toLowerCase().split(/\s+/).filter(word => word);
  const fits = text => words.every(word => text.toLowerCase().includes(word));
  // Sentences that stories use with these words come first: they need no more typing.
  const used = words.length === 0 ? [] : adding.sentences.flatMap(sentence =>
    sentence.uses.filter(text => fits(text) && text !== sentence.text)
      .map(text => ({ ...sentence, text, snippet: text.replace(/[\\$}]/g, "\\$&") })));
  const found = [...used, ...adding.sentences.filter(({ text }) => fits(text))].slice(0, 12);
  list.replaceChildren(...found.map(sentence => make("li", {},
    adding.chosen === sentence.text ? form(sentence) : make("button.plain", {
      type: "button", onclick: () => begin(sentence),
    }, make("span.dim", {}, sentence.kind + " "), sentence.text, sentence.takesData && ": …"))));
  if (found.length === 0) {
    list.append(make("li.dim", {}, "No step has these words. “Steps of the app” lists all."));
  }

  function begin(sentence) {
    if (!sentence.takesData && !/\$\{/.test(sentence.snippet)) return add(sentence, sentence.text);
    adding.chosen = sentence.text;
    drawSentences();
    document.querySelector(".blanks input, .blanks select")?.focus();
  }
}

/** The blanks of a sentence, with the values that stories have there. */
function form(sentence) {
  const parts = [];
  const pattern = /\$\{\d+:((?:\\.|[^}])*)\}|\$\{\d+\|([^|]*)\|\}|((?:\\.|[^$])+)/g;
  let match;
  while ((match = pattern.exec(sentence.snippet)) !== null) {
    const [, blank, choices, words] = match;
    if (words !== undefined) parts.push(words.replace(/\\(.)/g, "$1"));
    else if (blank !== undefined) {
      parts.push(make("input", { "aria-label": "value", value: blank.replace(/\\(.)/g, "$1"),
        size: Math.max(6, Math.min(40, blank.length)) }));
    } else {
      const id = `values-${parts.length}`;
      parts.push(make("input", { "aria-label": "value", list: id, value: choices.split(",")[0] }),
        make("datalist", { id }, choices.split(",").map(value => make("option", { value }))));
    }
  }
  const data = sentence.takesData && make("input.data", {
    "aria-label": "data as YAML", required: true, size: 40,
    placeholder: /answer/.test(sentence.text) ? "{ status: 200, json: { … } }" : "value",
  });
  return make("form.blanks", { onsubmit: event => {
    event.preventDefault();
    const text = parts.map(part => typeof part === "string" ? part : part.value ?? "").join("");
    add(sentence, text, data ? { data: data.value } : {});
  } }, make("p", {}, make("span.dim", {}, sentence.kind + " "), parts, data && [": ", data]),
  make("div.tools", {}, make("button.main", { type: "submit" }, "Add"),
    make("button", { type: "button", onclick: () => { adding.chosen = null; drawSentences(); } },
      "Cancel")));
}

/** Adds a step after the chosen one, and runs the scenario with it. */
async function add({ kind }, sentence, more = {}) {
  const step = opened.details?.steps[opened.step];
  const { path, text } = opened;
  const answer = await trying(() => ask("/add", {
    path, text, kind, sentence, scenario: scenarioLine(),
    after: step && step.owner === undefined ? step.line : null, ...more,
  }));
  if (!answer) return;
  adding.chosen = null;
  adding.filter = "";
  keep(text, area.selectionStart);
  if (answer.scenario !== scenarioLine()) nameScenario(answer);
  opened.line = answer.scenario;
  opened.row = 0;
  setText(answer.text, null);
  changed(answer.text);
  await update();
  const index = opened.details?.steps.findIndex(({ line }) => line === answer.line) ?? -1;
  if (index >= 0) choose(index);
  tell(`Added: ${kind} ${sentence}`);
}

/** Asks for the title of a scenario that a step has begun. */
function nameScenario(answer) {
  const title = prompt(
    "What was checked before stays as it is: the step begins a scenario inside. Its title:",
    "New scenario");
  if (!title?.trim()) return;
  const lines = answer.text.split("\n");
  const isPlain = /^[\p{L}\p{N}][^:#"]*$/u.test(title);
  lines[answer.scenario - 1] = lines[answer.scenario - 1]
    .replace("New scenario", () => isPlain ? title : JSON.stringify(title));
  answer.text = lines.join("\n");
}

/**
 * Offers checks of the values in view. Those that the last act has changed are chosen; a check of
 * another value would also pass if nothing had happened.
 */
function checksOf(now, before) {
  if (now.size === 0 || !opened.scenario) return null;
  const rows = [...now].filter(([, value]) => value !== null).flatMap(([name, value]) => {
    const pairs = pairsOf(value);
    if (!pairs) return [{ name, value, isNew: !same(before.get(name) ?? null, value) }];
    const old = new Map(pairsOf(before.get(name) ?? null) ?? []);
    return pairs.filter(([, entry]) => entry !== null && entry !== false).map(([key, entry]) => ({
      name, key, value: entry, isNew: !same(old.get(key), entry),
    }));
  });
  // What is beside the screen tells of the past, which changes with each step.
  const hasScreen = rows.some(({ key }) => key);
  const boxes = rows.map(row => ({ ...row, box: make("input", {
    type: "checkbox", checked: row.isNew && before.size > 0 && (!hasScreen || row.key) }) }));
  return make("details.checks", { open: true }, make("summary", {}, "Check what is shown"),
    make("form", { onsubmit: event => { event.preventDefault(); addChecks(boxes); } },
      make("ul", {}, boxes.map(({ name, key, value, box, isNew }) => make("li", {}, make("label", {},
        box, " ", make("span", {}, key ? `${words(key)}: ` : `${name}: `),
        make("span.dim", {}, clipped(valueText(value), 60)),
        before.size > 0 && (isNew ? make("span.change", {}, "changed")
          : make("span.dim.small", {}, "as before: passes even if nothing had happened")))))),
      make("button", { type: "submit" }, "Add the check")));
}

/** Adds one check for each observation, with the chosen values. */
async function addChecks(boxes) {
  const chosen = boxes.filter(({ box }) => box.checked);
  if (chosen.length === 0) return tell("Choose a value first.", true);
  for (const name of new Set(chosen.map(row => row.name))) {
    const rows = chosen.filter(row => row.name === name);
    const value = rows[0].key === undefined ? rows[0].value
      : { mapping: rows.map(({ key, value }) => [key, value]) };
    await add({ kind: "then" }, name, { value });
  }
}

/** Returns a shown value as plain JSON. */
function plain(value) {
  if (value === null || typeof value !== "object") return value;
  if (value.number !== undefined) return Number(value.number);
  const items = listOf(value);
  if (items) return items.map(plain);
  return Object.fromEntries(pairsOf(value).map(([key, entry]) => [key, plain(entry)]));
}

function valueText(value) {
  const text = plain(value);
  return typeof text === "string" ? text : JSON.stringify(text);
}

/** A press of a drawn button looks for the step that presses it. */
stateView.addEventListener("keydown", event => {
  if (event.key === "Enter" && event.target.matches(".screen .button")) event.target.click();
});
stateView.addEventListener("click", event => {
  const button = event.target.closest(".screen .button, .screen .link, .screen li");
  if (!button || session.isReadOnly || !opened.scenario) return;
  adding.filter = `"${button.innerText.split("\n")[0].trim()}"`;
  if (opened.showsText) {
    opened.showsText = false;
    drawStory();
  }
  const field = document.getElementById("next");
  if (!field) return;
  field.value = adding.filter;
  drawSentences();
  field.focus();
});
