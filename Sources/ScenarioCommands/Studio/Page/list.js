// The stories of the folder with their verdicts.

const storiesView = document.getElementById("stories");

const library = { files: [], modules: [], languages: [], folders: {}, verdicts: new Map(), seen: "", problems: "" };

async function readStories() {
  const { folder, isReadOnly, problems: all, ...known } = await ask("/stories", {});
  Object.assign(library, known);
  Object.assign(session, { folder, isReadOnly });
  drawStories();
  if (filter.found) await find();
  const problems = all.join("; ");
  if (problems && problems !== library.problems) report(problems, true);
  library.problems = problems;
}

/** Runs all stories in parts, because another request ends a run that takes long. */
async function runAll() {
  const parts = [];
  let room = 0;
  for (const { path, stories } of library.files) {
    if (room <= 0) {
      parts.push([]);
      room = 500;
    }
    parts.at(-1).push(path);
    room -= scenariosIn(stories).length;
  }
  for (const paths of parts) {
    const page = await trying(() => ask("/run", { paths }));
    if (page) takeVerdicts(page.run);
  }
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
  drawFound();
}

/** Returns a path relative to the folder of stories. */
function pathOf(shown) {
  return library.files.find(({ path }) => shown === path || shown.endsWith("/" + path))?.path ?? shown;
}

// Of 10,000 scenarios, those of a changed file are drawn again: each file has its item in the list, and
// what that was drawn from.
const drawnFiles = new Map();

/**
 * The filter of the list. `found` has the lines of the scenarios with the words, by their files; it
 * is `null` if no words and no module are given. `folds` has the stories that are folded or unfolded
 * in a filtered list.
 */
const filter = { words: "", verdict: "", module: "", found: null, folds: new Map(), asked: 0 };

/** The stories that the user has folded or unfolded. In a large library, all others are folded. */
const folds = new Map();
const manyScenarios = 200;

const search = make("input", { type: "search", id: "find", autocomplete: "off", "aria-label": said`Find`,
  placeholder: said`Find words of titles, steps, tags`, oninput: find, onkeydown: pressedInSearch });

function isFiltered() { return filter.found !== null || filter.verdict !== ""; }

function drawStories() {
  const focused = document.activeElement?.dataset?.key;
  // A file that is gone stays in the list while its text is not saved.
  const isGone = opened.path && isChanged() && !library.files.some(({ path }) => path === opened.path);
  const files = isGone ? [...library.files, { path: opened.path, stories: [] }] : library.files;
  if (!storiesView.firstChild) {
    storiesView.append(
      make("header", {}, make("h1", {}, said`Stories`),
        !session.isReadOnly && make("button", { onclick: newStory }, said`New story`),
        make("button", { onclick: showGuide }, said`Steps of the app`)),
      make("div.filter", { role: "search" }, search,
        choice(said`Verdict`, "verdict", [["", said`all verdicts`], ["failed", said`not passed`], ["changed", said`not saved`]]),
        library.modules.length > 1 && choice(said`Module`, "module",
          [["", said`all modules`], ...library.modules.map(module => [module, module])])),
      make("p.dim.small", { id: "found", role: "status" }),
      make("ul", { role: "tree", "aria-label": said`Stories`, onkeydown: pressedInTree, onfocusin: rove }));
  }
  const list = storiesView.lastChild;
  const items = files.map(fileItem).filter(item => item.firstChild?.firstChild);
  if (items.length !== list.children.length
    || items.some((item, index) => item !== list.children[index])) list.replaceChildren(...items);
  if (focused && document.activeElement?.dataset?.key !== focused) {
    storiesView.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }
  rove();
}

function choice(label, name, options) {
  return make("select", { "aria-label": label, onchange: event => {
    filter[name] = event.target.value;
    find();
  } }, options.map(([value, text]) => make("option", { value }, text)));
}

/** Asks for the scenarios with the words, and draws them. */
async function find() {
  filter.words = search.value.trim();
  const number = ++filter.asked;
  // One question at a time: what is typed fast would ask for each letter.
  await filter.asking;
  if (number !== filter.asked) return;
  const { words, module } = filter;
  const answer = await (filter.asking = (words || module) && trying(() => ask("/find", { words, module })));
  if (number !== filter.asked) return;
  filter.found = answer ? new Map(answer.found.map(({ path, lines }) => [path, new Set(lines)])) : null;
  filter.folds = new Map();
  drawFound();
}

/** Draws the list, and says how much of it is left. */
function drawFound() {
  let [all, shown] = [0, 0];
  for (const { path, stories } of library.files) {
    for (const story of stories) {
      const [key, scenarios] = [`${path}\n${story.name}`, scenariosIn([story])];
      if (shown >= manyScenarios) filter.folds.set(key, filter.folds.get(key) ?? true);
      all += scenarios.length;
      shown += scenarios.filter(({ line }) => isShown(path, line)).length;
    }
  }
  drawStories();
  // Screen readers say it, too.
  document.getElementById("found").textContent = !isFiltered() ? ""
    : shown > 0 ? said`${shown} of ${all} scenarios`
    : said`Nothing is found. Escape in the field shows all stories again.`;
}

/** All scenarios of some stories, with those inside. */
function scenariosIn(stories) {
  return stories.flatMap(({ scenarios }) => scenarios.flatMap(each => [each, ...scenariosIn([each])]));
}

function isShown(path, line) {
  if (filter.found && !filter.found.get(path)?.has(line)) return false;
  if (filter.verdict === "changed") return draftOf(path) !== null;
  const verdict = library.verdicts.get(path)?.get(line);
  return filter.verdict === "" || Boolean(verdict) && verdict !== "passed";
}

function isFolded(path, name, openPath) {
  if (isFiltered()) return filter.folds.get(`${path}\n${name}`) ?? false;
  return folds.get(`${path}\n${name}`) ?? (openPath !== path && isLarge());
}

function isLarge() {
  let count = 0;
  return library.files.some(({ stories }) => (count += scenariosIn(stories).length) > manyScenarios);
}

/** Returns the item of a file. */
function fileItem({ path, stories }) {
  const found = library.verdicts.get(path);
  const openLine = opened.path === path ? opened.line : null;
  const hasDraft = draftOf(path) !== null;
  const drawn = drawnFiles.get(path) ?? { item: make("li", { role: "none" }), from: [] };
  drawnFiles.set(path, drawn);
  const folded = stories.map(({ name }) => isFolded(path, name, opened.path)).join();
  const now = [stories, found, openLine, hasDraft, filter.found?.get(path), isFiltered(), filter.verdict, folded];
  if (now.length === drawn.from.length && now.every((part, index) => part === drawn.from[index])) return drawn.item;
  drawn.from = now;
  const rows = stories.flatMap(story => {
    const { name, scenarios } = story;
    const isClosed = isFolded(path, name, opened.path);
    const shown = scenariosIn([story]).filter(({ line }) => isShown(path, line));
    if (isFiltered() && shown.length === 0) return [];
    return [
      make("li.story", {
        role: "treeitem", tabindex: -1, "aria-level": 1, "aria-expanded": String(!isClosed),
        "data-key": `${path}\n${name}`, onclick: () => fold(path, name, !isClosed),
      }, make("span.mark", { "aria-hidden": "true" }, isClosed ? "▸" : "▾"), make("span", {}, name),
      isClosed && verdictOfAll(shown),
      hasDraft && make("span.change", {}, said`not saved`)),
      ...isClosed ? [] : scenarios.flatMap(scenario => scenarioItems(scenario, 0)),
    ];
  });
  if ((stories.length === 0 || found?.isBroken) && !isFiltered()) {
    rows.push(make("li.row", {
      role: "treeitem", tabindex: -1, "aria-level": 1, "data-key": path, onclick: () => openStory(path),
    }, mark("failed"), make("span.name", {}, said`${path} has errors`)));
  }
  drawn.item.replaceChildren(make("ul", { role: "none" }, rows));
  return drawn.item;

  function verdictOfAll(scenarios) {
    const failed = scenarios.filter(({ line }) => !["passed", "skipped", "knownIssue", undefined].includes(found?.get(line)));
    return make("span.dim.small.rest", {}, failed.length > 0 ? `${verdicts.failed.sign} ${failed.length}` : scenarios.length);
  }

  function scenarioItems({ name, line, scenarios }, depth) {
    const verdict = found?.get(line);
    return [
      isShown(path, line) && make("li.row", {
        role: "treeitem", tabindex: -1, "aria-level": depth + 2,
        style: `--depth: ${Math.min(depth, 6)}`, "data-key": `${path}:${line}`,
        "aria-current": openLine === line ? "page" : null, onclick: () => openStory(path, line),
        onkeydown: event => pressedToEdit(event, async what => {
          if (openLine !== line) await openStory(path, line);
          editScenario(what, true);
        }),
      }, verdict ? mark(verdict) : make("span.mark", { "aria-hidden": "true" }, "·"),
      make("span.name", {}, name)),
      ...scenarios.flatMap(scenario => scenarioItems(scenario, depth + 1)),
    ].filter(item => item);
  }
}

function fold(path, name, isClosed) {
  (isFiltered() ? filter.folds : folds).set(`${path}\n${name}`, isClosed);
  drawStories();
}

// The keyboard: the list is one stop of the Tab key, as a tree is.

function treeRows() { return [...storiesView.querySelectorAll("[role=treeitem]")]; }

/** Lets the Tab key reach the row in focus, or else the open scenario, or the first row. */
function rove(event) {
  const all = treeRows();
  const old = storiesView.querySelector("[role=treeitem][tabindex='0']");
  const row = event?.target.closest("[role=treeitem]") ?? old
    ?? all.find(each => each.getAttribute("aria-current")) ?? all[0];
  if (!row || row === old) return;
  if (old) old.tabIndex = -1;
  row.tabIndex = 0;
}

function pressedInTree(event) {
  const all = treeRows();
  const index = all.indexOf(document.activeElement);
  const row = all[index];
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const level = Number(row.getAttribute("aria-level"));
  const isOpen = row.getAttribute("aria-expanded");
  const parent = () => all.slice(0, index).findLast(each => Number(each.getAttribute("aria-level")) < level);
  const starts = each => each.querySelector(".name, span + span")?.textContent.toLowerCase().startsWith(event.key.toLowerCase());
  const moves = {
    ArrowDown: () => all[index + 1], ArrowUp: () => all[index - 1], Home: () => all[0], End: () => all[all.length - 1],
    ArrowRight: () => isOpen === "false" ? row.click() : all[index + 1],
    ArrowLeft: () => isOpen === "true" ? row.click() : parent(),
    Enter: () => row.click(), " ": () => row.click(),
  };
  const move = moves[event.key]
    ?? (/^[\p{L}\p{N}]$/u.test(event.key) && (() => [...all.slice(index + 1), ...all.slice(0, index)].find(starts)));
  if (!move) return;
  event.preventDefault();
  move()?.focus();
}

function pressedInSearch(event) {
  if (event.key === "Escape") {
    search.value = "";
    find();
  } else if (event.key === "ArrowDown") treeRows()[0]?.focus();
  else if (event.key === "Enter") storiesView.querySelector(".row")?.click();
  else return;
  event.preventDefault();
}

async function newStory() {
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: "language" });
  const answers = await askFor(said`New story`, [
    { label: said`Title of the story` }, { label: said`Title of its first scenario` },
    { label: said`Language`, choices: library.languages.map(code => [code, names.of(code)]),
      value: document.documentElement.lang },
    library.modules.length > 1 && { label: said`Module`, choices: library.modules },
  ].filter(field => field));
  if (!answers) return;
  const [title, scenario, language, module = library.modules[0]] = answers;
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  // Beside other stories of the module are the files with their answers.
  const folder = library.folders[module];
  const path = `${folder ? `${folder}/` : ""}${slug || "story"}.yaml`;
  const answer = await trying(() => ask("/new-story", { path, title, scenario, language, module }));
  if (!answer) return;
  await readStories();
  opened.showsText = false;
  await openStory(path);
  if (answer.isNew) document.getElementById("next")?.focus();
  else report(said`There is a story with this title already. Here it is.`);
}
