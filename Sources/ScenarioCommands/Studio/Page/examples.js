// The examples of a scenario as a grid, which takes rows from a spreadsheet.

function examplesView() {
  const view = make("div");
  return make("details.examples", {
    ontoggle: event => { if (event.target.open && !view.firstChild) openExamples(view); },
  }, make("summary", {}, exampleRows().length > 1 ? said`Examples` : said`Add examples`), view);
}

async function openExamples(view) {
  const { path, text } = opened;
  const answer = await trying(() => ask("/examples", { path, text, scenario: scenarioLine() }));
  if (!answer) return;
  const grid = {
    columns: answer.columns.length > 0 ? answer.columns : [said`value`], old: answer.columns.length,
    rows: answer.rows.map(({ cells }, origin) => ({ cells, origin })),
  };
  if (grid.rows.length === 0) grid.rows.push({ cells: [""], origin: null });
  drawExamples(view, grid);
}

/** Draws the grid. Its rows know which rows of the text they come from. */
function drawExamples(view, grid, focus = null) {
  const known = exampleRows();
  const cell = (row, column) => make("td", {}, make("input", {
    value: grid.rows[row].cells[column] ?? "", "data-cell": `${row} ${column}`,
    "aria-label": said`${grid.columns[column]}, row ${row + 1}`,
    oninput: event => { grid.rows[row].cells[column] = event.target.value; },
    onpaste: event => paste(event, row, column),
  }));
  const head = (name, column) => make("th", { scope: "col" }, column >= grid.old
    ? make("input", { value: name, "aria-label": said`Name of column ${column + 1}`,
      oninput: event => { grid.columns[column] = event.target.value; },
      onpaste: event => paste(event, -1, column) })
    : name);
  view.replaceChildren(
    make("p.dim.small", {},
      said`Steps have a value of the row where they have a name in angle brackets, such as <${grid.columns[0]}>.`,
      " ", said`Rows can be pasted from a spreadsheet.`),
    make("div.scrolls", { tabindex: 0, role: "group", "aria-label": said`Examples` },
      make("table.grid", {},
        make("thead", {}, make("tr", {}, make("th", {}), grid.columns.map(head), make("th", {}))),
        make("tbody", {}, grid.rows.map((row, index) => make("tr", {},
          make("td", {}, known.length > 1 && known[row.origin] ? mark(known[row.origin].verdict) : ""),
          grid.columns.map((name, column) => cell(index, column)),
          make("td", {}, grid.rows.length > 1 && make("button.plain", {
            "aria-label": said`Remove row ${index + 1}`,
            onclick: () => { grid.rows.splice(index, 1); drawExamples(view, grid); },
          }, "✕"))))))),
    make("div.tools", {},
      make("button", { onclick: () => {
        grid.rows.push({ cells: grid.columns.map(() => ""), origin: null });
        drawExamples(view, grid, `${grid.rows.length - 1} 0`);
      } }, said`Add a row`),
      make("button", { onclick: () => {
        grid.columns.push(said`value ${grid.columns.length + 1}`);
        drawExamples(view, grid, `0 ${grid.columns.length - 1}`);
      } }, said`Add a column`),
      make("button.main", { onclick: () => writeExamples(grid) }, said`Put into the story`)));
  if (focus) view.querySelector(`[data-cell="${focus}"]`)?.focus();

  /** Takes cells from a spreadsheet: lines of texts with tabs between them. */
  function paste(event, row, column) {
    const text = event.clipboardData.getData("text/plain").replace(/\r/g, "").replace(/\n$/, "");
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    text.split("\n").map(line => line.split("\t")).forEach((cells, down) => {
      const at = row + down;
      cells.forEach((value, across) => {
        const to = column + across;
        if (to >= grid.columns.length) grid.columns.push(said`value ${to + 1}`);
        if (at < 0) return void (grid.columns[to] = value.trim());
        if (at >= grid.rows.length) grid.rows.push({ cells: [], origin: null });
        grid.rows[at].cells[to] = value.trim();
      });
    });
    drawExamples(view, grid, `${Math.max(row, 0)} ${column}`);
  }
}

async function writeExamples({ columns, rows }) {
  const isWritten = await changeStory("/examples", {
    scenario: scenarioLine(), columns,
    rows: rows.map(({ cells, origin }) => ({ cells: columns.map((name, column) => cells[column] ?? ""), origin })),
  });
  if (!isWritten) return;
  const failed = exampleRows().findIndex(({ verdict }) => verdict === "failed");
  if (failed > 0) {
    opened.row = failed;
    choose(null);
  }
  report(said`The examples are in the story.`);
}
