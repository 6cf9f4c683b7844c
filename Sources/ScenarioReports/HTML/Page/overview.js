// The page of the run: new failures, changes, previous runs and stories.

function overviewPage() {
  const counts = tally(scenarios);
  return [
    make("header.run", {}, make("h1", { tabindex: -1 }, headline(counts)), origin(), proportions(counts),
      make("p.to-list", {}, plainButton(said`Search and filter`, () => chooseAndShow({})))),
    problems(), changes(), brokenFiles(), whatBroke(), trendSection(), stories(),
  ];
}

function headline(counts) {
  const files = run.brokenFiles.length;
  const problem = run.problems?.[0];
  if (problem && !scenarios.some(scenario => scenario.fails) && files === 0) {
    return problem.message[0].toUpperCase() + problem.message.slice(1);
  }
  if (scenarios.length === 0 && files === 0) return said`No scenario was run`;
  const failing = scenarios.filter(scenario => scenario.fails).length;
  if (failing > 0) {
    if (scenarios.length === 1) return said`1 of 1 scenario fails`;
    const all = shownNumber(scenarios.length);
    return failing === 1 ? said`1 of ${all} scenarios fails` : said`${shownNumber(failing)} of ${all} scenarios fail`;
  }
  if (files > 0) return files === 1 ? said`1 file can’t be run` : said`${shownNumber(files)} files can’t be run`;
  const rest = counts.skipped + counts.knownIssue + counts.blocked + counts.undefined;
  const passed = shownNumber(counts.passed);
  if (rest > 0 && scenarios.length > 1) {
    return said`Nothing fails; ${passed} of ${shownNumber(scenarios.length)} scenarios pass`;
  }
  if (rest > 0) return said`Nothing fails, and nothing passes`;
  return scenarios.length === 1 ? said`The scenario passes` : said`All ${passed} scenarios pass`;
}

function origin() {
  const { command, host, commit, branch, isModified, attempt } = run.origin;
  const scope = run.scope ?? said`some stories`;
  return make("p.meta.dim", {},
    make("time", { datetime: new Date(run.began).toISOString() }, date(run.began)),
    (branch || commit) && make("span", {}, branch, branch && commit && said` at `,
      commit && make("code", {}, shortCommit(commit)), isModified && said`, with changes`),
    make("span", {}, make("code", {}, command), said` on ${host}`),
    attempt > 1 && make("span", {}, said`attempt ${attempt}`),
    run.isPartial && make("span", {}, said`only ${scope}`), make("span", {}, duration(run.seconds * 1e9)));
}

/** Draws the verdicts as a bar. */
function proportions(counts) {
  if (scenarios.length === 0) return null;
  const present = Object.keys(verdicts).filter(verdict => counts[verdict] > 0);
  const words = present.map(verdict => `${counts[verdict]} ${verdicts[verdict].words}`).join(", ");
  return [
    make("div.bar", { role: "img", "aria-label": words }, present.map(verdict =>
      make(`span.${verdict}`, { style: `flex-grow: ${counts[verdict]}` }))),
    make("p.legend", {}, present.map(verdict => make("button", {
      type: "button", onclick: () => chooseAndShow({ verdict }),
    }, make(`span.mark.${verdict}`, { "aria-hidden": "true" }, verdicts[verdict].sign),
    ` ${shownNumber(counts[verdict])} ${verdicts[verdict].words}`))),
  ];
}

const kindsInOrder = ["broken", "still broken", "flaky", "fixed", "new"];

function changes() {
  const groups = new Map(kindsInOrder.map(kind => [kind, []]));
  for (const scenario of scenarios) {
    const kind = scenario.change?.kind;
    if (!kind) continue;
    if (!groups.has(kind)) groups.set(kind, []);
    groups.get(kind).push(scenario);
  }
  const rows = [...groups].filter(([, list]) => list.length > 0).map(([kind, list]) =>
    change(kind, list.length, linksTo(list), { onclick: () => chooseAndShow({ change: kind }) }));
  if (run.removed.length > 0) {
    rows.push(change("removed", run.removed.length, enumerated(shortList(run.removed, 8))));
  }
  if (rows.length === 0 && !run.comparedWith) return null;
  return section(run.comparedWith ? said`Since ${run.comparedWith}` : said`What has changed`,
    rows.length > 0 ? make("ul.changes", {}, rows) : make("p", {}, said`Nothing has changed.`));
}

function change(kind, number, names, attributes) {
  const words = [make("b", {}, shownNumber(number)), " ", inPageLanguage(kind)];
  return make("li", {},
    attributes ? make("button", { type: "button", ...attributes }, words) : make("span", {}, words),
    make("span", {}, names));
}

/** Lists the first of some scenarios; those that others block are only counted. */
function linksTo(list) {
  const blocked = list.filter(scenario => scenario.verdict === "blocked").length;
  const own = list.filter(scenario => scenario.verdict !== "blocked").map(scenario =>
    make("a", { href: "#" + scenario.id, title: scenario.titles.join(" › ") }, scenario.title));
  return enumerated([...shortList(own, 5),
    ...blocked > 0 ? [make("span.dim", {}, said`${count(blocked, "scenario")} inside`)] : []]);
}

function shortList(list, length) {
  if (list.length <= length + 1) return list;
  return [...list.slice(0, length), said`${shownNumber(list.length - length)} more`];
}

/** Lists the failures, new ones first. */
function whatBroke() {
  const failed = scenarios.filter(scenario => scenario.fails);
  const isOld = scenario => scenario.change?.kind === "still broken";
  const news = failed.filter(scenario => !isOld(scenario));
  return [
    failures(run.comparedWith ? said`What broke` : said`What fails`, news),
    failures(said`What is still broken`, failed.filter(isOld)),
  ];
}

function failures(title, list) {
  if (list.length === 0) return null;
  const shown = 12;
  return section(title, [
    list.slice(0, shown).map(brokenCard),
    list.length > shown && make("p", {}, plainButton(
      said`${count(list.length - shown, "more failure")} in the list`, () => chooseAndShow({ verdict: "failed" }))),
  ]);
}

function brokenCard(scenario) {
  const blocked = blockedBy(scenario).length;
  const { failure } = scenario;
  const more = [
    scenario.change?.words && `${inPageLanguage(scenario.change.kind)} ${scenario.change.words}`,
    blocked > 0 && said`blocks ${count(blocked, "scenario")} inside`,
  ].filter(part => part);
  return make("article.breakage", {},
    make("p.crumbs.dim", {}, scenario.titles.slice(0, -1).join(" › ")),
    make("h3", {}, mark(scenario.verdict), " ", make("a", { href: "#" + scenario.id }, scenario.title)),
    failure && failureBox(failure, true, valuesOf(scenario, detailsOf(scenario))),
    more.length > 0 && make("p.dim.small", {}, more.join(" · ")));
}

/** Lists the problems of the whole run. */
function problems() {
  if (!run.problems) return null;
  return section(said`The whole run`, run.problems.map(problem => make("article.breakage", {},
    make("h3", {}, problem.message), problem.details.length > 0
      && make("pre", { tabindex: 0 }, problem.details.join("\n")))));
}

function brokenFiles() {
  if (run.brokenFiles.length === 0) return null;
  return section(said`Files that can’t be run`, run.brokenFiles.map(file => make("article.breakage", {},
    make("h3", {}, file.path),
    file.diagnostics.slice(0, 20).map(({ location, message, hints }) => make("div.diagnostic", {},
      make("p", {}, location && make("span.dim", {}, lineAndColumn(location)), make("strong", {}, message)),
      location?.lineText && make("pre", { tabindex: 0 }, location.lineText),
      hints.map(hint => make("p.dim", {}, hint)))))));
}

function lineAndColumn({ range: { start } }) { return `${start.line}:${start.column}  `; }

/** Lists the stories with their verdicts. */
function stories() {
  const groups = new Map();
  for (const scenario of scenarios) {
    const key = `${scenario.path}\n${scenario.story}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(scenario);
  }
  const all = [...groups.values()];
  if (all.length === 0) return null;
  const isFine = list => !list.some(scenario => scenario.fails);
  const sorted = [...all.filter(list => !isFine(list)), ...all.filter(isFine)];
  return section(said`Stories`, [
    make("ul.stories", {}, sorted.slice(0, 40).map(list => {
      const counts = tally(list);
      const present = Object.keys(verdicts).filter(verdict => counts[verdict] > 0);
      return make("li", {},
        make("a", { href: "#" + list[0].id }, list[0].story), make("span.dim", {}, list[0].module),
        make("div.bar", { "aria-hidden": "true" }, present.map(verdict =>
          make(`span.${verdict}`, { style: `flex-grow: ${counts[verdict]}` }))),
        make("span.counts", {}, present.map(verdict => make(`span.${verdict}`, {},
          make("span", { "aria-hidden": "true" }, verdicts[verdict].sign + " "),
          String(counts[verdict]), make("span.hidden", {}, ` ${verdicts[verdict].words} `)))));
    })), sorted.length > 40 && make("p.dim", {}, said`and ${shownNumber(sorted.length - 40)} more in the list`),
  ]);
}
