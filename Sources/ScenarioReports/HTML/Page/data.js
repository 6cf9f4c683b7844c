// The data of the run. The details of a scenario are parsed when its page opens.

const run = JSON.parse(document.getElementById("run").textContent);
const scenarios = run.scenarios;
// Many rows of examples share one text.
const lowerTexts = run.texts.map(text => text.toLowerCase());

scenarios.forEach((scenario, index) => {
  scenario.index = index;
  scenario.lowerText = lowerTexts[scenario.text];
  scenario.text = run.texts[scenario.text];
  scenario.title = scenario.titles[scenario.titles.length - 1] ?? "";
  scenario.story = scenario.titles[0] ?? "";
  scenario.depth = Math.max(0, scenario.titles.length - 2);
  scenario.location = `${scenario.path}:${scenario.line}`;
});

/** Returns the texts that the list shows for a scenario, in lower case, for searching. */
function wordsOf(scenario) {
  return scenario.words ??= [
    ...scenario.titles, scenario.location, scenario.module, ...scenario.tags.map(tag => "@" + tag),
    scenario.reason ?? "", scenario.failure?.message ?? "",
  ].join("\n").toLowerCase();
}

/** Returns whether the list's texts or the author's text contain a word. */
function mentions(scenario, word) {
  return wordsOf(scenario).includes(word) || scenario.lowerText.includes(word);
}

/**
 * The scenario with an address, `undefined` where there is none. The title in it may be an older
 * one: what follows the last word is enough.
 */
function scenarioAt(address) {
  const ending = text => /-[0-9a-f]{8}(-\d+)?$/.exec(text)?.[0];
  return scenarios.find(({ id }) => id === address)
    ?? (ending(address) && scenarios.find(({ id }) => ending(id) === ending(address)));
}

/** Returns the details of a scenario. */
function detailsOf(scenario) {
  return completed(JSON.parse(document.getElementById("details-" + scenario.id).textContent));
}

/** Returns whether a scenario is around another one. */
function isAround(outer, { path, titles }) {
  return outer.path === path && outer.titles.length < titles.length
    && outer.titles.every((title, level) => titles[level] === title);
}

/** Returns the verdicts of some scenarios with their numbers, the most urgent first. */
function tally(list) {
  const groups = Map.groupBy(list, ({ verdict }) => verdict);
  return Object.keys(verdicts).filter(verdict => groups.has(verdict))
    .map(verdict => ({ verdict, number: groups.get(verdict).length, ...verdicts[verdict] }));
}

