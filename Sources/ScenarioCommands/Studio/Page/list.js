// The stories of the folder with their verdicts.

const storiesView = document.getElementById("stories");

const library = { files: [], modules: [], folders: {}, verdicts: new Map(), seen: "" };

async function readStories() {
  const answer = await ask("/stories", {});
  Object.assign(library, { files: answer.files, modules: answer.modules, folders: answer.folders, seen: answer.seen });
  Object.assign(session, { folder: answer.folder, isReadOnly: answer.isReadOnly });
  drawStories();
  if (answer.problems.length > 0) report(answer.problems[0], true);
}

async function runAll() {
  const page = await trying(() => ask("/run", { paths: [] }));
  if (page) takeVerdicts(page.run);
}

/** Keeps the verdicts of a run by file and line: of a scenario with examples, the worst. */
function takeVerdicts(run) {
  const order = Object.keys(verdicts);
  const files = new Map();
  const verdictsIn = shown => files.get(shown) ?? files.set(shown, new Map()).get(shown);
  for (const { path, firstLine, line, verdict } of run.scenarios) {
    const found = verdictsIn(path);
    const old = found.get(firstLine ?? line);
    if (!old || order.indexOf(verdict) < order.indexOf(old)) found.set(firstLine ?? line, verdict);
  }
  for (const { path } of run.brokenFiles) verdictsIn(path).isBroken = true;
  for (const [shown, found] of files) library.verdicts.set(pathOf(shown), found);
  drawStories();
}

/** Returns a path relative to the folder of stories. */
function pathOf(shown) {
  return library.files.find(({ path }) => shown === path || shown.endsWith("/" + path))?.path
    ?? shown;
}

// Of 10,000 scenarios, those of a changed file are drawn again: each file has its item in the list, and
// what that was drawn from.
const drawnFiles = new Map();

function drawStories() {
  const focused = document.activeElement?.dataset?.key;
  // A file that is gone stays in the list while its text is not saved.
  const isGone = opened.path && isChanged() && !library.files.some(({ path }) => path === opened.path);
  const files = isGone ? [...library.files, { path: opened.path, stories: [] }] : library.files;
  if (!storiesView.firstChild) {
    storiesView.append(
      make("header", {}, make("h1", {}, said`Stories`),
        !session.isReadOnly && make("button", { type: "button", onclick: newStory }, said`New story`),
        make("button", { type: "button", onclick: showGuide }, said`Steps of the app`)),
      make("ul"));
  }
  const list = storiesView.lastChild;
  const items = files.map(fileItem);
  if (items.length !== list.children.length
    || items.some((item, index) => item !== list.children[index])) list.replaceChildren(...items);
  if (focused && document.activeElement?.dataset?.key !== focused) {
    storiesView.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }
}

/** Returns the item of a file. */
function fileItem({ path, stories }) {
  const found = library.verdicts.get(path);
  const openLine = opened.path === path ? opened.line : null;
  const hasDraft = draftOf(path) !== null;
  const drawn = drawnFiles.get(path) ?? { item: make("li"), from: [] };
  drawnFiles.set(path, drawn);
  const now = [stories, found, openLine, hasDraft];
  if (now.every((part, index) => part === drawn.from[index])) return drawn.item;
  drawn.from = now;
  const rows = stories.flatMap(({ scenarios, name }) => [
    make("li.story", {}, make("span", {}, name),
      hasDraft && make("span.change", {}, said`not saved`)),
    scenarios.map(scenario => scenarioItems(scenario, 0)),
  ]);
  if (stories.length === 0 || found?.isBroken) {
    rows.push(make("li", {}, make("button.row", {
      type: "button", "data-key": path, onclick: () => openStory(path),
    }, mark("failed"), make("span.name", {}, said`${path} has errors`))));
  }
  drawn.item.replaceChildren(make("ul", {}, rows));
  return drawn.item;

  function scenarioItems({ name, line, scenarios }, depth) {
    const verdict = found?.get(line);
    return [
      make("li", {}, make("button.row", {
        type: "button", style: `--depth: ${Math.min(depth, 6)}`, "data-key": `${path}:${line}`,
        "aria-current": openLine === line ? "page" : null, onclick: () => openStory(path, line),
        onkeydown: event => pressedToEdit(event, async what => {
          if (openLine !== line) await openStory(path, line);
          editScenario(what, true);
        }),
      }, verdict ? mark(verdict) : make("span.mark", { "aria-hidden": "true" }, "·"),
      make("span.name", {}, name))),
      scenarios.map(scenario => scenarioItems(scenario, depth + 1)),
    ];
  }
}

async function newStory() {
  const answers = await askFor(said`New story`, [
    { label: said`Title of the story` }, { label: said`Title of its first scenario` },
    library.modules.length > 1 && { label: said`Module`, choices: library.modules },
  ].filter(field => field));
  if (!answers) return;
  const [name, scenario, module = library.modules[0]] = answers;
  const slug = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  // Beside other stories of the module are the files with their answers.
  const folder = library.folders[module];
  const path = `${folder ? `${folder}/` : ""}${slug || "story"}.yaml`;
  const word = inPageLanguage;
  const text = `${word("story")}: ${yamlTitle(name)}\n${word("module")}: ${module}\n\n`
    + `${word("scenarios")}:\n  - ${word("scenario")}: ${yamlTitle(scenario)}\n    ${unwritten}\n`;
  if (!await trying(() => ask("/save", { path, text }))) return;
  await readStories();
  opened.showsText = false;
  await openStory(path);
  document.getElementById("next")?.focus();
}
