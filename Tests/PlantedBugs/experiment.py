"""Varies the passing scenarios of a folder from outside, one change at a time, and judges the runs.

    python3 experiment.py COMMAND PACKAGE OUT

COMMAND is the `scenarios` executable, PACKAGE the folder with `Scenarios`, OUT a folder to write.
The groups of findings are printed, and written to OUT/findings.json with a way to each.
"""

import collections
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import time

import yaml

MS = 1_000_000
END = 600_000 * MS
CHANGING = ("POST", "PUT", "DELETE", "PATCH")
STUB = re.compile(r"^the server (answers|fails) (\S+) (\S+): (.*)$", re.S)
PAUSE = re.compile(r"^(\d+(?:\.\d+)?) (ms|s|min|h) pass(es)?$")
UNITS = {"ms": MS, "s": 1000 * MS, "min": 60_000 * MS, "h": 3_600_000 * MS}
FATES = ["500", "connection lost", "empty", "cut", "never answers"]
# The judges of the brief, each followed by the form with narrower rules (see `judge`).
JUDGES = [
    "HARD", "SHAPE", "SHAPE*", "STAYED", "ORDER", "ORDER*", "SILENT", "SILENT*", "AT ONCE",
    "AT ONCE*", "MORE THAN ONCE", "MORE THAN ONCE*", "MORE THAN ONCE+",
    "MORE SENT", "TIME", "TIME*", "TWICE", "TWICE*", "FAILURES", "SENT AGAIN",
]


# Reading results


def read_results(path):
    results = []
    for line in open(path):
        part = json.loads(line)
        if "scenario" in part:
            results.append({"scenario": part["scenario"], "steps": [], "events": []})
        elif "steps" in part and results:
            results[-1]["steps"] = part["steps"]
        elif "events" in part and results:
            results[-1]["events"] = part["events"]
    return results


def run(command, package, out):
    arguments = [command, "run", "--no-history", "--quiet", "--to", "json=" + out]
    began = time.time()
    subprocess.run(arguments, cwd=package, capture_output=True)
    return read_results(out), time.time() - began


def requests_of(result):
    """The requests: what was asked, when it was sent and answered, and where among the events."""
    requests = {}
    for place, event in enumerate(result["events"]):
        number = event.get("request")
        if event["kind"] == "request":
            text = event["text"].split(",")[0]
            requests[number] = {
                "text": text, "sent": event["nanoseconds"], "sent at": place,
                "answered": None, "answered at": None, "how": None}
        elif number in requests and requests[number]["answered"] is None:
            requests[number].update(
                {"answered": event["nanoseconds"], "answered at": place, "how": event["text"]})
    return list(requests.values())


def end_of(result):
    end = {}
    for step in result["steps"]:
        for shown in step.get("shown", []):
            end[shown["name"]] = shown["value"]
    return end


def shape(value):
    if isinstance(value, dict) and "mapping" in value:
        return "{" + ", ".join(f"{k}: {shape(v)}" for k, v in value["mapping"]) + "}"
    if isinstance(value, dict) and "list" in value:
        return "[…]" if value["list"] else "[]"
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        if not value:
            return "empty"
        return value if re.fullmatch(r"[a-z][A-Za-z]{1,14}", value) else "text"
    return "number" if isinstance(value, (int, float)) else "other"


def changing(result):
    texts = [request["text"] for request in requests_of(result)]
    return collections.Counter(text for text in texts if text.split(" ")[0] in CHANGING)


def sent_again(result):
    """The POST requests that were sent again, without an act, after an answer that was lost."""
    acts = [
        place for place, event in enumerate(result["events"])
        if event["kind"] == "act" or event["text"].startswith("when ")]
    for first, second in itertools.combinations(requests_of(result), 2):
        is_lost = (first["how"] or "") in ("connection lost", "timed out")
        if first["text"] != second["text"] or not is_lost or first["answered at"] is None:
            continue
        start, end = first["answered at"], second["sent at"]
        if first["text"].startswith("POST ") and start < end:
            if not any(start < place < end for place in acts):
                yield first["text"]


def is_at_rest(result):
    """Whether no request is in flight at the end, where those that are left are cancelled."""
    last = result["steps"][-1]["nanoseconds"]
    return all(
        r["answered"] is not None and not (r["answered"] >= last and r["how"] == "cancelled")
        for r in requests_of(result))


def at_rest_steps(result):
    """What is shown after each step, and whether no request is in flight then."""
    busy = [
        (r["sent at"], 10**9 if r["answered at"] is None else r["answered at"])
        for r in requests_of(result)]
    places = [p for p, e in enumerate(result["events"]) if e["kind"] in ("step", "act")]
    shown = {}
    for number, step in enumerate(result["steps"]):
        for entry in step.get("shown", []):
            shown[entry["name"]] = entry["value"]
        place = places[number + 1] if number + 1 < len(places) else len(result["events"])
        is_busy = any(start < place <= end for start, end in busy)
        yield dict(shown), not is_busy


def words(value, path=""):
    """The truth values and words of enumerations in a value, with their keys."""
    if isinstance(value, dict) and "mapping" in value:
        for key, entry in value["mapping"]:
            yield from words(entry, path + "." + key)
    elif isinstance(value, (bool, str)) and shape(value) not in ("text", "empty"):
        yield path, value


def without_texts(value):
    if isinstance(value, dict) and "mapping" in value:
        return {key: without_texts(entry) for key, entry in value["mapping"]}
    if isinstance(value, dict):
        return [without_texts(entry) for entry in value.get("list", [])]
    return "text" if isinstance(value, str) and shape(value) == "text" else value


def texts(value):
    if isinstance(value, dict):
        for entry in value.get("list", []):
            yield from texts(entry)
        for _, entry in value.get("mapping", []):
            yield from texts(entry)
    elif isinstance(value, str):
        yield re.sub(r"[\d.,:]+", "0", value)


class Knowledge:
    """What the written scenarios show, by module and name."""

    def __init__(self, written, plains):
        self.shapes, self.resting = collections.defaultdict(set), collections.defaultdict(set)
        self.busy, self.logs = collections.defaultdict(set), {}
        # The acts that a written scenario does more than once, with what it sends more than once.
        self.repeated = set()
        for result in written:
            acts = [
                general(s["text"].partition(" ")[2]) for s in result["steps"]
                if s["purpose"] == "act"]
            sent = collections.Counter(general(text) for text in changing(result).elements())
            for act, times in collections.Counter(acts).items():
                # Steps such as "… 2 times" do it themselves.
                if times > 1:
                    self.repeated |= {
                        (result["scenario"]["module"], act, t) for t, n in sent.items() if n > 1}
        for result in written + plains:
            module, before = result["scenario"]["module"], {}
            for shown, rests in at_rest_steps(result):
                for name, value in shown.items():
                    if rests:
                        self.shapes[module, name].add(shape(value))
                    (self.resting if rests else self.busy)[module, name] |= set(words(value))
                    self.see(module, name, before.get(name), value)
                before = shown

    def see(self, module, name, before, value):
        """Learns whether an observation is a log, which only ever grows at its end."""
        if not isinstance(value, dict) or "list" not in value:
            self.logs[module, name] = False
        elif before is not None and before != value:
            count = len(before.get("list", [])) if isinstance(before, dict) else 0
            grows = isinstance(before, dict) and value["list"][:count] == before.get("list")
            self.logs[module, name] = self.logs.get((module, name), True) and grows

    def is_log(self, module, name):
        return self.logs.get((module, name), False)


# Writing variations


class Stub:
    """The answers of one step, each a list of pairs of a key and the source of its value."""

    def __init__(self, kind, method, url, data):
        self.method, self.url, self.entries = method, url, None
        if kind == "fails":
            self.entries = [[("fails", data)]]
            return
        try:
            node = yaml.compose(data)
        except yaml.YAMLError:
            return
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if not all(isinstance(n, yaml.MappingNode) for n in nodes):
            return
        self.entries = [
            [(k.value, data[v.start_mark.index : v.end_mark.index].strip()) for k, v in n.value]
            for n in nodes
        ]

    def text(self, entries):
        written = ["{ " + ", ".join(f"{k}: {v}" for k, v in e) + " }" for e in entries]
        data = written[0] if len(written) == 1 else "[" + ", ".join(written) + "]"
        return f"the server answers {self.method} {self.url}: {data}"

    def matches(self, text):
        method, _, url = text.partition(" ")
        return method == self.method and (url == self.url or url.split("?")[0] == self.url)


def without(entry, *keys):
    return [pair for pair in entry if pair[0] not in keys]


def later(entry, nanoseconds):
    return [("after", f"{nanoseconds // MS} ms")] + without(entry, "after")


def cut_body(entry, folder):
    pairs = dict(entry)
    if "json" in pairs:
        try:
            body = json.dumps(yaml.safe_load(pairs["json"]), default=str)
        except yaml.YAMLError:
            return None
    elif "file" in pairs:
        try:
            body = open(os.path.join(folder, pairs["file"].strip("\"'"))).read()
        except (OSError, UnicodeDecodeError):
            return None
    else:
        return None
    body = body[: len(body) // 2]
    try:
        json.loads(body)
        return body + '"'
    except ValueError:
        return body


def with_fate(entry, fate, folder):
    after = [pair for pair in entry if pair[0] == "after"]
    if fate == "500":
        return after + [("status", "500")]
    if fate == "empty":
        return after + [("text", '""')]
    if fate == "cut":
        body = cut_body(entry, folder)
        return None if body is None else after + [("text", json.dumps(body))]
    return (after if fate != "never answers" else []) + [("fails", fate)]


def plan_of(result):
    """The acts and preparations with their times; None if they can't be written again."""
    plan, last = [], 0
    for step in result["steps"]:
        kind, _, text = step["text"].partition(" ")
        if step["text"].startswith("timeline") or "…" in step["text"] or "•" in step["text"]:
            return None
        if step["purpose"] in ("prepare", "act") and not PAUSE.match(step["text"]):
            if kind not in ("given", "when", "and"):
                return None
            if not PAUSE.match(text):
                plan.append({"purpose": step["purpose"], "text": text, "at": last})
        last = step["nanoseconds"]
    return plan


def locate(plan, result):
    """Gives each step of a plan its place among the events, so that what came before is known."""
    events, place = result["events"], 0
    for step in plan:
        following = place
        while following < len(events):
            event = events[following]
            if event["kind"] == "step" and event["text"].endswith(step["text"]):
                place = following
                break
            following += 1
        step["place"] = place
        place += 1
    return plan


def write_scenario(title, plan):
    lines, now = [f'  - scenario: "{title}"', "    steps:"], 0
    for step in plan:
        if step["at"] > now + 1000:
            lines.append(f"      - {(step['at'] - now) // MS} ms pass")
            now = step["at"]
        key = "given" if step["purpose"] == "prepare" else "when"
        text = step["text"]
        has_data = re.search(r": [\[{\"'\w!-]", text) and not text.startswith(('"', "'"))
        lines.append(f"      - {key}:\n          {text}" if has_data else f"      - {key}: {text}")
    lines.append(f"      - {END // MS // 1000} s pass")
    return "\n".join(lines)


class Variations:
    """The variations of one scenario, as pairs of what is changed and the plan."""

    def __init__(self, result, plan, folder, has_only_orders=False):
        self.result, self.plan, self.folder = result, locate(plan, result), folder
        self.requests = requests_of(result)
        self.stubs = {}
        for place, step in enumerate(plan):
            match = STUB.match(step["text"])
            if match and step["purpose"] == "prepare":
                stub = Stub(*match.groups())
                if stub.entries and not any(k == "count" for e in stub.entries for k, _ in e):
                    self.stubs[place] = stub
        self.used = self.use_stubs()
        self.list = [({"kind": "plain"}, plan)]
        if has_only_orders:
            self.vary_orders()
            return
        self.vary_times()
        self.vary_orders()
        self.vary_fates()
        self.vary_acts()

    def use_stubs(self):
        """The place of the step and of the entry that answer each request."""
        used, counts = [], collections.Counter()
        for request in self.requests:
            places = [
                p for p, stub in self.stubs.items()
                if stub.matches(request["text"]) and self.plan[p]["place"] < request["sent at"]]
            if not places:
                used.append(None)
                continue
            exact = [p for p in places if self.stubs[p].url == request["text"].split(" ")[1]]
            place = (exact or places)[-1]
            used.append((place, min(counts[place], len(self.stubs[place].entries) - 1)))
            counts[place] += 1
        return used

    def changed(self, place, entries):
        plan = [dict(step) for step in self.plan]
        plan[place]["text"] = self.stubs[place].text(entries)
        return plan

    @staticmethod
    def moved(plan, after, by):
        """The plan with all acts after an event later: an act waits for what it needs."""
        for step in plan:
            if step["place"] > after and by > 0:
                step["at"] += by
        return plan

    def vary_times(self):
        seen = set()
        for request, use in zip(self.requests, self.used):
            if use is None or use in seen or request["answered"] is None:
                continue
            seen.add(use)
            place, number = use
            latency = request["answered"] - request["sent"]
            for new in (0, latency + 350 * MS, latency + 3000 * MS):
                if new == latency:
                    continue
                entries = list(self.stubs[place].entries)
                entries[number] = later(entries[number], new)
                plan = self.moved(
                    self.changed(place, entries), request["answered at"], new - latency)
                what = f"{request['text']} answers after {new // MS} ms"
                self.list.append(({"kind": "time", "what": what}, plan))

    def vary_orders(self):
        for a, b in itertools.combinations(range(len(self.requests)), 2):
            first, second = self.requests[a], self.requests[b]
            if None in (self.used[a], self.used[b], first["answered"], second["answered"]):
                continue
            if "cancel" in first["how"] + second["how"] or first["answered at"] < second["sent at"]:
                continue
            if first["answered at"] > second["answered at"]:
                a, b, first, second = b, a, second, first
            place, number = self.used[a]
            entries = list(self.stubs[place].entries)
            if len(entries) == 1:
                before = [r for r, u in enumerate(self.used[:a]) if u and u[0] == place]
                number = len(before)
                entries = entries * (number + 2)
            by = second["answered"] - first["answered"] + 50 * MS
            latency = first["answered"] - first["sent"]
            entries[number] = later(entries[number], latency + by)
            plan = self.moved(self.changed(place, entries), first["answered at"], by)
            pair = f"{first['text']} after {second['text']}"
            self.list.append(({"kind": "order", "what": pair}, plan))

    def vary_fates(self):
        for place, number in dict.fromkeys(use for use in self.used if use):
            stub = self.stubs[place]
            entry = stub.entries[number]
            pairs = dict(entry)
            if "fails" in pairs or int(pairs.get("status", "200").strip("\"'") or 0) >= 400:
                continue
            for fate in FATES:
                failed = with_fate(entry, fate, self.folder)
                if failed is None:
                    continue
                always = list(stub.entries)
                always[number] = failed
                once = always + [entry] if number == len(always) - 1 else always
                what = f"{stub.method} {stub.url}: {fate}"
                variations = [(" once", once)]
                if len(stub.entries) == 1:
                    variations.append((" always", always))
                for times, entries in variations:
                    is_success = int(pairs.get("status", "200").strip("\"'")) < 300
                    fact = {
                        "kind": "fate", "what": what + times, "is success": is_success,
                        "fate": fate, "place": (place, number, times),
                        "is json": "json" in pairs or ".json" in pairs.get("file", "")}
                    self.list.append((fact, self.changed(place, entries)))

    def slowed(self):
        """The plan with each answer that comes at once after 350 ms; acts move along."""
        plan = [dict(step) for step in self.plan]
        for place, stub in self.stubs.items():
            entries = [e if "after" in dict(e) else later(e, 350 * MS) for e in stub.entries]
            plan[place]["text"] = stub.text(entries)
        for request, use in zip(self.requests, self.used):
            if use is None or request["answered at"] is None:
                continue
            if "after" not in dict(self.stubs[use[0]].entries[use[1]]):
                plan = self.moved(plan, request["answered at"], 350 * MS)
        return plan

    def vary_acts(self):
        acts = [place for place, step in enumerate(self.plan) if step["purpose"] == "act"]
        self.list.append(({"kind": "control", "what": "slowed"}, self.slowed()))
        for place in acts:
            text = self.plan[place]["text"]
            twice = self.slowed()
            twice.insert(place, dict(twice[place]))
            apart = [dict(step) for step in twice]
            for step in apart[place + 1 :]:
                step["at"] += 10_000 * MS
            self.list.append(({"kind": "twice", "what": text, "place": place}, twice))
            self.list.append(({"kind": "control", "what": f"apart: {place}"}, apart))
            once = [dict(step) for step in self.plan]
            del once[place]
            self.list.append(({"kind": "left out", "what": text}, once))
        for before, place in itertools.pairwise(acts):
            start, end = (self.plan[p] for p in (before, place))
            answers = [r["answered at"] for r in self.requests if r["answered at"] is not None]
            has_answer = any(start["place"] < a < end["place"] for a in answers)
            if start["at"] == end["at"] and not has_answer:
                continue
            plan = self.slowed()
            for step in plan[before + 1 : place + 1]:
                step["at"] = plan[before]["at"]
            fact = {
                "kind": "at once", "what": f"{end['text']}, right after {start['text']}",
                "act": acts.index(place)}
            self.list.append((fact, plan))
            self.vary_flight(acts, before, place)

    def vary_flight(self, acts, before, place):
        """The act while an answer is in flight that came before it, if it was sent later on."""
        start, end = (self.plan[p] for p in (before, place))
        for request in self.requests:
            answered = request["answered at"]
            if answered is None or not start["place"] < request["sent at"] < answered:
                continue
            if answered > end["place"]:
                continue
            if request["sent"] <= start["at"]:
                continue
            plan = self.slowed()
            by = request["sent"] - start["at"] + 10 * MS
            for step in plan[before + 1 : place + 1]:
                step["at"] = plan[before]["at"] + by
            what = f"{end['text']}, while {request['text']} is in flight"
            self.list.append(({"kind": "at once", "what": what, "act": acts.index(place)}, plan))


# Judges


def general(text):
    return re.sub(r"\d+", "0", re.sub(r'"[^"]*"', '"…"', text))


HARD = re.compile(
    r"crashed|endless loop|more than .* of memory|used memory|freed memory|copied memory"
    r"|misused memory|never ends|is still alive|announced no change|main (actor|thread)|deadlock"
    r"|undefined behaviour|did not come to rest|not answer for", re.I)


def is_endless(result, plain):
    """Whether a request is still sent again and again long after the plain run is at rest."""
    counts = collections.Counter(r["text"] for r in requests_of(result) if r["sent"] > END // 2)
    usual = collections.Counter(r["text"] for r in requests_of(plain) if r["sent"] > END // 2)
    return next((text for text, n in counts.items() if n > 3 and not usual[text]), None)


def effects(result):
    """Whether each act had an effect at its moment, in order."""
    found, events = [], result["events"]
    acts = [s for s in result["steps"] if s["purpose"] == "act" and s["text"].startswith("when ")]
    places = [p for p, e in enumerate(events) if e["kind"] == "step"]
    starts = [p for p in places if events[p]["text"].startswith("when ")]
    for step, start in zip(acts, starts):
        following = next((p for p in places if p > start), len(events))
        did = any(
            e["kind"] in ("request", "call", "shown") and e["nanoseconds"] == step["nanoseconds"]
            for e in events[start + 1 : following])
        found.append(bool(step.get("shown")) or did)
    return found


def differing(a, b):
    return tuple(sorted(n for n in set(a) | set(b) if a.get(n) != b.get(n)))


def general(text):
    return re.sub(r"\d+", "0", re.sub(r'"[^"]*"', '"…"', text))


def short(what):
    """A pair of answers without the act that brought them in flight together."""
    return general(re.sub(r"\?\S*", "", what.split(", with ")[0]))


class Judges:
    """The judges of one scenario's variations."""

    def __init__(self, runs, facts, knowledge, refusals):
        self.runs, self.facts, self.plain = runs, facts, runs[0]
        self.module = self.plain["scenario"]["module"]
        self.knowledge, self.refusals = knowledge, refusals

    def narrow(self, differences):
        """The differences in what is no log."""
        return tuple(n for n in differences if not self.knowledge.is_log(self.module, n))

    def control(self, what):
        index = next((i for i, f in enumerate(self.facts) if f.get("what") == what), None)
        run = self.runs.get(index)
        return run if run and run["scenario"]["verdict"] == "passed" else None

    def findings(self, index):
        fact, result, module = self.facts[index], self.runs[index], self.module
        if result["scenario"]["verdict"] != "passed":
            failures = [general(f["message"]) for f in result["scenario"]["failures"]]
            for reason in failures or [result["scenario"]["verdict"]]:
                if HARD.search(reason):
                    yield "HARD", (module, reason)
                else:
                    self.refusals[module, reason] += 1
            return
        endless = is_endless(result, self.plain)
        if endless:
            yield "HARD", (module, "endless: " + endless)
        if fact["kind"] == "control" and fact["what"] == "slowed":
            return
        end, usual = end_of(result), end_of(self.plain)
        if is_at_rest(result):
            yield from self.about_rest(fact, end)
        differences = differing(end, usual)
        what = fact["what"]
        yield from self.about_sending(fact, result)
        if not differences:
            return
        narrow = self.narrow(differences)
        if fact["kind"] == "order":
            yield "ORDER", (module, differences, short(what))
            if narrow:
                yield "ORDER*", (module, narrow, short(what))
        if fact["kind"] == "time":
            yield "TIME", (module, differences, short(what.split(" answers")[0]))
            shapes = [n for n in narrow if shape(end.get(n)) != shape(usual.get(n))]
            if shapes:
                yield "TIME*", (module, tuple(shapes), short(what.split(" answers")[0]))
        if fact["kind"] == "fate":
            yield from self.about_errors(fact, result, end, usual, differences, narrow)
        if fact["kind"] == "at once":
            yield from self.about_haste(fact, result, end, usual, differences)
        if fact["kind"] == "twice" and all(
            (r["how"] or "").startswith("2") for r in requests_of(result)
        ):
            shapes = [n for n in narrow if shape(end.get(n)) != shape(usual.get(n))]
            apart = self.control(f"apart: {fact['place']}")
            if shapes:
                yield "TWICE", (module, tuple(shapes), general(what))
            # Narrower: the act done twice apart ends otherwise than done twice at once.
            if shapes and apart:
                others = self.narrow(differing(end, end_of(apart)))
                if set(others) & set(shapes):
                    yield "TWICE*", (module, others, general(what))

    def about_failures(self):
        """Different failures of one answer that end otherwise, apart from texts and logs."""
        ends = collections.defaultdict(dict)
        for index, fact in enumerate(self.facts):
            run = self.runs.get(index)
            if fact["kind"] != "fate" or fact["fate"] == "never answers" or run is None:
                continue
            if run["scenario"]["verdict"] != "passed" or not fact["is success"]:
                continue
            # Only what is a failure for sure: no empty or cut body of a kind that may be either,
            # and no answer that the app asked for again and got.
            if fact["fate"] in ("empty", "cut") and not fact["is json"]:
                continue
            asked = len(requests_of(run)) - len(requests_of(self.plain))
            if end_of(run) == end_of(self.plain) or (asked > 0 and "once" in fact["what"]):
                continue
            end = {
                n: without_texts(v) for n, v in end_of(run).items()
                if not self.knowledge.is_log(self.module, n)}
            ends[fact["place"]].setdefault(json.dumps(end, sort_keys=True), index)
        for place, found in ends.items():
            if len(found) > 1:
                first, second = list(found.values())[:2]
                names = differing(*(json.loads(end) for end in list(found)[:2]))
                url = self.facts[second]["what"].split(": ")[0]
                yield second, "FAILURES", (self.module, names, short(url))

    def about_rest(self, fact, end):
        for name, value in end.items():
            key = self.module, name
            if shape(value) in self.knowledge.shapes[key]:
                continue
            yield "SHAPE", (*key, shape(value))
            if fact["kind"] not in ("left out", "control"):
                yield "SHAPE*", (*key, shape(value))
            for word in set(words(value)) - self.knowledge.resting[key]:
                if word in self.knowledge.busy[key]:
                    yield "STAYED", (*key, f"{word[0][1:]}: {word[1]}".lower())

    def about_sending(self, fact, result):
        more = changing(result) - changing(self.plain)
        # What changes something, sent again without an act after an answer that did not come.
        if fact["kind"] == "fate" and fact["fate"] in ("connection lost", "never answers"):
            for text in set(sent_again(result)) - set(sent_again(self.plain)):
                yield "SENT AGAIN", (self.module, general(text))
        if fact["kind"] in ("time", "order") and more and ", with " not in fact["what"]:
            yield "MORE SENT", (self.module, general(", ".join(sorted(more))))
        if fact["kind"] != "twice":
            return
        # Narrower: an act that sends again when the first one has been answered may be repeated.
        apart = self.control(f"apart: {fact['place']}")
        again = changing(apart) - changing(self.plain) if apart else {}
        for text in more:
            if changing(self.plain)[text] == 1:
                group = self.module, general(fact["what"]), general(text)
                yield "MORE THAN ONCE", group
                if apart and text not in again:
                    yield "MORE THAN ONCE*", group
                if group not in self.knowledge.repeated:
                    yield "MORE THAN ONCE+", group

    def about_errors(self, fact, result, end, usual, differences, narrow):
        asked = collections.Counter(r["text"] for r in requests_of(result))
        before = collections.Counter(r["text"] for r in requests_of(self.plain))
        shapes_are_equal = {n: shape(v) for n, v in end.items()} == {
            n: shape(v) for n, v in usual.items()}
        if asked - before or not shapes_are_equal:
            return
        group = self.module, differences, general(fact["what"].split(": ")[0])
        yield "SILENT", group
        # Narrower: the plain answer means success, the failure came, and no text is new, as a new
        # one may well tell the error.
        before = {text for value in usual.values() for text in texts(value)}
        now = {text for value in end.values() for text in texts(value)}
        came = not any(r["how"] == "cancelled" for r in requests_of(result))
        if fact["is success"] and came and not now - before and narrow:
            yield "SILENT*", (self.module, narrow, group[2])

    def about_haste(self, fact, result, end, usual, differences):
        had, has = effects(self.plain), effects(result)
        if len(had) != len(has) or not all(now for was, now in zip(had, has) if was):
            return
        yield "AT ONCE", (self.module, differences, general(fact["what"]))
        # Narrower: both acts have an effect at their own moment, the acts in the usual order end
        # as usual with answers that are as slow, and something changes after the act.
        slowed = self.control("slowed")
        if slowed is None or not (had[fact["act"]] and had[fact["act"] - 1]):
            return
        names = self.narrow(differing(end, end_of(slowed)))
        after, shown, act = {}, {}, -1
        for step in result["steps"]:
            act += step["purpose"] == "act" and step["text"].startswith("when ")
            shown.update({s["name"]: s["value"] for s in step.get("shown", [])})
            if act == fact["act"] and not after:
                after = dict(shown)
        names = tuple(n for n in names if end.get(n) != after.get(n))
        if names:
            yield "AT ONCE*", (self.module, names, general(fact["what"]))


def head_of(package, path):
    text, head = open(os.path.join(package, path)).read(), []
    for key in ("clock", "time zone", "locale", "language"):
        match = re.search(rf"^{key}:\s*(.+)$", text, re.M)
        if match:
            head.append(f"{key}: {match.group(1).split(' #')[0].strip()}")
    return head


def prefixes(results):
    """The results, and their beginnings up to an act that is not the last, each once."""
    known = set()
    for result in results:
        plan = plan_of(result)
        if plan is not None:
            known.add((result["scenario"]["module"], tuple(step["text"] for step in plan)))
    found = []
    for result in results:
        plan, events = plan_of(result), result["events"]
        if plan is None:
            continue
        located = locate([dict(step) for step in plan], result)
        acts = [p for p, step in enumerate(located) if step["purpose"] == "act"]
        for act, following in itertools.pairwise(acts):
            key = result["scenario"]["module"], tuple(step["text"] for step in plan[: act + 1])
            if key in known:
                continue
            known.add(key)
            text = located[following]["text"]
            steps = [
                p for p, s in enumerate(result["steps"])
                if s["purpose"] == "act" and s["text"].endswith(text)]
            later_acts = [step["text"] for step in located[: following]].count(text)
            found.append({
                "scenario": result["scenario"], "steps": result["steps"][: steps[later_acts]],
                "events": events[: located[following]["place"]]})
    return found


def write_batch(package, out, batches):
    folder = os.path.join(out, "Scenarios")
    shutil.rmtree(folder, ignore_errors=True)
    for number, variations in batches.items():
        path = variations.result["path"]
        source = os.path.join(package, os.path.dirname(path))
        target = os.path.join(out, os.path.dirname(path))
        os.makedirs(target, exist_ok=True)
        if os.path.isdir(source + "/fixtures") and not os.path.exists(target + "/fixtures"):
            shutil.copytree(source + "/fixtures", target + "/fixtures")
        lines = [f"story: x{number}", f"module: {variations.result['scenario']['module']}"]
        lines += head_of(package, path) + ["scenarios:"]
        lines += [write_scenario(f"v{i}", p) for i, (_, p) in enumerate(variations.list)]
        with open(f"{target}/x{number}.yaml", "w") as file:
            file.write("\n".join(lines) + "\n")


def run_batch(command, package, out, batches, name):
    write_batch(package, out, batches)
    varied, seconds = run(command, out, os.path.join(out, name + ".json"))
    runs = collections.defaultdict(dict)
    for result in varied:
        titles = result["scenario"]["titles"]
        runs[int(titles[0][1:])][int(titles[-1][1:])] = result
    return runs, seconds


def main(command, package, out):
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    results, _ = run(command, package, os.path.join(out, "base.json"))
    passed = [r for r in results if r["scenario"]["verdict"] == "passed"]
    batches = {}
    written = passed
    if "PREFIXES" in os.environ:
        passed = passed + prefixes(passed)
    for number, result in enumerate(passed):
        plan = plan_of(result)
        result["path"] = result["scenario"]["path"]
        if plan is None or not any(step["purpose"] == "act" for step in plan):
            continue
        source = os.path.join(package, os.path.dirname(result["path"]))
        batches[number] = Variations(result, plan, source)
    by, seconds = run_batch(command, package, out, batches, "varied")
    # Orders of answers that are in flight together only if an act comes at once.
    pairs = {}
    for number, runs in by.items():
        for index, result in runs.items():
            fact, plan = batches[number].list[index]
            if fact["kind"] not in ("at once", "twice"):
                continue
            if result["scenario"]["verdict"] != "passed":
                continue
            result["path"] = batches[number].result["path"]
            copies = [dict(step) for step in plan]
            variations = Variations(result, copies, batches[number].folder, has_only_orders=True)
            for order, _ in variations.list[1:]:
                order["what"] += f", with {fact['kind']}: {fact['what']}"
            if len(variations.list) > 1:
                pairs[len(passed) + len(pairs)] = variations
    if pairs:
        more, more_seconds = run_batch(command, package, out, pairs, "pairs")
        by.update(more)
        seconds += more_seconds
        batches.update(pairs)
    plains = [runs[0] for n, runs in by.items() if 0 in runs and n < len(passed)]
    good = {n: r for n, r in by.items() if r[0]["scenario"]["verdict"] == "passed"}
    knowledge = Knowledge(written, [p for p in plains if is_at_rest(p)])
    groups = collections.defaultdict(list)
    refusals, kinds, judged = collections.Counter(), collections.Counter(), 0
    for number, runs in good.items():
        facts = [fact for fact, _ in batches[number].list]
        judges = Judges(runs, facts, knowledge, refusals)
        for index in runs:
            fact = facts[index]
            if index == 0:
                continue
            judged += 1
            kinds[fact["kind"]] += 1
            for name, group in set(judges.findings(index)):
                groups[name, group].append((number, index))
        for index, name, group in judges.about_failures():
            groups[name, group].append((number, index))
    count = sum(len(v.list) - 1 for v in batches.values())
    print(
        f"{len(results)} scenarios, {len(passed)} passed, {len(batches) - len(pairs)} varied,"
        f" {len(batches) - len(good)} fail when written plainly; {count} variations written,"
        f" {judged} judged, {seconds:.1f} s; {dict(kinds)}")
    report = []
    for name in JUDGES:
        found = {g: places for (n, g), places in groups.items() if n == name}
        scenarios = {number for places in found.values() for number, _ in places}
        runs = sum(len(places) for places in found.values())
        print(f"{name}: {len(found)} groups, {runs} variations, {len(scenarios)} scenarios")
        for group, places in sorted(found.items(), key=lambda entry: -len(entry[1])):
            number, index = places[0]
            variations, result = batches[number], by[number][index]
            facts = [
                f"{batches[n].list[i][0]['kind']}: {batches[n].list[i][0]['what']}"
                for n, i in places]
            report.append({
                "judge": name, "group": group, "variations": len(places), "facts": facts[:6],
                "scenario": variations.result["path"] + ":"
                + str(variations.result["scenario"]["line"]),
                "steps": [s["text"] for s in result["steps"]],
                "end": {n: v for n, v in end_of(result).items()},
                "plain": end_of(by[number][0]),
                "requests": [f"{r['text']} → {r['how']}" for r in requests_of(result)]})
            print(f"  {len(places)}  {group}   e.g. {facts[0][:110]}")
    for (module, reason), n in refusals.most_common(12):
        print(f"  not possible: {n} {module}: {reason[:120]}")
    with open(os.path.join(out, "findings.json"), "w") as file:
        json.dump(report, file, indent=1, ensure_ascii=False)


if __name__ == "__main__":
    main(*(os.path.abspath(path) for path in sys.argv[1:4]))
