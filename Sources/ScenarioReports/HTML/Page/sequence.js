// Calls between the person, app, doubles and server, which are columns; story time runs downwards.

const drawing = {
  gutter: 84, width: 838, row: 34, head: 44, narrowest: 136, widest: 240, eventLimit: 150,
};

/** Draws the events; `null` if there are none. */
function sequence(details, person = "someone") {
  const all = inOrder(details.events);
  const events = all.slice(0, drawing.eventLimit);
  if (events.every(event => event.kind === "step")) return null;
  const doubles = [...new Set(events.filter(event => event.kind === "call")
    .map(event => event.participant || "surroundings"))];
  const speaksToServer = events.some(event => event.kind === "request" || event.kind === "answer");
  const lanes = [person, "app", ...doubles, ...(speaksToServer ? ["server"] : [])];
  const room = Math.floor((drawing.width - drawing.gutter) / lanes.length);
  const lane = Math.max(drawing.narrowest, Math.min(drawing.widest, room));
  const x = name => drawing.gutter + lane * (lanes.indexOf(name) + 0.5);
  const width = drawing.gutter + lane * lanes.length;
  const parts = [];
  let y = drawing.head + 10;
  let time = null;
  for (const event of events) {
    if (time !== null && event.nanoseconds > time) y = pause(event.nanoseconds - time, y);
    y += drawing.row;
    if (event.nanoseconds !== time) {
      time = event.nanoseconds;
      parts.push(draw("text.time", { x: drawing.gutter - 14, y: y + 4, "text-anchor": "end" },
        "+" + duration(time)));
    }
    parts.push(...line(event, y));
  }
  const height = y + 30;
  const heads = lanes.flatMap(name => [
    draw("line.life", { x1: x(name), x2: x(name), y1: drawing.head, y2: height - 8 }),
    draw("rect.head", { x: x(name) - 62, y: 8, width: 124, height: 30, rx: 8 }),
    draw("text.head", { x: x(name), y: 28, "text-anchor": "middle" }, clipped(name, 18)),
  ]);
  const hidden = all.length - events.length;
  const summary = `Sequence of ${count(events.length, "event")} between ${lanes.join(", ")}; `
    + "the list below describes them.";
  return [
    make("div.scrolls.drawing", { tabindex: 0, role: "group", "aria-label": "Sequence diagram" },
      draw("svg.sequence", {
        role: "img", viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": summary,
      }, draw("defs", {}, arrowHead("arrow"), arrowHead("arrow-answer")), heads, parts)),
    hidden > 0 && make("p.dim", {}, `${count(hidden, "event")} more in the list.`),
    make("details", { open: matchMedia("(max-width: 800px)").matches },
      make("summary", {}, "As text"), inWords(all, person)),
  ];

  /** Draws a wait: short ones to scale, long ones as a break. */
  function pause(nanoseconds, y) {
    const space = Math.min(34, 10 + 6 * Math.max(0, Math.log10(nanoseconds / 1e6)));
    if (nanoseconds >= 1e9) {
      const middle = y + 16 + space / 2;
      parts.push(
        draw("line.break", { x1: drawing.gutter - 4, x2: width - 8, y1: middle, y2: middle }),
        draw("text.break", { x: (drawing.gutter + width) / 2, y: middle + 4, "text-anchor": "middle" },
          `${duration(nanoseconds)} pass`));
      return y + space + 12;
    }
    return y + space;
  }

  function line(event, y) {
    switch (event.kind) {
    case "step":
      return event.step?.purpose && event.step.purpose !== "act" || !event.step
        ? band(event, y) : act(event.text, event.step, y);
    case "act":
      return arrow("act", person, "app", event.text, y);
    case "shown":
      return note(event.text, y);
    case "request":
      return arrow("request", "app", "server", event.text, y);
    case "answer":
      return arrow("answer", "server", "app", event.text, y);
    default:
      return arrow("call", "app", event.participant || "surroundings", event.text, y);
    }
  }

  function band({ text, step }, y) {
    const failed = step?.outcome === "failed";
    const left = drawing.gutter + 6;
    const room = Math.floor((width - left - 20) / 7);
    return [
      draw(failed ? "rect.band.failed" : "rect.band", {
        x: left - 4, y: y - 12, width: width - left - 4, height: 24, rx: 6 }),
      draw(failed ? "text.band.failed" : "text.band", { x: left + 6, y: y + 4 }, draw("title", {}, text),
        verdictSign(step) + clipped(text, room)),
    ];
  }

  /** Draws a value that the app showed. */
  function note(text, y) {
    const left = x("app");
    return [
      draw("circle.shown", { cx: left, cy: y, r: 3.5 }),
      draw("text.shown", { x: left + 10, y: y + 4 }, draw("title", {}, text),
        clipped(text, Math.floor((width - left - 10) / 7))),
    ];
  }

  function act(text, step, y) {
    return arrow(step?.outcome === "failed" ? "act failed" : "act", person, "app", text, y);
  }

  function arrow(kind, from, to, text, y) {
    const [start, end] = [x(from), x(to)];
    const left = Math.min(start, end) + 8;
    const room = Math.floor((width - left) / 7);
    const tip = end + (end > start ? -2 : 2);
    return [
      draw(`line.${kind.split(" ").join(".")}`, {
        x1: start, x2: tip, y1: y + 6, y2: y + 6,
        "marker-end": `url(#${kind === "answer" ? "arrow-answer" : "arrow"})` }),
      draw(`text.${kind.split(" ").join(".")}`, { x: left, y: y - 1 }, draw("title", {}, text),
        clipped(text, room)),
    ];
  }

  function arrowHead(id) {
    return draw("marker", {
      id, viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" },
    draw("path", { d: "M0 0.5 L8 4 L0 7.5 z" }));
  }
}

/** Returns the events, with each check after the events that happened while it waited. */
function inOrder(events) {
  const ordered = [];
  let check = null;
  const judge = () => {
    if (check) ordered.push(check);
    check = null;
  };
  for (const event of events) {
    if (event.kind === "step" || check && event.nanoseconds > check.nanoseconds) judge();
    if (event.step?.purpose === "check") {
      check = { ...event, nanoseconds: Math.max(event.nanoseconds, event.step.nanoseconds) };
    } else {
      ordered.push(event);
    }
  }
  judge();
  return ordered;
}

function inWords(events, person) {
  const act = `${person} → app`;
  const who = { act, shown: "app", request: "app → server", answer: "server → app" };
  const whoOf = ({ kind, step, participant }) => kind === "step"
    ? { check: "check", prepare: "preparation" }[step?.purpose] ?? act
    : who[kind] ?? `app → ${participant || "surroundings"}`;
  return table("What happened", ["Time", "Who", "What"], events.map(event => make("tr", {},
    make("td.time", {}, "+" + duration(event.nanoseconds)),
    make("td.dim", {}, whoOf(event)),
    make("td", {}, verdictSign(event.step), numbered(event)))));
}

/** Returns the symbol of a check's verdict; nothing for other steps. */
function verdictSign(step) {
  return step?.purpose === "check" ? (step.outcome === "failed" ? "✘ " : "✔ ") : "";
}

/** Returns an event in words, with the number of its request. */
function numbered(event) {
  if (event.request === undefined) return event.text;
  const what = event.kind === "answer" ? "answer to request" : "request";
  return `${what} ${event.request}: ${event.text}`;
}

/** Returns each request with its answer. */
function requestLog(events) {
  const requests = new Map();
  for (const event of events.filter(event => event.request !== undefined)) {
    const request = requests.get(event.request);
    // More events of a request are messages over its connection.
    if (!request) { if (event.kind === "request") requests.set(event.request, { sent: event }); }
    else if (event.kind === "answer") request.answer ??= event;
  }
  if (requests.size === 0) return null;
  return table("Requests", ["#", "Sent", "Request", "Answer", "Took"],
    [...requests].map(([number, { sent, answer }]) => make("tr", {},
      make("td.dim", {}, number), make("td.time", {}, "+" + duration(sent.nanoseconds)),
      make("td.address", {}, sent.text), make("td", {}, answer?.text ?? "none"),
      make("td.time", {}, answer ? duration(answer.nanoseconds - sent.nanoseconds) : "–"))));
}
