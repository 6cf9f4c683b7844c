// The steps of a scenario with their verdicts, and what the app shows after the chosen one.

const stateView = document.getElementById("state");

function stepsView() {
  const scenario = opened.scenario;
  if (!scenario) {
    return make("p.dim", {}, opened.diagnostics.length > 0
      ? said`This scenario has not run yet: the text has errors.`
      : said`This scenario has not run yet: it has no steps.`);
  }
  const details = opened.details;
  const rows = exampleRows();
  const failuresAt = index => details.failures.filter(failure => stepOf(failure) === index);
  const elsewhere = details.failures.filter(failure => stepOf(failure) < 0);
  return [
    rows.length > 1 && make("label.rows", {}, said`Example `, make("select", {
      onchange: event => { opened.row = Number(event.target.value); choose(null); },
    }, rows.map((row, index) => make("option", {
      value: index, selected: row === scenario,
    }, `${verdicts[row.verdict].sign} ${row.titles[row.titles.length - 1]}`)))),
    scenario.reason && make("p.reason", {}, scenario.reason),
    elsewhere.map(failure => failureBox(failure, true)),
    details.steps.length === 0 && make("p.dim", {}, said`It has no steps yet.`),
    details.steps.length > 0 && make("ol.steps", { "aria-label": said`Steps` }, details.steps.map((step, index) =>
      make("li", {}, make("button.step", {
        "aria-pressed": String(index === opened.step), id: `step-${index}`,
        onclick: () => choose(index),
        onkeydown: event => step.owner === undefined && pressedToEdit(event, what => editStep(what, step)),
      }, outcomeMark(step.outcome), make("span.words", {},
        step.owner && make("span.dim", {}, `${step.owner}: `), step.text),
      step.nanoseconds > 0 && make("span.dim.time", {}, `+${duration(step.nanoseconds)}`)),
      index === opened.step && step.owner === undefined && !session.isReadOnly && stepButtons(step),
      // A missing step has its code below, with a button that copies it.
      failuresAt(index).map(failure =>
        failureBox(step.outcome === "undefined" ? { ...failure, folded: null } : failure)),
      step.outcome === "undefined" && missingStep(step)))),
    unanswered(details).map(([method, address]) => make("p.note", {}, said`${method} ${address} has no answer. `,
      !session.isReadOnly && make("button", { onclick: () => answerRequest(method, address) },
        answeringStep(method, address) ? said`Then another answer` : said`Answer it`))),
    details.notes.map(note => make("p.note", {}, note.message)),
    warnings().map(({ message }) => make("p.note", {}, sentence(message.split("\n")[0]))),
    !session.isReadOnly && [make("section.adding", { id: "adding", "aria-label": said`Next step` }), examplesView()],
  ];

  function stepOf(failure) {
    return details.steps.findIndex(step =>
      step.line === failure.line && ["failed", "undefined"].includes(step.outcome));
  }
}

/** The warnings about the chosen scenario, without those inside of it. */
function warnings() {
  const start = scenarioLine();
  const end = Math.min(...allOutlined().map(({ line }) => line).filter(line => line > start));
  return opened.diagnostics.filter(({ severity, range }) =>
    severity === 2 && range.start.line + 1 >= start && range.start.line + 1 < end);
}

/** The requests without an answer, each with its method and address. */
function unanswered({ events }) {
  const found = events.flatMap(({ traffic }) => traffic?.request ?? []).filter(({ stub }) => !stub);
  return [...new Map(found.map(({ method, url }) => [`${method} ${url}`, [method, url]])).values()];
}

/** The step of the scenario that has answered a request, and may have another answer. */
function answeringStep(method, address) {
  const words = ` ${method} ${address}: `;
  return opened.details.steps.findLast(({ owner, text }) => owner === undefined && text.includes(words)
    && /^(\[|\{(?! error:))/.test(text.split(words)[1]));
}

/** The rows of examples of the chosen scenario. */
function exampleRows() {
  const { scenario, run } = opened;
  if (scenario.firstLine === undefined) return [scenario];
  return run.scenarios.filter(other => other.firstLine === scenario.firstLine
    && other.titles.length === scenario.titles.length);
}

/** Chooses a step, by its index; `null` for the first failed or else the last one. */
function choose(index, goesThere = true) {
  const before = opened.step;
  pick();
  opened.step = index ?? chosenStep();
  drawTitle();
  drawSteps();
  drawState();
  if (index === null || before === index || !goesThere) return;
  document.getElementById(`step-${index}`)?.focus();
  // On a phone, the app is below the steps.
  if (matchMedia("(max-width: 640px)").matches) stateView.scrollIntoView();
}

function chosenStep() {
  const steps = opened.details?.steps ?? [];
  const failed = steps.findIndex(step => step.outcome === "failed");
  return failed >= 0 ? failed : steps.findLastIndex(step => step.outcome === "passed");
}

/** Draws the screen after the chosen step, what changed, the requests so far and the story time. */
function drawState() {
  const { details, step } = opened;
  if (!details || step < 0 || !details.steps[step]) {
    stateView.replaceChildren(make("p.dim", {}, said`Choose a step to see the app after it.`));
    return;
  }
  const now = new Map();
  let before = new Map();
  let beforeAct = null;
  details.steps.slice(0, step + 1).forEach((each, index) => {
    if (index === step) before = new Map(now);
    if (each.purpose === "act") beforeAct = new Map(now);
    for (const { name, value } of each.shown) now.set(name, value);
  });
  const current = details.steps[step];
  const failures = details.failures.filter(failure => failure.line === current.line);
  const { inside, beside } = screenOf(now, before, expectations(failures));
  const isLate = current.outcome === "notRun";
  const later = new Set(details.steps.slice(step + 1));
  const end = details.events.findIndex(event => later.has(event.step));
  const events = end < 0 ? details.events : details.events.slice(0, end);
  setChildren(stateView,
    make("h2", {}, said`After `, make("q", {}, clipped(current.text, 70))),
    isLate && make("p.reason", {}, said`This step did not run. The app is still in the state before it.`),
    make("p.dim", {}, `+${duration(current.nanoseconds)}`, said` of story time`),
    now.size > 0 ? make("div.screen", {}, inside)
      : make("p.dim", {}, said`The module of this story shows no values.`),
    beside.length > 0 && make("section.beside", {}, make("h3", {}, said`Besides`), beside),
    !session.isReadOnly && checksOf(now, beforeAct ?? before),
    listOfEvents(said`Requests so far`, events.filter(({ kind }) => kind === "request" || kind === "answer")),
    listOfEvents(said`Calls so far`, events.filter(({ kind }) => kind === "call")));
  // Of a row, its first text is what the keyboard reaches.
  for (const button of stateView.querySelectorAll(".screen .button, .screen .list li > :first-child")) {
    button.setAttribute("tabindex", "0");
    button.setAttribute("role", "button");
  }
}

function listOfEvents(title, events) {
  if (events.length === 0) return null;
  return make("section", {}, make("h3", {}, title),
    make("ol.events", {}, events.slice(-30).map(event => make("li", {},
      make("span.dim", {}, `+${duration(event.nanoseconds)} `),
      event.kind === "answer" ? "← " : "", event.text))));
}
