// The blanks and the data of a step that is added, and texts as YAML.

/** The blanks of a sentence, with the values that stories have there. */
function form(sentence) {
  const given = [...adding.blanks];
  const parts = partsOf(sentence).flatMap((part, index) => {
    if (typeof part === "string") return part;
    const value = given.shift() ?? part.known[0] ?? part.blank;
    const id = `values-${index}`;
    // Without a known value, the author has to say one; any other may also be empty.
    return [make("input", { "aria-label": said`value`, list: id, placeholder: value === "…" ? value : "",
      value: value === "…" ? "" : value, size: Math.max(6, Math.min(40, value.length)),
      onfocus: event => event.target.select() }),
    make("datalist", { id }, part.known.map(value => make("option", { value })))];
  });
  const data = sentence.takesData && dataForm(sentence, adding.written ?? { parts: [] });
  return make("form.blanks", { onsubmit: event => {
    event.preventDefault();
    const empty = parts.find(part => part.placeholder && part.value.trim() === "");
    if (empty) {
      empty.focus();
      return report(said`Fill in a value first.`, true);
    }
    const text = parts.map(part => typeof part === "string" ? part : part.value ?? "").join("");
    const written = data && data.text();
    if (data && !written) return report(said`Fill in a value first.`, true);
    add(sentence, text, { ...replacing(), ...(data && { data: written }) });
  } }, make("p", {}, make("span.dim", {}, inPageLanguage(sentence.kind) + " "), parts, data && ":"),
  data && data.view,
  make("div.tools", {}, make("button.main", { type: "submit" }, adding.replaced ? said`Put into the story` : said`Add`),
    make("button", { onclick: stopChanging }, said`Cancel`)));
}

/** The words of a sentence, and its blanks with the values that stories have there. */
function partsOf({ snippet }) {
  const pattern = /\$\{\d+:((?:\\.|[^}])*)\}|\$\{\d+\|([^|]*)\|\}|((?:\\.|[^$])+)/g;
  return [...snippet.matchAll(pattern)].map(([, blank, choices, plain]) =>
    plain !== undefined ? plain.replace(/\\(.)/g, "$1")
      : { blank: (blank ?? "").replace(/\\(.)/g, "$1"), known: choices?.split(",") ?? [] });
}

/** Returns the values that a text has in the blanks of a sentence; `null` if it does not fit. */
function valuesIn(text, sentence) {
  const parts = partsOf(sentence);
  const source = parts.map((part, index) => {
    if (typeof part === "string") return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return parts[index - 1]?.endsWith?.('"') ? '([^"]*)' : "(.+?)";
  }).join("");
  return new RegExp(`^${source}$`, "i").exec(text)?.slice(1) ?? null;
}

/**
 * Returns a sentence with the values that a typed text has in its blanks, or the text if it is another form of
 * the sentence, such as the singular; `null` if it does not fit.
 */
function filledBy(typed, sentence) {
  const values = valuesIn(typed, sentence);
  if (values) return partsOf(sentence).map(part => typeof part === "string" ? part : values.shift()).join("");
  return new RegExp(sentence.pattern).test(typed) ? typed : null;
}

let dataFields = 0;

/** A field of data, with the values that stories have there. */
function dataField(label, words, placeholder, value = "") {
  const id = `data-${++dataFields}`;
  const input = make("input", { "aria-label": label, list: id, placeholder, value, size: 36 });
  return { label, input, view: make("label.field", {}, make("span", {}, label), input,
    make("datalist", { id }, words.map(value => make("option", { value })))) };
}

/**
 * A form for the data of a sentence: a field for each key, or one for the whole. Answers that come one
 * after the other have one form each.
 */
function dataForm({ fields, words }, { data, isList, parts, goesOn }) {
  if (fields.length === 0 || (data && parts.length === 0)) {
    const { input, view } = dataField(said`value`, words, said`a value`, data ?? "");
    return { view, text: () => yamlText(input.value) };
  }
  const answers = (parts.length > 0 ? parts : [[]]).map(part => partForm(fields, part));
  const isAnswer = fields.some(({ name }) => name === "status");
  const view = make("div");
  if (goesOn) answers.push(partForm(fields, []));
  draw();
  return { view, text: () => {
    const texts = answers.map(({ text }) => text()).filter(text => text);
    return isList || texts.length > 1 ? texts.length > 0 && `[${texts.join(", ")}]` : texts[0];
  } };

  function draw(focused = null) {
    setChildren(view,
      answers.length === 1 ? answers[0].view : make("ol.answers", {}, answers.map((answer, index) => make("li", {
        onkeydown: event => event.altKey && pressedToEdit(event, what => edit(what, index)),
      }, answer.view, make("div.tools.editing", {}, editingButtons(what => edit(what, index), {
        up: said`Move up`, down: said`Move down`, away: said`Remove`,
      }))))),
      isAnswer && make("button", { onclick: () => {
        answers.push(partForm(fields, []));
        draw(answers.length - 1);
      } }, said`Then another answer`));
    if (focused !== null) answers[focused].view.querySelector("input").focus();
  }

  function edit(what, index) {
    const to = index + { up: -1, down: 1, away: 0 }[what];
    if (!answers[to]) return;
    const [answer] = answers.splice(index, 1);
    if (what !== "away") answers.splice(to, 0, answer);
    draw(Math.min(to, answers.length - 1));
  }
}

/** The fields of a mapping, with the values that it has. */
function partForm(fields, entries) {
  const known = new Map(entries);
  const others = entries.map(([name]) => ({ name, words: [] }))
    .filter(({ name }) => !fields.some(field => field.name === name));
  const all = [...fields, ...others].map(({ name, kind, words }) => dataField(name, words, kind, known.get(name)));
  const isUsual = ({ label }, index) => index < 6 || known.has(label);
  const rest = all.filter((field, index) => !isUsual(field, index));
  return {
    view: make("div", {}, all.filter(isUsual).map(({ view }) => view),
      rest.length > 0 && make("details", {}, make("summary", {}, said`More`), rest.map(({ view }) => view))),
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
