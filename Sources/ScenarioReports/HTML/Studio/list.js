// The stories of the folder with their verdicts.

const storiesView = document.getElementById("stories");

const library = { files: [], modules: [], verdicts: new Map(), seen: "" };

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
    make("header", {}, make("h1", {}, said`Stories`),
      !session.isReadOnly && make("button", { type: "button", onclick: newStory }, said`New story`),
      make("button", { type: "button", onclick: showGuide }, said`Steps of the app`)),
    make("ul", {}, files.map(fileItem)));
  if (focused) storiesView.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function fileItem({ path, stories }) {
  const isBroken = library.verdicts.get(path) === "broken";
  const rows = stories.flatMap(({ children, name }) => [
    make("li.story", {}, make("span", {}, name),
      draftOf(path) && make("span.change", {}, said`not saved`)),
    ...scenarioItems(path, children, 0),
  ]);
  if (stories.length === 0 || isBroken) {
    rows.push(make("li", {}, make("button.row", {
      type: "button", "data-key": path, onclick: () => openStory(path),
    }, mark("failed"), make("span.name", {}, said`${path} has errors`))));
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

async function newStory() {
  const name = prompt(said`The title of the story`);
  if (!name?.trim()) return;
  const module = library.modules.length > 1
    ? prompt(said`The module: ${library.modules.join(", ")}`, library.modules[0])
    : library.modules[0];
  if (!module) return;
  const slug = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const path = `${slug || "story"}.yaml`;
  const title = /^[\p{L}\p{N}][^:#"]*$/u.test(name) ? name : JSON.stringify(name);
  const word = inPageLanguage;
  const text = `${word("story")}: ${title}\n${word("module")}: ${module}\n${word("scenarios")}:\n`
    + `  - ${word("scenario")}: ${said`New scenario`}\n    ${word("when")}: \n    ${word("then")}: \n`;
  if (!await trying(() => ask("/save", { path, text }))) return;
  await readStories();
  opened.showsText = true;
  await openStory(path);
}
