// The page of the run: what broke first, what has changed, the runs before, and the stories.

function overviewPage() {
  const counts = tally(scenarios);
  return [
    make("header.run", {},
      make("h1", { tabindex: -1 }, headline(counts)),
      origin(), proportions(counts)),
    changes(),
    brokenFiles(),
    whatBroke(),
    trendSection(),
    stories(),
  ];
}

function headline(counts) {
  const files = run.brokenFiles.length;
  if (scenarios.length === 0 && files === 0) return "No scenario was run";
  if (counts.failed > 0) {
    return counts.failed === 1 ? `1 of ${count(scenarios.length, "scenario")} fails`
      : `${counts.failed.toLocaleString("en")} of ${count(scenarios.length, "scenario")} fail`;
  }
  if (files > 0) return `${count(files, "file")} can’t be run`;
  const rest = counts.skipped + counts.knownIssue + counts.blocked;
  const passed = counts.passed.toLocaleString("en");
  if (rest > 0) return `Nothing fails; ${passed} of ${count(scenarios.length, "scenario")} pass`;
  return scenarios.length === 1 ? "The scenario passes" : `All ${passed} scenarios pass`;
}

function origin() {
  const { command, host, commit, branch, isModified, attempt } = run.origin;
  return make("p.meta.dim", {},
    make("span", {}, make("time", { datetime: new Date(run.began).toISOString() }, date(run.began))),
    (branch || commit) && make("span", {}, branch, branch && commit && " at ",
      commit && make("code", {}, commit.slice(0, 8))),
    isModified && make("span", {}, "with changes"),
    attempt > 1 && make("span", {}, `attempt ${attempt}`),
    make("span", {}, make("code", {}, command), ` on ${host}`),
    make("span", {}, duration(run.seconds * 1e9)));
}

/** The verdicts as a bar. */
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
    ` ${counts[verdict].toLocaleString("en")} ${verdicts[verdict].words}`))),
  ];
}

function changes() {
  const groups = new Map();
  for (const scenario of scenarios) {
    const kind = scenario.change?.kind;
    if (kind) groups.set(kind, [...groups.get(kind) ?? [], scenario]);
  }
  if (groups.size === 0) {
    return run.comparedWith && section(`Since ${run.comparedWith}`,
      make("p", {}, "Nothing has changed."));
  }
  return section(run.comparedWith ? `Since ${run.comparedWith}` : "What has changed",
    make("ul.changes", {}, [...groups].map(([kind, list]) => make("li", {},
      make("button", { type: "button", onclick: () => chooseAndShow({ change: kind }) },
        make("b", {}, list.length.toLocaleString("en")), " ", kind),
      make("span", {}, list.slice(0, 3).map((scenario, index) => [index > 0 && ", ",
        make("a", { href: "#" + scenario.id }, scenario.title)]),
      list.length > 3 && ` and ${(list.length - 3).toLocaleString("en")} more`)))));
}

function whatBroke() {
  const failed = scenarios.filter(scenario => scenario.verdict === "failed");
  if (failed.length === 0) return null;
  const isNews = scenario => scenario.change?.kind === "broken" || scenario.change?.kind === "new";
  const order = [...failed.filter(isNews), ...failed.filter(scenario => !isNews(scenario))];
  const [first, ...rest] = order;
  return section("What broke first", [
    brokenCard(first, true),
    rest.length > 0 && make("h3", {}, "And then"),
    rest.slice(0, 12).map(scenario => brokenCard(scenario, false)),
    rest.length > 12 && make("p", {}, make("button", {
      type: "button", onclick: () => chooseAndShow({ verdict: "failed" }),
    }, `${count(rest.length - 12, "more failure")} in the list`)),
  ]);
}

function brokenCard(scenario, isFirst) {
  const blocked = blockedBy(scenario).length;
  const { failure } = scenario;
  return make("article.breakage", {},
    make("p.crumbs.dim", {}, scenario.titles.slice(0, -1).join(" › ")),
    make(isFirst ? "h3" : "h4", {}, mark("failed"), " ",
      make("a", { href: "#" + scenario.id }, scenario.title)),
    failure && make("p.dim", {}, make("code", {}, `${failure.path}:${failure.line}`), " ",
      make("code", {}, written(failure.lineText.trim()))),
    failure && (isFirst ? failureBox(failure) : make("p", {}, failure.message)),
    make("p.dim.small", {}, [
      scenario.change && [scenario.change.kind, scenario.change.words].filter(part => part).join(" "),
      blocked > 0 && `blocks ${count(blocked, "scenario")} inside`,
    ].filter(part => part).join(" · ")));
}

function brokenFiles() {
  if (run.brokenFiles.length === 0) return null;
  return section("Files that can’t be run", run.brokenFiles.map(file => make("article.breakage", {},
    make("h3", {}, file.path),
    file.mistakes.slice(0, 20).map(mistake => make("div.mistake", {},
      make("p", {}, make("span.dim", {}, `${mistake.line}:${mistake.column}  `),
        make("strong", {}, mistake.message)),
      mistake.lineText && make("pre", { tabindex: 0 }, mistake.lineText),
      mistake.remedies.map(remedy => make("p.dim", {}, remedy)))))));
}

/** The runs before this one as bars: what failed in front. */
function trendSection() {
  const points = run.trend;
  if (points.length < 2) return null;
  const [width, height, step] = [points.length * 14, 96, 14];
  const highest = Math.max(1, ...points.map(point => point.passed + point.failed + point.other));
  const bars = points.map((point, index) => {
    const size = number => number === 0 ? 0 : Math.max(2, number / highest * height);
    const sizes = [["failed", size(point.failed)], ["other", size(point.other)], ["passed", size(point.passed)]];
    let bottom = height;
    const words = `${date(point.began)}${point.commit ? `, ${point.commit.slice(0, 8)}` : ""}: `
      + `${point.failed} failed, ${point.passed} passed, ${point.other} other`;
    return draw("g", {}, draw("title", {}, words), sizes.map(([kind, size]) => {
      const bar = Math.min(size, bottom);
      bottom -= bar;
      return bar > 0 && draw(`rect.${kind}`, {
        x: index * step + 2, y: bottom, width: step - 4, height: bar });
    }), draw("rect.target", { x: index * step, y: 0, width: step, height }));
  });
  const failing = points.filter(point => point.failed > 0).length;
  const summary = failing === 0 ? `Nothing failed in the last ${count(points.length, "run")}.`
    : `Something failed in ${failing} of the last ${count(points.length, "run")}.`;
  return section("Trend", [
    draw("svg.trend", { role: "img", viewBox: `0 0 ${width} ${height + 2}`, height: height + 2,
        preserveAspectRatio: "none", "aria-label": summary }, bars, draw("line", { x1: 0, x2: width, y1: height + 1, y2: height + 1 })),
    make("p.dim.small", {}, summary, " This run is the last."),
  ]);
}

/** The stories with their verdicts. */
function stories() {
  const groups = new Map();
  for (const scenario of scenarios) {
    const key = `${scenario.path}\n${scenario.story}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(scenario);
  }
  const all = [...groups.values()];
  if (all.length === 0) return null;
  const isFine = list => !list.some(scenario => scenario.verdict === "failed");
  const sorted = [...all.filter(list => !isFine(list)), ...all.filter(isFine)];
  return section("Stories", [
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
    })),
    sorted.length > 40 && make("p.dim", {}, `and ${count(sorted.length - 40, "story")
      .replace("storys", "stories")} more in the list`),
  ]);
}
