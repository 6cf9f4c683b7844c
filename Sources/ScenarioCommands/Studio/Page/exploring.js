// What no story says: variations of the scenarios that go wrong.

/** Varies the scenarios of the story, and offers to add what goes wrong as scenarios. */
async function explore() {
  report(said`The scenarios are varied …`);
  const answer = await askAboutText("/explore");
  if (!answer) return;
  const { findings, variations } = answer;
  report(findings.length === 0 ? said`Nothing goes wrong in ${count(variations, "variation")}.` : "");
  const chosen = findings.length > 0 && await chooseFindings(findings);
  const added = chosen?.length && await askAboutText("/add-findings", { chosen });
  if (!added) return;
  await rewrite(added.text);
  const title = findings[chosen[0]].change;
  await openStory(opened.path, allOutlined().find(({ name }) => name === title)?.line ?? opened.line);
  report(said`Added as known issues. When they are fixed, remove “known issue”.`);
}

/** Asks which findings to add, and returns their numbers; `null` if the author cancels. */
function chooseFindings(findings) {
  const boxes = findings.map(() => make("input", { type: "checkbox" }));
  const dialog = make("dialog.asking.findings", { "aria-labelledby": "question" },
    make("form", { onsubmit: event => { event.preventDefault(); dialog.close("answered"); } },
      make("h2", { id: "question" }, said`What no story says`),
      findings.map(({ change, problem, scenario }, index) => make("div.finding", {},
        make("label", {}, boxes[index], " ", make("b", {}, change)),
        make("p", {}, problem),
        make("details", {}, make("summary", {}, said`Steps`), make("pre", { tabindex: 0 }, scenario)))),
      make("div.tools", {}, make("button.main", { type: "submit" }, said`Add and show`),
        make("button", { type: "button", onclick: () => dialog.close() }, said`Cancel`))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(done => dialog.addEventListener("close", () => {
    dialog.remove();
    done(dialog.returnValue === "answered"
      ? findings.map((_, index) => index).filter(index => boxes[index].checked) : null);
  }));
}
