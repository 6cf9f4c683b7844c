// Calls between the person, app, doubles and server, which are columns; story time runs downwards.

/** Shows each event as an arrow between two columns, or as a line across them; `null` if there are none. */
function sequence(details, person = "someone") {
  const events = inOrder(details.events);
  if (events.every(({ kind }) => kind === "step")) return null;
  const called = events.filter(({ kind }) => kind === "call").map(doubleOf);
  const asksServer = events.some(({ kind }) => kind === "request" || kind === "answer");
  const lanes = [...new Set([person, "app", ...called, ...asksServer ? ["server"] : []])];
  return make("div.scrolls", { tabindex: 0, role: "group", "aria-label": said`Sequence diagram` },
    make("div.sequence", { style: `--lanes: ${lanes.length}` },
      lanes.map((name, index) => make("span.life", { style: `--at: ${index}` })),
      make("p.heads", {}, lanes.map(name => make("span.head", {}, nameOf(name)))),
      make("ol", {}, events.map(item))));

  function item(event, index) {
    const { kind, text, step, request, nanoseconds } = event;
    const wait = nanoseconds - (events[index - 1] ?? event).nanoseconds;
    const ends = endsOf(event);
    const [from, to] = ends?.map(name => lanes.indexOf(name)) ?? [kind === "shown" ? 1 : -0.5, lanes.length - 0.5];
    const look = kind !== "step" ? kind : ends ? "act" : "band";
    const classes = [look, step?.outcome === "failed" && "failed", to < from && "leftward", wait > 0 && "later"];
    return [
      wait >= 1e9 && make("li.break", {}, said`${duration(wait)} pass`),
      make(["li", ...classes.filter(name => name)].join("."), {
        style: `--from: ${Math.min(from, to)}; --span: ${Math.abs(to - from)}`,
      }, make("span.time", {}, (index === 0 || wait > 0) && `+${duration(nanoseconds)} `),
      make("span.what", {}, make("span.who.hidden", {}, `${who(event, ends)}: `),
        request !== undefined && make("span.dim", {}, `#${request} `), verdictSign(step), text)),
    ];
  }

  /** Returns where an arrow begins and ends; nothing for an event that is none. */
  function endsOf(event) {
    const { kind, step } = event;
    if (kind === "act" || kind === "step" && step && (step.purpose ?? "act") === "act") return [person, "app"];
    return { request: ["app", "server"], answer: ["server", "app"], call: ["app", doubleOf(event)] }[kind];
  }

  function who({ kind, step }, ends) {
    if (ends) return ends.map(nameOf).join(" → ");
    return kind === "shown" ? nameOf("app") : step?.purpose === "check" ? said`check` : said`preparation`;
  }

  function doubleOf({ participant }) { return participant || "surroundings"; }
}

/** Returns the events, with each check after the events that happened while it waited. */
function inOrder(events) {
  const ordered = [];
  let check = null;
  for (const event of [...events, null]) {
    if (check && (!event || event.kind === "step" || event.nanoseconds > check.nanoseconds)) {
      ordered.push(check);
      check = null;
    }
    if (event?.step?.purpose === "check") {
      check = { ...event, nanoseconds: Math.max(event.nanoseconds, event.step.nanoseconds) };
    } else if (event) ordered.push(event);
  }
  return ordered;
}

/** Returns the name of a participant; those of an app's own doubles are as they are. */
function nameOf(participant) {
  const names = { someone: said`someone`, app: said`app`, server: said`server`, surroundings: said`surroundings` };
  return names[participant] ?? participant;
}

/** Returns the symbol of a check's verdict; nothing for other steps. */
function verdictSign(step) { return step?.purpose === "check" ? (step.outcome === "failed" ? "✘ " : "✔ ") : ""; }

/** Returns each request with its answer. */
function requestLog(events) {
  // More events of a request are messages over its connection.
  const first = (list, kind) => list.find(event => event.kind === kind);
  const requests = [...Map.groupBy(events.filter(({ request }) => request !== undefined), ({ request }) => request)]
    .map(([number, list]) => ({ number, sent: first(list, "request"), answer: first(list, "answer") }))
    .filter(({ sent }) => sent);
  if (requests.length === 0) return null;
  return table(said`Requests`, ["#", said`Sent`, said`Request`, said`Answer`, said`Took`],
    requests.map(({ number, sent, answer }) => make("tr", {},
      make("td.dim", {}, number), make("td.time", {}, "+" + duration(sent.nanoseconds)),
      make("td.address", {}, sent.text), make("td", {}, answer?.text ?? said`none`),
      make("td.time", {}, answer ? duration(answer.nanoseconds - sent.nanoseconds) : "–"))));
}
