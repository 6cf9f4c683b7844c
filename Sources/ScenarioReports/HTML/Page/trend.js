// The previous runs: passed scenarios above the line, failures below it. Failures have a scale of
// their own, so that one among hundreds is visible.

const plot = { above: 64, below: 32, least: 6, step: 14 };

function trendSection() {
  const points = run.trend;
  if (points.length < 2) return null;
  const failing = points.filter(point => point.failed > 0).length;
  const summary = failing === 0 ? said`Nothing failed in the last ${points.length} runs.`
    : said`Something failed in ${failing} of the last ${points.length} runs.`;
  return section(said`Trend`, [
    make("div.trend", {}, trendPlot(points, summary), make("p.from", {}, date(points[0].began))),
    make("details", {}, make("summary", {}, summary), trendInWords(points)),
  ]);
}

function trendPlot(points, summary) {
  const { above, below, least, step } = plot;
  const most = Math.max(1, ...points.map(point => point.passed + point.other));
  const worst = Math.max(0, ...points.map(point => point.failed));
  const [left, width, height] = [44, points.length * step, above + (worst > 0 ? below : 2)];
  const bars = points.map((point, index) => {
    const size = number => number === 0 ? 0 : Math.max(2, number / most * above);
    const [passed, other] = [size(point.passed), size(point.other)];
    // A single failure has a visible bar, too.
    const failed = point.failed === 0 ? 0 : least + (below - least) * (point.failed - 1) / Math.max(1, worst - 1);
    const x = left + index * step + 2;
    const bar = (kind, y, height) => height > 0 && draw(`rect.${kind}`, { x, y, width: step - 4, height, rx: 1.5 });
    return draw("g", {}, draw("title", {}, trendWords(point)),
      bar("passed", above - passed, passed), bar("other", above - passed - other - 1, other),
      bar("failed", above + 2, failed),
      draw("rect.target", { x: x - 2, y: 0, width: step, height: above + below }));
  });
  const label = (y, text, kind = "") => draw(`text${kind}`, { x: left - 8, y, "text-anchor": "end" }, text);
  const whole = left + width + 58;
  return draw("svg", {
    role: "img", viewBox: `0 -4 ${whole} ${height + 8}`, "aria-label": summary,
    style: `max-width: ${whole}px`,
  }, draw("text.to", { x: left + width + 4, y: above + 5 }, said`this run`), label(6, shownNumber(most)), bars,
  worst > 0 && label(above + below, `✘ ${shownNumber(worst)}`, ".failed"),
  draw("line", { x1: left, x2: left + width, y1: above + 1, y2: above + 1 }));
}

function trendWords({ began, commit, failed, passed, other }) {
  return `${date(began)}${commit ? ` (${shortCommit(commit)})` : ""}: `
    + [[failed, said`failed`], [passed, said`passed`], [other, said`blocked, skipped or known issues`]]
      .filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`).join(", ");
}

function trendInWords(points) {
  return table(said`The runs`, [said`Run`, said`Commit`, said`Failed`, said`Passed`, said`Other`],
    points.toReversed().map(({ began, commit, failed, passed, other }) => make("tr", {},
      make("td.time", {}, date(began)), make("td", {}, commit && make("code", {}, shortCommit(commit))),
      [failed, passed, other].map(number => make("td.time", {}, shownNumber(number))))));
}
