// The text of the open story changes and runs.

/** Asks for a change of the text; `null` if it is another text by the time of the answer. */
async function askAboutText(what, request = {}) {
  const { path, text } = opened;
  const answer = await trying(() => ask(what, { path, text, ...request }));
  if (path === opened.path && text === opened.text) return answer;
  report(said`The text has changed meanwhile. Try it again.`, true);
  return null;
}

/** Asks for a change of the text, and takes it over; returns the answer, or `null` if there is none. */
async function changeStory(what, request = {}) {
  const answer = await askAboutText(what, request);
  if (answer) await rewrite(answer.text, answer.scenario);
  return answer;
}

function isChanged() { return opened.text !== opened.base; }

/** Replaces the whole text, which can be undone, runs it, and shows the scenario in a line. */
function rewrite(text, line = opened.line) {
  keep(opened.text, area.selectionStart);
  editor.done[editor.done.length - 1].line = opened.line;
  if (line !== opened.line) opened.row = 0;
  opened.line = line;
  setText(text);
  return changed(text);
}

/** Takes over a changed text, and runs it. */
function changed(text, keeps = true) {
  opened.text = text;
  if (keeps) keep(text, area.selectionStart);
  keepDraft();
  drawTitle();
  return update();
}

// One text runs at a time. Those that come meanwhile wait, and only the newest of them runs then.
const runs = { current: null, began: 0, number: 0, isOld: false };

/** Runs the text; the promise ends when the newest text has run. */
function update() {
  // The app may hang. A second request then ends the first.
  if (runs.current && Date.now() - runs.began < 3000) {
    runs.isOld = true;
    return runs.current;
  }
  const own = (async () => {
    do {
      runs.isOld = false;
      await run();
    } while (runs.isOld && runs.current === own);
    if (runs.current === own) runs.current = null;
  })();
  runs.current = own;
  return own;
}

/** Runs the text once, and shows what came out. */
async function run() {
  const number = ++runs.number;
  runs.began = Date.now();
  const { path, text } = opened;
  const answer = await trying(() => ask("/change", { path, text }));
  if (number !== runs.number || !answer || path !== opened.path) return;
  Object.assign(opened, { diagnostics: answer.diagnostics, end: answer.end });
  drawProblems(opened.diagnostics);
  if (answer.page) {
    const { run, details: allDetails } = answer.page;
    if (run.brokenFiles.length === 0 || !opened.run) Object.assign(opened, { run, allDetails });
    const file = library.files.find(each => each.path === path);
    if (file) file.stories = answer.outline;
    takeVerdicts(run);
  }
  const step = opened.step;
  pick();
  opened.step = opened.details?.steps[step] ? step : chosenStep();
  drawTitle();
  drawSteps();
  drawState();
}

/**
 * Finds the results of the scenario at the chosen line, or of the next one above it. A text with errors
 * has none of its own: there, they are those of the scenario with the same title before.
 */
function pick() {
  const all = opened.run?.scenarios ?? [];
  const wanted = outlined();
  if (wanted) opened.line = wanted.line;
  const rows = all.filter(({ firstLine, line, titles }) => hasErrors() ? titles.at(-1) === wanted?.name
    : (firstLine ?? line) === opened.line);
  opened.scenario = rows[Math.min(opened.row, rows.length - 1)] ?? null;
  opened.details = opened.scenario && completed(opened.allDetails[opened.scenario.id]);
}
