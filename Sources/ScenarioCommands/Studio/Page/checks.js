// Values in view become checks.

/**
 * Offers checks of the values in view, and of those that the last act has taken away. Those in view that
 * it has changed are chosen, and those are marked that would also hold without it.
 */
function checksOf(now, before) {
  if (now.size === 0 || !opened.scenario) return null;
  const rows = [...now].flatMap(([name, value]) => {
    const [last, pairs] = [before.get(name) ?? null, pairsOf(value)];
    if (value === null && last === null) return [];
    if (!pairs) return [{ name, value, isNew: !same(last, value) }];
    const [old, current] = [new Map(pairsOf(last) ?? []), new Map(pairs)];
    const gone = [...old.keys()].filter(key => !current.has(key)).map(key => [key, null]);
    return [...pairs, ...gone]
      .filter(([key, entry]) => entry === null ? (old.get(key) ?? null) !== null : entry !== false)
      .map(([key, entry]) => ({ name, key, value: entry, isNew: !same(old.get(key), entry) }));
  });
  // Values beside the screen are about the past, which changes with each step.
  const hasScreen = rows.some(({ key }) => key);
  const isChecked = opened.details.steps[opened.step].purpose === "check";
  const boxes = rows.map(row => checkOf(
    row, row.isNew && row.value !== null && before.size > 0 && !isChecked && (!hasScreen || Boolean(row.key))));
  const time = timeOfCheck();
  const soon = () => reviewSoon(list, boxes, time);
  const list = make("ul", { onchange: soon }, boxes.map(box => make("li", {},
    make("label", {}, box.box, " ", make("span", {}, box.key ? `${words(box.key)}: ` : `${box.name}: `),
      make("span.dim", {}, clipped(valueText(box.value), 60)), " ",
      before.size > 0 && box.isNew && make("span.change", {}, said`changed`), " ", box.mark),
    box.form)));
  time.view.addEventListener("change", soon);
  soon();
  return make("details.checks", { open: true }, make("summary", {}, said`Check what is shown`),
    make("form", { onsubmit: event => { event.preventDefault(); addChecks(boxes, time.value()); } },
      list, time.view,
      make("button", { type: "submit" }, said`Add the check`)));
}

// The forms of a check: its words, its tag, and the kinds of values that it can be about; "" for gone ones, too.
const anyKind = "text number list other";
const checkForms = [
  [said`is`, "", anyKind], [said`is not`, "!not", anyKind], [said`contains`, "!contains", "text list"],
  [said`is above`, "!above", "number"], [said`is below`, "!below", "number"],
  [said`is one of`, "!one-of", anyKind],
  [said`is there`, "!present", ""], [said`is absent`, "!absent", ""],
];

/** A value that can be checked, with its checkbox and the form of its check. */
function checkOf(row, isChosen) {
  const kind = row.value === null ? "gone" : typeof row.value === "string" ? "text"
    : row.value.number !== undefined ? "number" : listOf(row.value) ? "list" : "other";
  const label = row.key ? words(row.key) : row.name;
  const input = make("input", { "aria-label": said`${label}: value`, value: "" });
  const select = make("select", { "aria-label": said`${label}: kind of check`, onchange: show },
    checkForms.filter(([, , kinds]) => kinds === "" || kinds.includes(kind))
      .map(([words, tag]) => make("option", { value: tag }, words)));
  if (row.value === null) select.value = "!absent";
  const form = make("span.check-form", {}, select, input);
  const box = make("input", { type: "checkbox", checked: isChosen, onchange: show });
  show();
  return { ...row, box, form, input, mark: make("span.dim.small"), check: () => ({
    key: row.key, tag: select.value || null,
    ...(select.value === "" ? { value: row.value }
      : /present|absent/.test(select.value) ? { text: "" } : { text: written() }),
  }) };

  function show() {
    form.hidden = !box.checked;
    input.hidden = select.value === "" || /present|absent/.test(select.value);
    if (!input.hidden && input.value === "") {
      const value = listOf(row.value) ? listOf(row.value)[0] ?? "" : row.value;
      input.value = select.value === "!one-of" ? `${valueText(value)}, …` : valueText(value);
    }
  }

  function written() {
    if (select.value !== "!one-of") return yamlText(input.value);
    return `[${input.value.split(",").map(yamlText).filter(text => text).join(", ")}]`;
  }
}

const reviews = { number: 0, timer: null };

/** Reviews checks when the author pauses: a run of the app for each step passed by would be in the way. */
function reviewSoon(list, boxes, time) {
  reviews.number += 1;
  list.setAttribute("aria-busy", "true");
  clearTimeout(reviews.timer);
  reviews.timer = setTimeout(() => review(list, boxes, time.value()), 100);
}

/** Marks the checks that would also hold without the last act before them. */
async function review(list, boxes, time) {
  // Another story may have been opened meanwhile.
  if (!opened.scenario) return;
  const number = reviews.number;
  const checks = boxes.map(({ name, check }) => ({ sentence: name, checks: [check()], ...(time && { time }) }));
  // A text with errors has no results.
  const answer = await ask("/review", { ...here(), row: opened.row, checks }).catch(() => null);
  if (number !== reviews.number) return;
  boxes.forEach(({ mark }, index) => {
    mark.textContent = answer?.holds[index] ? said`would pass without the last action` : "";
  });
  list.removeAttribute("aria-busy");
}

/** The time that a check has: at once, or a time word with a length. */
function timeOfCheck() {
  const length = make("input", { type: "number", min: "0", step: "any", value: "1", size: 6,
    "aria-label": said`seconds`, hidden: true });
  const select = make("select", { "aria-label": said`When it must hold`, onchange: () => {
    length.hidden = select.value === "" || select.value === "eventually";
  } }, [[said`now`, ""], [inPageLanguage("eventually"), "eventually"],
    [said`within … seconds`, "within"], [said`for … seconds`, "for"],
    [said`never within … seconds`, "never within"]]
    .map(([words, value]) => make("option", { value }, words)));
  return {
    view: make("p.check-form", {}, said`It must hold `, select, length),
    value: () => select.value && { word: select.value, milliseconds: Math.round(length.value * 1000) },
  };
}

/** Adds one check for each observation, with the chosen values. */
async function addChecks(boxes, time) {
  const chosen = boxes.filter(({ box }) => box.checked);
  if (chosen.length === 0) return report(said`Choose a value first.`, true);
  const empty = chosen.find(({ input }) => !input.hidden && input.value.trim() === "");
  if (empty) {
    empty.input.focus();
    return report(said`Fill in a value first.`, true);
  }
  for (const name of new Set(chosen.map(row => row.name))) {
    const checks = chosen.filter(row => row.name === name).map(({ check }) => check());
    if (!await add({ kind: "then" }, name, { checks, ...(time && { time }) })) return;
  }
}

/** Returns a shown value as it is edited: a text alone, anything else as stories write it. */
function valueText(value) { return value === null ? said`none` : typeof value === "string" ? value : inFlow(value); }

function inFlow(value) {
  // YAML reads some words as other values.
  const isPlain = /^(?!(true|false|null|yes|no|on|off)$)\p{L}([^:#,[\]{}"'\\\n]*[^:#,[\]{}"'\\\s])?$/iu.test(value);
  if (typeof value === "string") return isPlain ? value : JSON.stringify(value);
  if (isScalar(value)) return value?.number ?? String(value);
  return listOf(value) ? `[${listOf(value).map(inFlow).join(", ")}]`
    : `{ ${pairsOf(value).map(([key, entry]) => `${inFlow(key)}: ${inFlow(entry)}`).join(", ")} }`;
}
