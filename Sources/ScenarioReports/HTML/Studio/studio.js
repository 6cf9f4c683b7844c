// The page: the stories, the open one, and how it is changed and saved.

const storiesView = document.getElementById("stories");
const storyView = document.getElementById("story");
const stateView = document.getElementById("state");

const library = { files: [], modules: [], verdicts: new Map(), seen: "" };

/**
 * The open story. `base` is the text on disk that `text` was changed from; `run` and `details` are the
 * results of the last text that could run; `line` is that of the chosen scenario.
 */
const opened = {
  path: null, base: null, text: "", diagnostics: [], run: null, allDetails: {}, scenario: null,
  details: null, line: 0, row: 0, step: -1, showsText: false, end: null,
};

async function begin() {
  try {
    await enter();
    await readStories();
    openLast();
    await Promise.all([runAll(), follow()]);
  } catch (error) {
    storyView.replaceChildren(make("h1", {}, "Scenarios Studio"),
      make("p.reason", { role: "alert" }, error.message));
  }
}

// The list

async function readStories() {
  const answer = await ask("/stories", {});
  Object.assign(library, { files: answer.files, modules: answer.modules, seen: answer.seen });
  Object.assign(session, { folder: answer.folder, isReadOnly: answer.isReadOnly });
  drawStories();
  if (answer.problems.length > 0) tell(answer.problems[0], true);
}

async function runAll() {
  const page = await trying(() => ask("/run", { paths: [] }));
  if (page) takeVerdicts(page.run);
}

/** Keeps the verdicts of a run: of a scenario with examples, the worst. */
function takeVerdicts(run) {
  const found = new Map();
  const order = Object.keys(verdicts);
  for (const scenario of run.scenarios) {
    const path = pathOf(scenario.path);
    const key = `${path}:${scenario.firstLine ?? scenario.line}`;
    const old = found.get(key);
    if (!old || order.indexOf(scenario.verdict) < order.indexOf(old)) {
      found.set(key, scenario.verdict);
    }
  }
  for (const { path } of run.brokenFiles) found.set(pathOf(path), "broken");
  const paths = new Set(run.scenarios.concat(run.brokenFiles).map(({ path }) => pathOf(path)));
  for (const key of [...library.verdicts.keys()]) {
    if (paths.has(key.replace(/:\d+$/, ""))) library.verdicts.delete(key);
  }
  for (const [key, verdict] of found) library.verdicts.set(key, verdict);
  drawStories();
}

/** Returns a path relative to the folder of stories. */
function pathOf(shown) {
  return library.files.find(({ path }) => shown === path || shown.endsWith("/" + path))?.path
    ?? shown;
}

function drawStories() {
  const focused = document.activeElement?.dataset?.key;
  // A file that is gone stays in the list while its text is not saved.
  const isGone = opened.path && isChanged() && !library.files.some(({ path }) => path === opened.path);
  const files = isGone ? [...library.files, { path: opened.path, stories: [] }] : library.files;
  storiesView.replaceChildren(
    make("header", {}, make("h1", {}, "Stories"),
      !session.isReadOnly && make("button", { type: "button", onclick: newStory }, "New story"),
      make("button", { type: "button", onclick: showGuide }, "Steps of the app")),
    make("ul", {}, files.map(fileItem)));
  if (focused) storiesView.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function fileItem({ path, stories }) {
  const isBroken = library.verdicts.get(path) === "broken";
  const rows = stories.flatMap(({ children, name }) => [
    make("li.story", {}, make("span", {}, name),
      draftOf(path) && make("span.change", {}, "not saved")),
    ...scenarioItems(path, children, 0),
  ]);
  if (stories.length === 0 || isBroken) {
    rows.push(make("li", {}, make("button.row", {
      type: "button", "data-key": path, onclick: () => openStory(path),
    }, mark("failed"), make("span.name", {}, `${path} has errors`))));
  }
  return rows;
}

function scenarioItems(path, scenarios, depth) {
  return scenarios.filter(({ kind }) => kind === 6).flatMap(scenario => {
    const line = scenario.selectionRange.start.line + 1;
    const key = `${path}:${line}`;
    const verdict = library.verdicts.get(key);
    const isOpen = opened.path === path && opened.line === line;
    return [
      make("li", {}, make("button.row", {
        type: "button", style: `--depth: ${Math.min(depth, 6)}`, "data-key": key,
        "aria-current": isOpen ? "page" : null, onclick: () => openStory(path, line),
      }, verdict ? mark(verdict) : make("span.mark", { "aria-hidden": "true" }, "·"),
      make("span.name", {}, scenario.name))),
      ...scenarioItems(path, scenario.children, depth + 1),
    ];
  });
}

// Opening

function openLast() {
  const last = sessionStorage.getItem("open")?.split("\n");
  const path = library.files.find(file => file.path === last?.[0]) ? last[0]
    : library.files[0]?.path;
  if (path) openStory(path, Number(last?.[1]) || null);
  else drawStory();
}

let openings = 0;

async function openStory(path, line = null) {
  const number = ++openings;
  if (opened.path !== path) {
    const answer = await trying(() => ask("/open", { path }))
      ?? (draftOf(path) && { text: draftOf(path).base });
    if (!answer || number !== openings) return;
    const draft = draftOf(path);
    Object.assign(opened, {
      path, base: answer.text, text: answer.text, run: null, allDetails: {}, scenario: null,
      details: null, step: -1, diagnostics: [], end: null,
    });
    const history = editor.histories.get(path) ?? { done: [], undone: [] };
    editor.histories.set(path, history);
    [editor.done, editor.undone] = [history.done, history.undone];
    if (draft && draft.text !== answer.text) {
      opened.text = draft.text;
      if (draft.base !== answer.text) {
        opened.base = draft.base;
        tell("Your unsaved text is back. The file has changed meanwhile.");
      } else {
        tell("Your unsaved text is back.");
      }
    }
    keep(opened.text);
    setText(opened.text, 0);
  }
  opened.line = line ?? firstLine(path);
  opened.row = 0;
  sessionStorage.setItem("open", `${path}\n${opened.line}`);
  drawStories();
  drawStory();
  if (opened.run) choose(null);
  else await update();
  storyView.querySelector("h1")?.focus({ preventScroll: true });
}

function firstLine(path) {
  const first = library.files.find(file => file.path === path)?.stories[0]?.children
    .find(({ kind }) => kind === 6);
  return (first?.selectionRange.start.line ?? 0) + 1;
}

function drawStory() {
  adding.filter = "";
  if (!opened.path) {
    storyView.replaceChildren(make("h1", { tabindex: -1 }, "No stories yet"),
      make("p", {}, "Begin with “New story”."));
    return;
  }
  const button = (text, shows) => make("button", {
    type: "button", "aria-pressed": String(opened.showsText === shows),
    onclick: () => { opened.showsText = shows; drawStory(); if (shows) showLine(); },
  }, text);
  storyView.replaceChildren(
    make("header.open", {},
      make("p.crumbs.dim", { id: "crumbs" }),
      make("h1", { tabindex: -1, id: "title" }),
      make("div.tools", {},
        make("div.views", { role: "group", "aria-label": "View" },
          button("Steps", false), button("Text", true)),
        !session.isReadOnly && [
          make("button", { type: "button", onclick: newScenario }, "New scenario"),
          make("button", { type: "button", onclick: formatText }, "Tidy up"),
          make("button", { type: "button", onclick: () => undo(editor.done, editor.undone) }, "Undo"),
          make("button.main", { type: "button", id: "save", onclick: save }, "Save"),
        ])),
    make("div", { id: "conflict" }),
    opened.showsText ? textView() : make("section", { id: "steps", "aria-label": "Steps" }));
  area.readOnly = session.isReadOnly;
  drawProblems(opened.diagnostics);
  drawTitle();
  drawSteps();
}

function drawTitle() {
  const { scenario, path, line } = opened;
  const title = document.getElementById("title");
  if (!title) return;
  const titles = scenario?.titles ?? [];
  title.replaceChildren(scenario ? titles[titles.length - 1] : outlined()?.name ?? path);
  document.getElementById("crumbs").replaceChildren(
    titles.slice(0, -1).join(" › "), " ", make("code", {}, `${path}:${line}`), " ",
    hasErrors() ? make("span.badge.failed", {}, "✘ has errors")
      : scenario ? make(`span.badge.${scenario.verdict}`, {},
        `${verdicts[scenario.verdict].sign} ${verdicts[scenario.verdict].words}`) : "");
  document.title = `${isChanged() ? "● " : ""}${title.textContent} · Scenarios Studio`;
  const saving = document.getElementById("save");
  if (saving) saving.disabled = !isChanged();
}

function hasErrors() { return opened.diagnostics.some(({ severity }) => severity === 1); }

/** The scenario of the text at the chosen line, or the next one above it. */
function outlined() {
  const all = [];
  const add = ({ kind, children, ...scenario }) => {
    if (kind === 6) all.push(scenario);
    children.forEach(add);
  };
  library.files.find(({ path }) => path === opened.path)?.stories.forEach(add);
  return all.findLast(({ selectionRange }) => selectionRange.start.line < opened.line) ?? all[0];
}

function drawSteps() {
  const steps = document.getElementById("steps");
  if (!steps) return;
  const errors = opened.diagnostics.filter(({ severity }) => severity === 1);
  steps.replaceChildren(...[
    errors.length > 0 && make("p.reason", {}, `${count(errors.length, "error")} in the text: `,
      make("button.plain", {
        type: "button", onclick: () => {
          opened.showsText = true;
          drawStory();
          moveTo(errors[0].range.start.line, errors[0].range.start.character);
        },
      }, sentence(errors[0].message.split("\n")[0]))),
    opened.end && make("p.reason", { role: "alert" }, sentence(opened.end)),
    stepsView(),
  ].flat(Infinity).filter(part => part));
  drawAdding();
}

/** Shows the chosen scenario in the text. */
function showLine() {
  area.scrollTop = Math.max(0, (opened.line - 4) * lineHeight);
  area.focus({ preventScroll: true });
  const offset = offsetOf({ line: opened.line - 1, character: 0 });
  area.setSelectionRange(offset, offset);
}

// Changing

function isChanged() { return opened.text !== opened.base; }

/** Takes over a changed text, and runs it. */
function changed(text, keeps = true) {
  opened.text = text;
  if (keeps) keep(text, area.selectionStart);
  keepDraft();
  drawTitle();
  update();
}

// One text runs at a time. Those that come meanwhile wait, and only the newest of them runs then.
const runs = { current: null, began: 0, number: 0, isOld: false };

/** Runs the text; the promise ends when the newest text has run. */
function update() {
  // The app may hang. A second request then ends the first.
  if (runs.current && Date.now() - runs.began < 3000) {
    runs.isOld = true;
    return runs.current;
  }
  const own = (async () => {
    do {
      runs.isOld = false;
      await run();
    } while (runs.isOld && runs.current === own);
    if (runs.current === own) runs.current = null;
  })();
  runs.current = own;
  return own;
}

/** Runs the text once, and shows what came out. */
async function run() {
  const number = ++runs.number;
  runs.began = Date.now();
  const { path, text } = opened;
  const answer = await trying(() => ask("/change", { path, text }));
  if (number !== runs.number) return;
  if (!answer || answer.isOld || path !== opened.path) return;
  opened.diagnostics = answer.diagnostics;
  opened.end = answer.end;
  drawProblems(opened.diagnostics);
  if (answer.page) {
    const isRunnable = answer.page.run.brokenFiles.length === 0;
    if (isRunnable || !opened.run) {
      opened.run = answer.page.run;
      opened.allDetails = answer.page.details;
    }
    takeVerdicts(answer.page.run);
    if (answer.outline) {
      const file = library.files.find(each => each.path === path);
      if (file) file.stories = answer.outline;
      drawStories();
    }
  }
  const step = opened.step;
  pick();
  const isThere = opened.details?.steps[step];
  opened.step = isThere && step >= 0 ? step : chosenStep();
  drawTitle();
  drawSteps();
  drawState();
}

/**
 * Finds the results of the scenario at the chosen line, or of the next one above it. A text with errors
 * has none of its own: there, they are those of the scenario with the same title before.
 */
function pick() {
  const all = opened.run?.scenarios ?? [];
  const wanted = outlined();
  if (wanted) opened.line = wanted.selectionRange.start.line + 1;
  const start = scenario => scenario.firstLine ?? scenario.line;
  const isNow = !hasErrors();
  const rows = all.filter(scenario => isNow ? start(scenario) === opened.line
    : scenario.titles[scenario.titles.length - 1] === wanted?.name);
  opened.scenario = rows[Math.min(opened.row, rows.length - 1)] ?? null;
  opened.details = opened.scenario
    && completed(opened.allDetails[opened.scenario.id] ?? { steps: [] });
}

async function formatText() {
  const answer = await trying(() => ask("/format", { path: opened.path, text: opened.text }));
  if (!answer) return;
  setText(answer.text, 0);
  changed(answer.text);
  tell("The text has the standard layout.");
}

/** Begins a scenario below the chosen one, beside it. */
function newScenario() {
  const lines = opened.text.split("\n");
  const depth = line => /^ */.exec(line)[0].length;
  const first = Math.min(Math.max(opened.line, 1), lines.length) - 1;
  const item = /^( *)- ([^:]+):/.exec(lines[first]);
  let end = lines.length;
  if (item) {
    const isInside = line => line.trim() === "" || depth(line) > item[1].length;
    end = first + 1;
    while (end < lines.length && isInside(lines[end])) end += 1;
  }
  while (end > 0 && lines[end - 1].trim() === "") end -= 1;
  // The words of the story's language are those of the scenario above.
  const [indent, word] = item ? [item[1], item[2]] : ["  ", "scenario"];
  const added = ["", `${indent}- ${word}: New scenario`];
  lines.splice(end, 0, ...added);
  if (lines[lines.length - 1] !== "") lines.push("");
  const text = lines.join("\n");
  opened.showsText = true;
  opened.line = end + 2;
  drawStory();
  const start = lines.slice(0, end + 1).join("\n").length + 1 + added[1].length - "New scenario".length;
  setText(text, start);
  area.focus();
  area.setSelectionRange(start, start + "New scenario".length);
  area.scrollTop = Math.max(0, (end - 6) * lineHeight);
  changed(text);
}

// Unsaved texts outlive the page.

function draftKey(path) { return `draft ${session.folder}/${path}`; }

function draftOf(path) {
  try {
    return JSON.parse(localStorage.getItem(draftKey(path)));
  } catch {
    return null;
  }
}

function keepDraft() {
  if (!isChanged()) return localStorage.removeItem(draftKey(opened.path));
  const { base, text } = opened;
  try {
    localStorage.setItem(draftKey(opened.path), JSON.stringify({ base, text }));
  } catch {
    tell("The browser keeps no more unsaved texts.", true);
  }
}

// Saving

async function save() {
  const { path, text, base } = opened;
  try {
    const { seen } = await ask("/save", { path, text, base });
    library.seen = seen;
    opened.base = text;
    keepDraft();
    document.getElementById("conflict")?.replaceChildren();
    tell(hasErrors() ? "Saved, with errors in the text: it can't run." : "Saved.", hasErrors());
    drawTitle();
    await readStories();
  } catch (error) {
    if (error.answer?.text === undefined) return tell(error.message, true);
    showConflict(error.answer.text);
  }
}

/** Shows a text that another program has written, and lets the author decide. */
function showConflict(theirs) {
  const decide = (text, act) => make("button", { type: "button", onclick: act }, text);
  const area = document.getElementById("conflict");
  if (!area) return;
  area.replaceChildren(make("div.reason", { role: "alert" },
    make("p", {}, "The file was changed meanwhile, by an editor or another page. ",
      "Nothing was written. ",
      changedLines(opened.base, theirs)),
    make("div.tools", {},
      decide("Take the other text", () => {
        keep(opened.text);
        opened.base = theirs;
        setText(theirs, 0);
        changed(theirs);
        area.replaceChildren();
      }),
      decide("Replace it by mine", () => {
        opened.base = theirs;
        area.replaceChildren();
        save();
      }))));
}

/** Says which lines differ. */
function changedLines(one, other) {
  const [old, now] = [one, other].map(text => text.split("\n"));
  let first = 0;
  while (first < old.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < old.length - first && old[old.length - 1 - last] === now[now.length - 1 - last]) {
    last += 1;
  }
  const lines = now.slice(first, now.length - last);
  return make("details", {}, make("summary", {}, `Its changes begin in line ${first + 1}`),
    make("pre", { tabindex: 0 }, lines.slice(0, 40).join("\n") || "(lines were removed)"));
}

async function newStory() {
  const name = prompt("The title of the story");
  if (!name?.trim()) return;
  const module = library.modules.length > 1
    ? prompt(`The module: ${library.modules.join(", ")}`, library.modules[0])
    : library.modules[0];
  if (!module) return;
  const slug = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const path = `${slug || "story"}.yaml`;
  const title = /^[\p{L}\p{N}][^:#"]*$/u.test(name) ? name : JSON.stringify(name);
  const text = `story: ${title}\nmodule: ${module}\nscenarios:\n  - scenario: New scenario\n`
    + "    when: \n    then: \n";
  if (!await trying(() => ask("/save", { path, text }))) return;
  await readStories();
  opened.showsText = true;
  await openStory(path);
}

async function showGuide() {
  const answer = await trying(() => ask("/guide", {}));
  if (!answer) return;
  const dialog = make("dialog.guide", { "aria-label": "Steps of the app" },
    make("button", { type: "button", onclick: () => dialog.close() }, "Close"),
    make("iframe", { sandbox: "", srcdoc: answer.html, title: "Steps of the app" }));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// What others change

/** Takes over what an editor, git or a build changes, as soon as it happens. */
async function follow() {
  for (;;) {
    let answer;
    try {
      answer = await ask("/wait", { seen: library.seen });
    } catch (error) {
      tell(error.message, true);
      return;
    }
    if (answer.seen === library.seen) continue;
    library.seen = answer.seen;
    await trying(async () => {
      await readStories();
      if (opened.path) await takeFromDisk();
      await runAll();
    });
  }
}

async function takeFromDisk() {
  const answer = await ask("/open", { path: opened.path }).catch(() => null);
  if (!answer) {
    return tell("The file of this story is gone. Your text is kept; Save writes it again.", true);
  }
  const { text } = answer;
  if (text === opened.base) return update();
  if (isChanged()) return text === opened.text ? Object.assign(opened, { base: text }) : showConflict(text);
  keep(text);
  Object.assign(opened, { base: text, text });
  setText(text);
  tell("The file was changed outside of this page.");
  return update();
}

window.addEventListener("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
    event.preventDefault();
    if (isChanged() && !session.isReadOnly) save();
  }
});
// A new start of the studio has a new code.
window.addEventListener("hashchange", () => location.reload());
window.addEventListener("beforeunload", keepDraftOnLeave);
function keepDraftOnLeave() { if (opened.path) keepDraft(); }
