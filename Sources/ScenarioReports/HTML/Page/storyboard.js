// Wireframes of the screen after each step. Only the names and values of observations are known, so
// shapes depend on the kinds of values and on common names for them.

const looks = {
  busy: /^(is )?(loading|busy|sending|waiting|refreshing|in progress|загрузка)$/,
  title: /^(title|heading|headline|name|navigation title)$/,
  message: /^(message|notice|hint|info|subtitle|placeholder)$/,
  wrong: /(error|failure|warning|alert)/,
  buttons: /^(button|buttons|action|actions|answers|options)$/,
  state: /^(state|status|phase|mode)$/,
  trail: /(showed|told|states|history)$/,
  past: /(\b(requests?|sent|saved|stored|counted|opened|calls?|log)\b|(showed|states|history)$)/,
};

/**
 * The pictures of a scenario: one after each step that changed the screen, and one for each moment of
 * a timeline at which it changed.
 */
function storyboard(details) {
  const screen = new Map();
  const pictures = [];
  const during = eventsByStep(details.events);
  for (const step of details.steps) {
    if (step.outcome === "notRun") continue;
    timelinePictures(during.get(step) ?? [], screen, pictures);
    const before = new Map(screen);
    const isNew = step.shown.some(({ name, value }) => !same(screen.get(name) ?? null, value));
    for (const { name, value } of step.shown) screen.set(name, value);
    if (isNew || pictures.length === 0) {
      pictures.push({ before, now: new Map(screen), time: step.nanoseconds, acts: [], steps: [] });
    }
    pictures[pictures.length - 1].steps.push(step);
  }
  const visible = pictures.filter(picture =>
    [...picture.now.values()].some(isShown) || [...picture.before.values()].some(isShown));
  if (visible.length === 0) return null;
  return make("ol.storyboard", {}, visible.map(picture));

  function picture({ before, now, time, acts, steps }) {
    const listed = steps.filter((step, index) =>
      index === 0 || step.outcome === "failed" || step.purpose === "act").slice(0, 6);
    const counted = steps.filter(step =>
      !listed.includes(step) && step.outcome === "passed" && step.purpose === "check").length;
    const failed = steps.filter(step => step.outcome === "failed");
    const expected = expectations(details.failures.filter(failure =>
      failed.some(step => step.line === failure.line)));
    const { inside, beside } = screenOf(now, before, expected);
    return make("li", {}, make(failed.length > 0 ? "figure.failed" : "figure", {},
      make("div.screen", {}, inside),
      make("figcaption", {}, beside.length > 0 && make("div.beside", {}, beside),
        make("span.time", {}, "+" + duration(time)), acts.map(act => make("span.step", {}, clipped(act, 90))),
        listed.map(step => make(`span.step.${step.outcome}`, {},
          step.outcome === "failed" ? "✘ " : "", clipped(step.text, 90))),
        counted > 0 && make("span.dim", {}, `✔ ${count(counted, "check")}`))));
  }
}

/** Returns the events of each step. */
function eventsByStep(events) {
  const during = new Map();
  let current = null;
  for (const event of events) {
    if (event.kind === "step") during.set(current = event.step, []);
    else during.get(current)?.push(event);
  }
  return during;
}

/** Adds a picture for each change of the screen in a timeline. */
function timelinePictures(events, screen, pictures) {
  let acts = [];
  let last = null;
  for (const event of events) {
    if (event.kind === "act") acts.push(event.text);
    if (event.kind !== "shown") continue;
    const { name, value } = event.shown;
    const before = new Map(screen);
    screen.set(name, value ?? null);
    if (acts.length === 0 && !isDrawn(before.get(name)) && !isDrawn(value)) continue;
    if (last?.time !== event.nanoseconds || acts.length > 0) {
      last = { before, time: event.nanoseconds, acts, steps: [] };
      pictures.push(last);
    }
    last.now = new Map(screen);
    acts = [];
  }
}

/** Returns the expected values of some failures, by name. */
function expectations(failures) { return new Map(failures.flatMap(failure => Object.entries(failure.expected ?? {}))); }

function isShown(value) { return value !== null && !(listOf(value)?.length === 0); }
function isDrawn(value) { return value !== undefined && value !== false && isShown(value); }
function listOf(value) { return value?.list; }
function pairsOf(value) { return value?.mapping; }
function isScalar(value) { return value === null || typeof value !== "object" || "number" in value; }
function textOf(value) { return value === null ? said`none` : value.number ?? String(value); }
function same(one, other) { return JSON.stringify(one) === JSON.stringify(other); }

/**
 * Returns the values on the screen, and the others, which are shown beside the screen. If one
 * observation is the screen, all others are beside it. Otherwise, those about the past are.
 */
function screenOf(now, before, expected) {
  const shown = [...now].filter(([, value]) => isDrawn(value));
  const main = shown.find(([, value]) => pairsOf(value));
  const isInside = entry => main ? entry === main : !looks.past.test(words(entry[0]));
  const inside = shown.filter(isInside).map(part);
  return {
    inside: inside.length > 0 ? inside : make("p.nothing.dim", {}, said`the screen is empty`),
    beside: shown.filter(entry => !isInside(entry)).map(part),
  };

  function part([name, value]) {
    const old = before.get(name);
    const changed = before.size > 0 && !same(old, value);
    const label = words(name).replace(/^the /, "").replace(/ (shows|says|are|is|holds)$/, "");
    if (main?.[0] === name) return make("div.part.main", {}, mapping(value, changed ? old : value, expected));
    return make(changed ? "div.part.changed" : "div.part", {}, labelled(label, value));
  }
}

/**
 * The entries of a mapping, each as what it seems to be; those that differ from before are marked,
 * and those that should be otherwise.
 */
function mapping(value, before, expected = new Map()) {
  const old = new Map(pairsOf(before) ?? []);
  const pairs = [...pairsOf(value)];
  pairs.push(...[...expected.keys()].filter(key => !pairs.some(pair => pair[0] === key)).map(key => [key, null]));
  const shapes = pairs.map(([key, entry]) => {
    const isWrong = expected.has(key);
    const isSeen = entry !== null && entry !== false;
    const shape = isSeen ? shapeOf(words(key), entry) : isWrong ? labelled(words(key), entry) : null;
    if (shape && (before ?? null) !== null && !same(old.get(key), entry)) shape.classList.add("changed");
    if (shape && isWrong) {
      shape.classList.add("wrong");
      shape.append(make("span.expected", {}, said`expected: ${clipped(expected.get(key), 80)}`));
    }
    return shape;
  });
  return shapes.some(shape => shape) ? shapes : make("p.nothing.dim", {}, said`the screen is empty`);
}

function shapeOf(name, value) {
  const isBusy = looks.busy.test(name);
  if (isBusy && value === true) return spinner(name.replace(/^is /, ""));
  if (looks.buttons.test(name)) return buttons(value);
  if (looks.wrong.test(name)) return make("div.alert", {}, make("span.label", {}, name), content(value));
  if (isBusy || !isScalar(value)) return labelled(name, value);
  const text = textOf(value);
  if (looks.state.test(name)) return looks.busy.test(text.toLowerCase()) ? spinner(text) : make("span.state", {}, text);
  if (looks.title.test(name)) return make("p.title", {}, text);
  return looks.message.test(name) ? make("p.message", {}, text) : labelled(name, value);
}

function labelled(label, value) {
  if (typeof value === "boolean") {
    return make("p.switch", {}, make("span", {}, label),
      make(value ? "span.toggle.on" : "span.toggle", {
        role: "img", "aria-label": value ? said`yes` : said`no` }));
  }
  if (isScalar(value)) {
    const isShort = typeof value === "number" || value?.number !== undefined;
    return make(isShort ? "p.field.short" : "p.field", {}, make("span.label", {}, label), scalar(value, "span"));
  }
  const items = listOf(value);
  if (items && looks.trail.test(label) && items.every(isScalar)) {
    return make("p.field", {}, make("span.label", {}, label),
      make("span.trail", {}, items.slice(-6).map(item => make("span", {}, textOf(item)))));
  }
  return make("div.field", {}, make("span.label", {}, label), content(value));
}

/** Draws a list as rows and a mapping as a box. */
function content(value) {
  if (isScalar(value)) return [make("p", {}, textOf(value))];
  const items = listOf(value);
  if (!items) return [make("div.box", {}, mapping(value))];
  if (items.length === 0) return [make("p.dim", {}, said`none`)];
  const rows = items.slice(0, 5).map(item => make("li", {}, rowOfList(item)));
  if (items.length > 5) rows.push(make("li.dim", {}, said`and ${items.length - 5} more`));
  return [make("ul.list", {}, rows)];
}

/** Draws a value without parts, an address as a link. */
function scalar(value, description) {
  const text = textOf(value);
  return make(/^https?:/.test(text) ? `${description}.link` : description, {}, text);
}

function rowOfList(item) {
  if (isScalar(item)) return scalar(item, "span");
  const entries = (pairsOf(item) ?? listOf(item).map(entry => ["", entry])).filter(([, entry]) => isShown(entry));
  const texts = entries.filter(([, entry]) => isScalar(entry) && typeof entry !== "boolean");
  const title = texts.find(([key]) => looks.title.test(words(key))) ?? texts[0];
  return entries.map(entry => {
    const [key, value] = entry;
    if (entry === title) return make("strong", {}, textOf(value));
    if (isScalar(value) && typeof value !== "boolean") return scalar(value, "span.dim");
    return labelled(words(key), value);
  });
}

function buttons(value) {
  const items = listOf(value) ?? [value];
  if (items.length === 0) return null;
  return make("p.buttons", {}, items.map(item =>
    make("span.button", {}, isScalar(item) ? textOf(item)
      : pairsOf(item)?.map(([, part]) => part).filter(isScalar).map(textOf).join(" · ") ?? "…")));
}

function spinner(text) {
  const ring = draw("svg.spinner", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("circle", { cx: 12, cy: 12, r: 9 }), draw("path", { d: "M12 3a9 9 0 0 1 9 9" }));
  return make("p.busy", {}, ring, make("span.dim", {}, text));
}
