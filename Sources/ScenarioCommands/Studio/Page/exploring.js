// Findings: variations of the scenarios that go wrong and that no story has.

/** Varies the scenarios of the story, and offers to add what goes wrong as scenarios. */
async function explore() {
  report(said`The scenarios are varied …`);
  const answer = await askAboutText("/explore");
  if (!answer) return;
  const { findings, variations } = answer;
  report(findings.length === 0 ? said`Nothing goes wrong in ${count(variations, "variation")}.` : "");
  const chosen = findings.length > 0 && await chooseFindings(findings);
  if (!chosen?.length || !await changeStory("/add-findings", { chosen })) return;
  const title = findings[chosen[0]].change;
  await openStory(opened.path, allOutlined().find(({ name }) => name === title)?.line ?? opened.line);
  report(said`Added as known issues. When they are fixed, remove “known issue”.`);
}

/** Asks which findings to add, and returns their numbers; `null` if the author cancels. */
async function chooseFindings(findings) {
  const boxes = findings.map(() => make("input", { type: "checkbox" }));
  const answer = await askInDialog(said`What no story says`, said`Add and show`,
    findings.map(({ change, problem, scenario }, index) => make("div.finding", {},
      make("label", {}, boxes[index], " ", make("b", {}, change)),
      make("p", {}, problem),
      make("details", {}, make("summary", {}, said`Steps`), make("pre", { tabindex: 0 }, scenario)))),
    null, ".findings");
  return answer === "answered" ? [...boxes.keys()].filter(index => boxes[index].checked) : null;
}
