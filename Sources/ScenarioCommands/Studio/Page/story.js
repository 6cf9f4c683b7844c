// The open story: its title, its steps or its text, and its results.

const storyView = document.getElementById("story");

/**
 * A story before it is read. `base` is the text on disk that `text` was changed from; `run` and
 * `details` are the results of the last text that could run.
 */
const unread = {
  path: null, base: null, text: "", diagnostics: [], run: null, allDetails: {}, scenario: null,
  details: null, step: -1, end: null,
};

/** The open story. `line` is that of the chosen scenario. */
const opened = { ...unread, line: 0, row: 0, showsText: false };

// Opening

async function openLast() {
  const last = sessionStorage.getItem("open")?.split("\n");
  const path = library.files.find(file => file.path === last?.[0]) ? last[0] : library.files[0]?.path;
  if (path) await openStory(path, Number(last?.[1]) || null);
  else drawStory();
}

let openings = 0;

async function openStory(path, line = null) {
  const number = ++openings;
  if (opened.path !== path) {
    const draft = draftOf(path);
    const answer = await trying(() => ask("/open", { path })) ?? (draft && { text: draft.base });
    if (!answer || number !== openings) return;
    const isBack = draft && draft.text !== answer.text;
    const { base, text } = isBack ? draft : { base: answer.text, text: answer.text };
    Object.assign(opened, { ...unread, path, base, text });
    if (!editor.histories.has(path)) editor.histories.set(path, { done: [], undone: [] });
    Object.assign(editor, editor.histories.get(path));
    if (isBack) {
      report(base === answer.text ? said`Your unsaved text is back.`
        : said`Your unsaved text is back. The file has changed meanwhile.`);
    }
    keep(text);
    setText(text, 0);
  }
  Object.assign(opened, { line: line ?? firstLine(path), row: 0 });
  sessionStorage.setItem("open", `${path}\n${opened.line}`);
  drawStories();
  storiesView.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  drawStory();
  if (opened.run) choose(null);
  else await update();
  storyView.querySelector("h1")?.focus({ preventScroll: true });
}

function firstLine(path) { return library.files.find(file => file.path === path)?.stories[0]?.scenarios[0]?.line ?? 1; }

function drawStory() {
  Object.assign(adding, noStep);
  if (!opened.path) {
    return storyView.replaceChildren(make("h1", { tabindex: -1 }, said`No stories yet`),
      make("p", {}, said`Begin with “New story”.`));
  }
  const button = (text, shows) => make("button", {
    "aria-pressed": String(opened.showsText === shows),
    onclick: () => { opened.showsText = shows; drawStory(); if (shows) moveTo(opened.line - 1); },
  }, text);
  storyView.replaceChildren(
    make("header.open", {},
      make("p.crumbs.dim", { id: "crumbs" }),
      make("h1", { tabindex: -1, id: "title" }),
      make("div.tools", {},
        make("div.views", { role: "group", "aria-label": said`View` },
          button(said`Steps`, false), button(said`Text`, true)),
        !session.isReadOnly && [
          make("button", { onclick: newScenario }, said`New scenario`),
          make("button", { onclick: explore }, said`Explore`),
          make("button", { onclick: formatText }, said`Tidy up`),
          make("button", { onclick: () => undo(editor.done, editor.undone) }, said`Undo`),
          make("button.main", { id: "save", onclick: save }, said`Save`),
        ]),
      !session.isReadOnly && scenarioMenu()),
    make("div", { id: "conflict" }),
    opened.showsText ? textView() : make("section", { id: "steps", "aria-label": said`Steps` }));
  // A text that was out of the page stands at its top again.
  scrolled();
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
    hasErrors() ? make("span.badge.failed", {}, "✘ ", said`has errors`) : scenario ? verdictBadge() : "");
  document.title = `${isChanged() ? "● " : ""}${title.textContent} · Scenarios Studio`;
  const saving = document.getElementById("save");
  if (saving) saving.disabled = !isChanged();
}

/** The verdict of the chosen scenario, or of all its examples. */
function verdictBadge() {
  const rows = exampleRows();
  const failed = rows.filter(({ verdict }) => verdict === "failed").length;
  const { verdict } = opened.scenario;
  return failed > 0 && rows.length > 1
    ? make("span.badge.failed", {}, `${verdicts.failed.sign} `, said`${failed} of ${rows.length} failed`)
    : make(`span.badge.${verdict}`, {}, `${verdicts[verdict].sign} ${verdicts[verdict].words}`);
}

function hasErrors() { return errors().length > 0; }

/** The errors that keep the text from running; only its scenario does not run if a step is missing. */
function errors() {
  return opened.diagnostics.filter(({ severity, code }) => severity === 1 && code !== "unknown-step");
}

/** The scenario of the text at the chosen line, or the next one above it. */
function outlined() {
  const all = allOutlined();
  return all.findLast(({ line }) => line <= opened.line) ?? all[0];
}

/** All scenarios of the text, in its order. */
function allOutlined() { return scenariosIn(library.files.find(({ path }) => path === opened.path)?.stories ?? []); }

function drawSteps() {
  const steps = document.getElementById("steps");
  if (!steps) return;
  const [first] = errors();
  setChildren(steps,
    first && make("p.reason", {}, said`${count(errors().length, "error")} in the text: `,
      make("button.plain", {
        onclick: () => {
          opened.showsText = true;
          drawStory();
          moveTo(first.range.start.line, first.range.start.character);
        },
      }, sentence(first.message.split("\n")[0]))),
    opened.end && make("p.reason", { role: "alert" }, sentence(opened.end)),
    stepsView());
  drawAdding();
}

async function formatText() { if (await changeStory("/format")) report(said`The text has the standard layout.`); }

/** Begins a scenario below the chosen one, beside it. */
async function newScenario() {
  const [title] = await askFor(said`New scenario`, [{ label: said`Title` }]) ?? [];
  if (!title || !await changeStory("/add-scenario", { scenario: opened.line, title })) return;
  opened.showsText = false;
  drawStory();
  document.getElementById("next")?.focus();
}
