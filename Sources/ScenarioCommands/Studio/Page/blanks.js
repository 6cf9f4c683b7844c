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
  const data = sentence.takesData && dataForm(sentence);
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
    add(sentence, text, data ? { data: written } : {});
  } }, make("p", {}, make("span.dim", {}, inPageLanguage(sentence.kind) + " "), parts, data && ":"),
  data && data.view,
  make("div.tools", {}, make("button.main", { type: "submit" }, said`Add`),
    make("button", { type: "button", onclick: () => { adding.chosen = null; drawSentences(); } },
      said`Cancel`)));
}

/** The words of a sentence, and its blanks with the values that stories have there. */
function partsOf({ snippet }) {
  const pattern = /\$\{\d+:((?:\\.|[^}])*)\}|\$\{\d+\|([^|]*)\|\}|((?:\\.|[^$])+)/g;
  return [...snippet.matchAll(pattern)].map(([, blank, choices, plain]) =>
    plain !== undefined ? plain.replace(/\\(.)/g, "$1")
      : { blank: (blank ?? "").replace(/\\(.)/g, "$1"), known: choices?.split(",") ?? [] });
}

/** Returns a sentence with the values that a typed text has in its blanks; `null` if it does not fit. */
function filledBy(typed, sentence) {
  const parts = partsOf(sentence);
  if (parts.every(part => typeof part === "string")) return null;
  const source = parts.map((part, index) => {
    if (typeof part === "string") return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return parts[index - 1]?.endsWith?.('"') ? '([^"]*)' : "(.+?)";
  }).join("");
  const values = new RegExp(`^${source}$`, "i").exec(typed)?.slice(1);
  return values ? parts.map(part => typeof part === "string" ? part : values.shift()).join("") : null;
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

/** Returns a title as YAML. */
function yamlTitle(title) {
  return /^[\p{L}\p{N}][^:#"]*$/u.test(title) ? title : JSON.stringify(title);
}

/** The line below the title of a scenario that has no steps yet, without which it would be an error. */
const unwritten = `${inPageLanguage("skip")}: ${said`not written yet`}`;
