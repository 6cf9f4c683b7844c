// The page of one scenario.

function scenarioPage(scenario) {
  const details = detailsOf(scenario);
  return [
    scenarioHeader(scenario), notRunReason(scenario), section(said`The scenario`, story(scenario, details)),
    section(said`Storyboard`, storyboard(details), said`What the screen showed after the steps that changed it.`),
    section(said`Sequence`, sequence(details, scenario.person)), section(said`Requests`, requestLog(details.events)),
    section(said`Attempts`, attempts(details.attempts), said`It was run more than once; the last attempt counts.`),
    details.trace && make("section.everything", {}, make("h2", {}, said`Full trace`), trace(details.trace.trimEnd())),
  ];
}

/** Returns details in which each event that is a step has its result. */
function completed(details = { steps: [], events: [], failures: [], notes: [], trace: "" }) {
  const taken = details.steps.filter(step => step.outcome !== "notRun").values();
  for (const event of details.events)
    event.step = event.kind === "step" ? taken.next().value : null;
  return details;
}

function trace(text) {
  return make("details", {}, make("summary", {}, count(text.split("\n").length, "line")),
    make("pre.trace", { tabindex: 0 }, text));
}

function section(title, content, explanation) {
  if (!content || content.length === 0) return null;
  return make("section", {}, make("h2", {}, title),
    explanation && make("p.dim.explanation", {}, explanation), content);
}

function scenarioHeader(scenario) {
  const copy = make("button.copy.plain", { onclick: async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      copy.textContent = said`Copied`;
    } catch {
      copy.textContent = said`Copy it from the address bar`;
    }
  } }, said`Copy link`);
  const around = scenario.titles.slice(0, -1);
  return make("header.scenario", {}, make("p.back", {}, make("a", { href: "#" }, said`‹ Overview`)),
    make("p.crumbs.dim", {}, around.map((title, level) => {
      const parent = scenarios.find(other => other.titles.length === level + 1 && isAround(other, scenario));
      return [level > 0 && " › ", parent ? make("a", { href: "#" + parent.id }, title) : title];
    })), make("h1", { tabindex: -1 }, scenario.title),
    make("p.meta", {},
      make(`span.badge.${scenario.verdict}`, {},
        `${verdicts[scenario.verdict].sign} ${verdicts[scenario.verdict].words}`),
      scenario.change && make("span", {}, changePill(scenario),
        scenario.verdict !== "blocked" && scenario.change.words ? ` ${scenario.change.words}` : ""),
      make("span", {}, make("code", {}, scenario.location)),
      make("span", {}, said`module `, chooser(scenario.module, { module: scenario.module })),
      scenario.tags.length > 0 && make("span", {}, scenario.tags.map(tag => [" ", chooser("@" + tag, { tag })])),
      make("span", {}, duration(scenario.storyNanoseconds), said` of story time`),
      make("span", {}, duration(scenario.seconds * 1e9), said` of real time`), copy));
}

/** Creates a link to all scenarios with a word. */
function chooser(word, choice) {
  return make("button.plain", { onclick: () => chooseAndShow(choice), title: said`Show all with ${word}` }, word);
}

function notRunReason(scenario) {
  if (scenario.verdict === "blocked") {
    const parent = scenarios.find(other => other.title === scenario.reason && isAround(other, scenario));
    return make("p.reason", {},
      parent?.verdict === "undefined" ? said`The outer scenario is undefined: `
        : said`The outer scenario failed: `,
      parent ? make("a", { href: "#" + parent.id }, parent.title) : scenario.reason);
  }
  const words = {
    undefined: said`It did not run, because a step is not defined yet.`, skipped: said`Skipped: `,
    knownIssue: said`It is expected to fail until this is solved: `,
  }[scenario.verdict];
  return words && make("p.reason", {}, words, scenario.reason);
}

/** Shows the author's lines, each step with its verdict, and failures below their steps. */
function story(scenario, details) {
  const lines = scenario.text ? scenario.text.trimEnd().split("\n") : [];
  const first = scenario.firstLine ?? scenario.line;
  const last = first + lines.length - 1;
  const isOwn = step => step.owner === undefined && step.line >= first && step.line <= last;
  const outcomes = new Map();
  for (const step of details.steps.filter(isOwn)) {
    if (rank(step.outcome) > rank(outcomes.get(step.line))) outcomes.set(step.line, step.outcome);
  }
  const before = details.steps.filter(step => !isOwn(step));
  const here = failure => failure.path === scenario.path && failure.line >= first && failure.line <= last;
  const elsewhere = details.failures.filter(failure => !here(failure));
  const margin = Math.min(...lines.filter(line => line.trim()).map(line => /^ */.exec(line)[0].length));
  const values = valuesOf(scenario, details);
  return [
    details.example && make("dl.example-values", {}, Object.entries(details.example.values)
      .map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)))),
    before.length > 0 && earlierSteps(before), elsewhere.map(failure => failureBox(failure, true, values)),
    lines.length > 0 && make("ol.lines", { "aria-label": said`The lines of the scenario` }, shownLines()),
  ];

  /** Returns the lines, with those of other examples folded. */
  function shownLines() {
    const items = lines.map(lineOf);
    if (!details.example) return items;
    const { all, own } = details.example;
    const [start, from, to, end] = [all[0], own[0], own[1] + 1, all[1] + 1].map(line => line - first);
    return [
      items.slice(0, start), folded(items.slice(start, from)), items.slice(from, to),
      folded(items.slice(to, end)), items.slice(end),
    ];
  }

  function folded(items) {
    if (items.length < 2) return items;
    return make("li.folded", {}, make("details", {},
      make("summary", {}, said`${items.length} lines of other examples`), make("ol", {}, items)));
  }

  function lineOf(line, index) {
    const number = first + index;
    const failures = details.failures.filter(failure => here(failure) && failure.line === number);
    const notes = details.notes.filter(note => note.line === number);
    const outcome = outcomes.get(number) === "undefined" ? "undefined"
      : failures.length > 0 ? "failed" : outcomes.get(number);
    const isExample = scenario.firstLine !== undefined && number === scenario.line && !line.includes("scenario:");
    const kinds = [failures.length > 0 && "failing", isExample && "example"].filter(kind => kind);
    return make(["li", ...kinds].join("."), { value: number },
      make("span.number", { "aria-hidden": "true" }, number),
      outcomeMark(outcome), make("code", {}, written(line.slice(margin), values)),
      failures.map(failure => failureBox(failure)), notes.map(note => make("p.note", {}, note.message)));
  }

  function rank(outcome) { return ["passed", "notRun", "undefined", "failed"].indexOf(outcome); }
}

/** Lists the results of several attempts; nothing for a single one. */
function attempts(attempts) {
  if (!attempts || attempts.length < 2) return null;
  return make("ol.attempts", {}, attempts.map(attempt => make("li", {},
    mark(attempt.verdict), make("span", {},
      said`attempt ${attempt.number} on ${attempt.host}, ${date(attempt.began)}`,
      make("span.dim", {}, " ", attempt.failures[0]?.message ?? attempt.reason)))));
}

function earlierSteps(steps) {
  const failed = steps.some(step => step.outcome === "failed");
  const owners = [...new Set(steps.map(step => step.owner).filter(owner => owner))];
  const names = owners.map(owner => `“${owner}”`).join(", ");
  const words = owners.length > 0 ? said` of ${names}` : "";
  return make("details.earlier", { open: failed },
    make("summary", {}, said`${count(steps.length, "step") + words} before it`),
    make("ol", {}, steps.map(step => make(`li.${step.outcome}`, {},
      outcomeMark(step.outcome), make("span", {}, step.text)))));
}

function outcomeMark(outcome) {
  if (!outcome) return make("span.mark", { "aria-hidden": "true" });
  return mark(outcome, { passed: said`holds`, failed: said`does not hold`, notRun: said`not run` }[outcome]);
}

/** Returns the values of the placeholders in a scenario, with those of the scenarios around it. */
function valuesOf(scenario, details) {
  const around = scenarios.filter(other => other.firstLine && isAround(other, scenario));
  return Object.assign({}, ...around.map(other => detailsOf(other).example?.values), details.example?.values);
}

/** Returns a text with the values of its placeholders. */
function filled(text, values) {
  return text.split(/(<[^<>]+>)/).map(part => {
    const value = /^<.+>$/.test(part) ? values[part.slice(1, -1).trim()] : undefined;
    return value === undefined ? part : make("span.filled", { title: part }, value);
  });
}

/** Highlights the kinds of words in a line, with the values of its placeholders. */
function written(line, values = {}) {
  const comment = /(^|\s)#.*$/.exec(line);
  const code = comment ? line.slice(0, comment.index) : line;
  const key = /^(\s*(?:- )*)([^\s:"'{[#][^:"'{[#]*:)(?=\s|$)/u.exec(code);
  return [
    key ? [key[1], make("span.key", {}, filled(key[2], values)),
      filled(code.slice(key[0].length), values)] : filled(code, values),
    comment && make("span.dim", {}, comment[0]),
  ];
}

/** Shows a failure: the message and the differences, and its line with the values of its placeholders. */
function failureBox(failure, withPlace = false, values = {}) {
  const lines = failure.lines.map(({ side, text }) => make(side ? `span.${side}` : "span", {}, text + "\n"));
  return make("div.failure", {},
    make("p", {}, make("strong", {}, failure.message),
      failure.nanoseconds > 0 && make("span.dim", {}, said`  at ${"+" + duration(failure.nanoseconds)}`)),
    withPlace && make("p.dim", {}, make("code", {}, `${failure.path}:${failure.line}`), " ",
      make("code", {}, written(failure.lineText.trim(), values))),
    lines.length > 0 && make("pre", { tabindex: 0 }, lines),
    failure.folded && make("details", {}, make("summary", {}, said`For a developer`),
      make("pre", { tabindex: 0 }, failure.folded.join("\n"))));
}
