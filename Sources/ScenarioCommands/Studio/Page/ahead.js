// A look ahead in time: the scenario runs with a pause, whose events are on a slider.

/** How far the slider reaches, in seconds. */
const horizon = 60;

function aheadView() {
  const view = make("div");
  return make("details.ahead", { ontoggle: event => { if (event.target.open) drawAhead(view); } },
    make("summary", {}, said`Let time pass`), view);
}

async function drawAhead(view) {
  await readSentences();
  const pause = adding.sentences.find(({ isPause }) => isPause);
  if (!pause) return view.replaceChildren(said`The steps of the app are not known yet.`);
  const words = seconds => pause.snippet.replace(/\$\{1[:|][^}]*\}/, () => storyTime(seconds));
  const answer = await trying(() => ask("/ahead", { ...here(), kind: "when", sentence: words(horizon) }));
  if (!answer) return;
  const found = answer.page?.run.scenarios.find(scenario =>
    (scenario.firstLine ?? scenario.line) === answer.scenario);
  const details = found && completed(answer.page.details[found.id]);
  const step = details?.steps.findLast(({ line }) => line === answer.line);
  const now = opened.details?.steps[opened.step]?.nanoseconds ?? 0;
  const due = (step && eventsByStep(details.events).get(step) || [])
    .filter(({ nanoseconds }) => nanoseconds > now)
    .map(event => ({ ...event, seconds: (event.nanoseconds - now) / 1e9 }));
  const slider = make("input", { type: "range", min: "0", max: String(horizon), step: "any",
    value: String(due[0]?.seconds ?? 1), "aria-label": said`Seconds that pass`, oninput: show });
  const items = due.slice(0, 40).map(event => make("li", {},
    make("button.plain", { onclick: () => { slider.value = event.seconds; show(); } }, `+${duration(event.seconds * 1e9)}`),
    " ", event.kind === "answer" ? "← " : "", event.text));
  const go = make("button.main", { onclick: () => void add({ kind: "when" }, words(passed())) });
  view.replaceChildren(slider, items.length > 0 ? make("ol.events", {}, items)
    : make("p.dim", {}, said`Nothing happens in the next ${horizon} seconds.`), go);
  show();

  /** The seconds of the slider, exactly those of an event that is close. */
  function passed() {
    const value = Number(slider.value);
    const near = due.find(({ seconds }) => Math.abs(seconds - value) < horizon / 200);
    return near?.seconds ?? Math.max(0.1, Math.round(value * 10) / 10);
  }

  function show() {
    const seconds = passed();
    slider.setAttribute("aria-valuetext", storyTime(seconds));
    items.forEach((item, index) => item.classList.toggle("dim", due[index].seconds > seconds));
    go.textContent = said`Let ${storyTime(seconds)} pass`;
  }
}

/** Writes seconds as stories do, exactly to the millisecond. */
function storyTime(seconds) {
  const milliseconds = Math.max(1, Math.ceil(seconds * 1000 - 1e-6));
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}
