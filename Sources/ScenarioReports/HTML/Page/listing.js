// The list of scenarios and its filters.

const everything = { text: "", verdict: "", tag: "", module: "", change: "" };
const choice = { ...everything };
const rowsAtOnce = 300;
let chosen = scenarios;
let shownRows = 0;
let openScenario = null;

const list = make("ul.rows", { "aria-label": said`Scenarios` });
const status = make("span", { role: "status" });
const clear = make("button.plain", { onclick: () => choose(everything) }, said`Show all`);
const more = make("button.more", { onclick: showRows });
const search = make("input", {
  type: "search", id: "search", placeholder: said`Search`, "aria-label": said`Search scenarios`,
  autocomplete: "off", spellcheck: "false", oninput: () => choose({ text: search.value }),
});
const verdictButtons = new Map();
const selects = new Map();

function buildListing() {
  const listing = document.getElementById("listing");
  listing.append(make("div.filters", { role: "search" },
      make("div.searching", {}, search, make("kbd", { "aria-hidden": "true" }, "/")),
      verdictFilter(), selectFilters()),
    make("p.dim.status", {}, status, " ", clear), list, more,
    make("p.keys.dim", {},
      make("kbd", {}, "j"), " ", make("kbd", {}, "k"), said` next, previous   `,
      make("kbd", {}, "Enter"), said` open   `, make("kbd", {}, "Esc"), said` back`));
  new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting) && !more.hidden) showRows();
  }).observe(more);
  choose({});
}

function verdictFilter() {
  const all = { verdict: "", number: scenarios.length, sign: said`All `.trim(), words: said`all` };
  return make("div.verdicts", { role: "group", "aria-label": said`Verdict` },
    [all, ...tally(scenarios)].map(({ verdict, number, sign, words }) => {
      const button = make(`button.${verdict}`, {
        title: words, "aria-label": `${words}: ${number}`, onclick: () => choose({ verdict }),
      }, `${sign} `, shownNumber(number));
      verdictButtons.set(verdict, button);
      return button;
    }));
}

function selectFilters() {
  return make("div.selects", {},
    selectFilter("tag", said`Tags`, scenarios.flatMap(scenario => scenario.tags), tag => "@" + tag),
    selectFilter("module", said`Modules`, scenarios.map(scenario => scenario.module)),
    selectFilter("change", said`Changes`, scenarios.flatMap(scenario => scenario.change?.kind ?? []),
      inPageLanguage));
}

/** Creates a menu of the values; nothing if there are none. */
function selectFilter(key, plural, values, words = value => value) {
  const options = [...new Set(values)].sort((one, other) => one.localeCompare(other));
  if (options.length === 0) return null;
  const select = make("select", {
    "aria-label": inPageLanguage(key[0].toUpperCase() + key.slice(1)), id: `choose-${key}`,
    onchange: () => choose({ [key]: select.value }),
  }, make("option", { value: "" }, plural), options.map(value => make("option", { value }, words(value))));
  selects.set(key, select);
  return select;
}

/** Changes the given filters and keeps the others. */
function choose(changes) {
  Object.assign(choice, changes);
  const parts = choice.text.toLowerCase().split(/\s+/).filter(part => part);
  chosen = scenarios.filter(scenario => (!choice.verdict || scenario.verdict === choice.verdict)
    && (!choice.tag || scenario.tags.includes(choice.tag)) && (!choice.module || scenario.module === choice.module)
    && (!choice.change || scenario.change?.kind === choice.change) && parts.every(part => mentions(scenario, part)));
  if (search.value !== choice.text) search.value = choice.text;
  for (const [key, select] of selects) select.value = choice[key];
  for (const [verdict, button] of verdictButtons) button.ariaPressed = String(verdict === choice.verdict);
  status.textContent = chosen.length === 0 ? said`No matching scenarios.`
    : chosen.length === scenarios.length ? count(scenarios.length, "scenario")
      : said`${shownNumber(chosen.length)} of ${shownNumber(scenarios.length)} scenarios`;
  clear.hidden = chosen.length === scenarios.length;
  list.replaceChildren();
  list.scrollTop = 0;
  shownRows = 0;
  showRows();
}

/** Sets the given filters, resets the others, and scrolls to the list if it is not visible. */
function chooseAndShow(changes) {
  choose({ ...everything, ...changes });
  if (!matchMedia("(max-width: 800px)").matches) return;
  if (openScenario) {
    history.pushState(null, "", "#");
    show(false);
  }
  document.getElementById("listing").scrollIntoView();
}

/** Adds rows to the list in parts, because thousands at once are slow. */
function showRows() {
  const end = Math.min(chosen.length, shownRows + rowsAtOnce);
  const rows = document.createDocumentFragment();
  const isWhole = chosen.length === scenarios.length;
  for (; shownRows < end; shownRows += 1) {
    const scenario = chosen[shownRows];
    const before = chosen[shownRows - 1];
    if (!before || before.path !== scenario.path || before.story !== scenario.story) {
      rows.append(make("li.story", {},
        make("span.title", {}, scenario.story), make("span.dim.path", {}, scenario.path)));
    }
    if (isWhole) rows.append(...groupRows(scenario, before));
    rows.append(row(scenario, isWhole));
  }
  list.append(rows);
  more.hidden = shownRows >= chosen.length;
  more.textContent = said`${shownNumber(chosen.length - shownRows)} more`;
}

/** Returns the titles of the enclosing scenarios that only group others and did not run. */
function groupRows({ path, titles }, before) {
  const isInside = level => before?.path === path
    && titles.slice(0, level + 1).every((title, index) => before.titles[index] === title);
  return titles.slice(1, -1).flatMap((title, index) => isInside(index + 1) ? []
    : [make("li.group.dim", { style: `--depth: ${Math.min(index, 6)}` }, title)]);
}

function row(scenario, isWhole) {
  const around = scenario.titles.slice(1, -1);
  const depth = isWhole ? Math.min(scenario.depth, 6) : 0;
  return make("li", {}, make("a.row", {
    href: "#" + scenario.id, "data-index": scenario.index, style: `--depth: ${depth}`,
    "aria-current": scenario === openScenario ? "page" : null, title: scenario.title,
  }, mark(scenario.verdict),
  make("span.name", {},
    !isWhole && around.length > 0 && make("span.around.dim", {}, around.join(" › ")),
    scenario.title),
  changePill(scenario)));
}

function changePill({ change }) {
  return change && make(`span.change.${change.kind.replace(/\W+/g, "-")}`, {}, inPageLanguage(change.kind));
}

/** Marks the row of the open scenario and scrolls to it. */
function markOpen(scenario) {
  openScenario = scenario;
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = scenario && rowOf(scenario);
  link?.setAttribute("aria-current", "page");
  if (link && list.clientHeight < list.scrollHeight) link.scrollIntoView({ block: "nearest" });
}

/** Returns the row of a scenario, for which more rows may be added; `null` if it is not in the list. */
function rowOf(scenario) {
  const position = chosen.indexOf(scenario);
  while (position >= shownRows) showRows();
  return list.querySelector(`[data-index="${scenario.index}"]`);
}

/** Moves to the next row (1) or the previous one (-1). */
function moveFocus(direction) {
  const focused = document.activeElement?.dataset?.index;
  const at = chosen.indexOf(focused === undefined ? openScenario : scenarios[Number(focused)]);
  const next = at < 0 ? chosen[0] : chosen[at + direction] ?? chosen[at];
  if (next) rowOf(next).focus();
}
