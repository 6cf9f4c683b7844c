// Calls between the person, app, doubles and server, which are columns; story time runs downwards.

const drawing = {
  gutter: 84, width: 838, row: 34, line: 15, letter: 7, boldLetter: 7.8, head: 44, narrowest: 136, widest: 240,
  eventLimit: 150,
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
  const width = Math.max(drawing.width, drawing.gutter + lane * lanes.length);
  const parts = [];
  let y = drawing.head + 10;
  let time = null;
  for (const event of events) {
    if (time !== null && event.nanoseconds > time) y = pause(event.nanoseconds - time, y);
    const lines = textLines(event);
    y += drawing.row + (lines.length - 1) * drawing.line;
    if (event.nanoseconds !== time) {
      time = event.nanoseconds;
      parts.push(draw("text.time", { x: drawing.gutter - 14, y: y + 4, "text-anchor": "end" }, "+" + duration(time)));
    }
    parts.push(...line(event, y, lines));
  }
  const height = y + 30;
  const heads = lanes.flatMap(name => [
    draw("line.life", { x1: x(name), x2: x(name), y1: drawing.head, y2: height - 8 }),
    draw("rect.head", { x: x(name) - 62, y: 8, width: 124, height: 30, rx: 8 }),
    draw("text.head", { x: x(name), y: 28, "text-anchor": "middle" }, clipped(nameOf(name), 18)),
  ]);
  const hidden = all.length - events.length;
  const names = lanes.map(nameOf).join(", ");
  const summary = said`Sequence of ${count(events.length, "event")} between ${names}; the list below describes them.`;
  return [
    make("div.scrolls.drawing", { tabindex: 0, role: "group", "aria-label": said`Sequence diagram` },
      draw("svg.sequence", {
        role: "img", viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": summary,
      }, draw("defs", {}, arrowHead("arrow"), arrowHead("arrow-answer")), heads, parts)),
    hidden > 0 && make("p.dim", {}, said`${count(hidden, "event")} more in the list.`),
    make("details", { open: matchMedia("(max-width: 800px)").matches },
      make("summary", {}, said`As text`), inWords(all, person)),
  ];

  /** Draws a wait: short ones to scale, long ones as a break. */
  function pause(nanoseconds, y) {
    const space = Math.min(34, 10 + 6 * Math.max(0, Math.log10(nanoseconds / 1e6)));
    if (nanoseconds >= 1e9) {
      const middle = y + 16 + space / 2;
      parts.push(
        draw("line.break", { x1: drawing.gutter - 4, x2: width - 8, y1: middle, y2: middle }),
        draw("text.break", { x: (drawing.gutter + width) / 2, y: middle + 4, "text-anchor": "middle" },
          said`${duration(nanoseconds)} pass`));
      return y + space + 12;
    }
    return y + space;
  }

  function isAct({ kind, step }) {
    return kind === "act" || kind === "step" && step && (step.purpose ?? "act") === "act";
  }

  /** Returns the lines of an event's text, none of which reaches the next life line. */
  function textLines(event) {
    if (event.kind === "step" && !isAct(event)) return [event.text];
    const isFree = event.kind === "shown" && lanes.length === 2;
    const room = isFree ? width - x("app") : lane;
    // Acts are bold.
    const letter = event.kind === "step" || event.kind === "act" ? drawing.boldLetter : drawing.letter;
    return broken(event.text, Math.floor((room - 16) / letter), 3);
  }

  function line(event, y, lines) {
    const { kind, text, step } = event;
    if (kind === "shown") return note(text, y, lines);
    if (isAct(event)) {
      return arrow(step?.outcome === "failed" ? "act.failed" : "act", person, "app", text, y, lines);
    }
    if (kind === "step") return band(event, y);
    const ends = { request: ["app", "server"], answer: ["server", "app"] };
    const [from, to] = ends[kind] ?? ["app", event.participant || "surroundings"];
    return arrow(kind, from, to, text, y, lines);
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
  function note(text, y, lines) {
    const left = x("app");
    return [
      draw("circle.shown", { cx: left, cy: y, r: 3.5 }), writing("text.shown", left + 10, y + 4, text, lines),
    ];
  }

  function arrow(kind, from, to, text, y, lines) {
    const [start, end] = [x(from), x(to)];
    const left = end > start ? start + 8 : start - lane + 8;
    const tip = end + (end > start ? -2 : 2);
    return [
      draw(`line.${kind}`, {
        x1: start, x2: tip, y1: y + 6, y2: y + 6,
        "marker-end": `url(#${kind === "answer" ? "arrow-answer" : "arrow"})` }),
      writing(`text.${kind}`, left, y - 1, text, lines),
    ];
  }

  /** Draws a text whose last line is at `y`. */
  function writing(description, left, y, text, lines) {
    const top = y - (lines.length - 1) * drawing.line;
    return draw(description, { x: left, y: top }, draw("title", {}, text),
      lines.length === 1 ? lines[0] : lines.map((part, index) =>
        draw("tspan", { x: left, y: top + index * drawing.line }, part)));
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
  const [app, server] = ["app", "server"].map(nameOf);
  const act = `${nameOf(person)} → ${app}`;
  const who = { act, shown: app, request: `${app} → ${server}`, answer: `${server} → ${app}` };
  const whoOf = ({ kind, step, participant }) => kind === "step"
    ? { check: said`check`, prepare: said`preparation` }[step?.purpose] ?? act
    : who[kind] ?? `${app} → ${nameOf(participant || "surroundings")}`;
  return table(said`What happened`, [said`Time`, said`Who`, said`What`], events.map(event => make("tr", {},
    make("td.time", {}, "+" + duration(event.nanoseconds)), make("td.dim", {}, whoOf(event)),
    make("td", {}, verdictSign(event.step), numbered(event)))));
}

/** Returns the name of a participant; those of an app's own doubles are as they are. */
function nameOf(participant) {
  const names = { someone: said`someone`, app: said`app`, server: said`server`, surroundings: said`surroundings` };
  return names[participant] ?? participant;
}

/** Returns the symbol of a check's verdict; nothing for other steps. */
function verdictSign(step) { return step?.purpose === "check" ? (step.outcome === "failed" ? "✘ " : "✔ ") : ""; }

/** Returns an event in words, with the number of its request. */
function numbered(event) {
  if (event.request === undefined) return event.text;
  return event.kind === "answer" ? said`answer to request ${event.request}: ${event.text}`
    : said`request ${event.request}: ${event.text}`;
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
  return table(said`Requests`, ["#", said`Sent`, said`Request`, said`Answer`, said`Took`],
    [...requests].map(([number, { sent, answer }]) => make("tr", {},
      make("td.dim", {}, number), make("td.time", {}, "+" + duration(sent.nanoseconds)),
      make("td.address", {}, sent.text), make("td", {}, answer?.text ?? said`none`),
      make("td.time", {}, answer ? duration(answer.nanoseconds - sent.nanoseconds) : "–"))));
}
