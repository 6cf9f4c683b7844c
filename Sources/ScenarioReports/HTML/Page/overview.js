// The page of the run: new failures, changes, previous runs and stories.

function overviewPage() {
  return [
    make("header.run", {}, make("h1", { tabindex: -1 }, headline()), origin(), proportions(),
      make("p.to-list", {}, make("button.plain", { onclick: () => chooseAndShow({}) }, said`Search and filter`))),
    problems(), changes(), brokenFiles(), whatBroke(), trendSection(), stories(),
  ];
}

function headline() {
  const passing = scenarios.filter(({ verdict }) => verdict === "passed").length;
  const [files, all, passed] = [run.brokenFiles.length, shownNumber(scenarios.length), shownNumber(passing)];
  const failing = scenarios.filter(({ fails }) => fails).length;
  const [problem] = run.problems ?? [];
  if (problem && failing + files === 0) return problem.message[0].toUpperCase() + problem.message.slice(1);
  if (failing > 1) return said`${shownNumber(failing)} of ${all} scenarios fail`;
  if (failing > 0) return scenarios.length === 1 ? said`1 of 1 scenario fails` : said`1 of ${all} scenarios fails`;
  if (files > 0) return files === 1 ? said`1 file can’t be run` : said`${shownNumber(files)} files can’t be run`;
  if (scenarios.length === 0) return said`No scenario was run`;
  if (passing === scenarios.length) {
    return passing === 1 ? said`The scenario passes` : said`All ${passed} scenarios pass`;
  }
  return scenarios.length > 1 ? said`Nothing fails; ${passed} of ${all} scenarios pass`
    : said`Nothing fails, and nothing passes`;
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
function proportions() {
  if (scenarios.length === 0) return null;
  const counts = tally(scenarios);
  const inWords = counts.map(({ number, words }) => `${number} ${words}`).join(", ");
  return [
    verdictBar(counts, { role: "img", "aria-label": inWords }),
    make("p.legend", {}, counts.map(({ verdict, number, sign, words }) => make("button.plain", {
      onclick: () => chooseAndShow({ verdict }),
    }, make(`span.mark.${verdict}`, { "aria-hidden": "true" }, sign), ` ${shownNumber(number)} ${words}`))),
  ];
}

function verdictBar(counts, attributes) {
  return make("div.bar", attributes, counts.map(({ verdict, number }) =>
    make(`span.${verdict}`, { style: `flex-grow: ${number}` })));
}

function changes() {
  const groups = Map.groupBy(scenarios.filter(({ change }) => change), ({ change }) => change.kind);
  const kinds = new Set(["broken", "still broken", "flaky", "fixed", "new", ...groups.keys()]);
  const rows = [...kinds].filter(kind => groups.has(kind)).map(kind => change(kind, groups.get(kind).length,
    linksTo(groups.get(kind)), { onclick: () => chooseAndShow({ change: kind }) }));
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
    attributes ? make("button.plain", attributes, words) : make("span", {}, words),
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
  return [
    failures(run.comparedWith ? said`What broke` : said`What fails`, failed.filter(scenario => !isOld(scenario))),
    failures(said`What is still broken`, failed.filter(isOld)),
  ];
}

function failures(title, list) {
  if (list.length === 0) return null;
  const shown = 12;
  return section(title, [
    list.slice(0, shown).map(brokenCard),
    list.length > shown && make("p", {}, make("button.plain", {
      onclick: () => chooseAndShow({ verdict: "failed" }),
    }, said`${count(list.length - shown, "more failure")} in the list`)),
  ]);
}

function brokenCard(scenario) {
  const blocked = scenarios.filter(other => other.verdict === "blocked" && isAround(scenario, other)).length;
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
  return section(said`The whole run`, run.problems?.map(problem => make("article.breakage", {},
    make("h3", {}, problem.message), problem.details.length > 0
      && make("pre", { tabindex: 0 }, problem.details.join("\n")))));
}

function brokenFiles() {
  return section(said`Files that can’t be run`, run.brokenFiles.map(file => make("article.breakage", {},
    make("h3", {}, file.path),
    file.diagnostics.slice(0, 20).map(({ location, message, hints }) => make("div.diagnostic", {},
      make("p", {}, location && make("span.dim", {}, `${location.range.start.line}:${location.range.start.column}  `), make("strong", {}, message)),
      location?.lineText && make("pre", { tabindex: 0 }, location.lineText),
      hints.map(hint => make("p.dim", {}, hint)))))));
}

/** Lists the stories with their verdicts. */
function stories() {
  const all = [...Map.groupBy(scenarios, ({ path, story }) => `${path}\n${story}`).values()];
  if (all.length === 0) return null;
  const isFine = list => !list.some(scenario => scenario.fails);
  const sorted = [...all.filter(list => !isFine(list)), ...all.filter(isFine)];
  return section(said`Stories`, [
    make("ul.stories", {}, sorted.slice(0, 40).map(list => {
      const counts = tally(list);
      return make("li", {},
        make("a", { href: "#" + list[0].id }, list[0].story), make("span.dim", {}, list[0].module),
        verdictBar(counts, { "aria-hidden": "true" }),
        make("span.counts", {}, counts.map(({ verdict, number, sign, words }) => make(`span.${verdict}`, {},
          make("span", { "aria-hidden": "true" }, sign + " "),
          String(number), make("span.hidden", {}, ` ${words} `)))));
    })), sorted.length > 40 && make("p.dim", {}, said`and ${shownNumber(sorted.length - 40)} more in the list`),
  ]);
}
