import ScenarioKit
import ScenarioReports

/// The variations of a run of a scenario, each with one change.
struct Variations {
  /// The time by which answers are slowed, in which an act can come too early.
  static let delay: Int64 = 350_000_000
  static let second: Int64 = 1_000_000_000

  /// An answer of the script, by its line and its number in it.
  struct Use {
    let line: Int
    let answer: Int
    let answers: ServerAnswers

    var id: [Int] { [line, answer] }
    var text: ServerAnswers.Answer { answers.answers[answer] }
  }

  let run: ObservedRun
  let script: Script
  /// The answers of the server, by the lines that give them.
  let answers: [Int: ServerAnswers]
  /// For each request, the answer that it got; `nil` if it is not known.
  let uses: [Use?]

  var list: [Variation] = []

  /// Creates all variations of a scenario, the unchanged one first.
  init(of run: ObservedRun, _ script: Script) {
    (self.run, self.script) = (run, script)
    var answers: [Int: ServerAnswers] = [:]
    for (index, line) in script.lines.enumerated() { answers[index] = line.served }
    self.answers = answers
    // Secrets in the addresses of requests may be masked, unlike those in the script.
    let mask = SecretMask(findingSecretsIn: script.lines.map(\.text).joined(separator: "\n"))
    var counts: [Int: Int] = [:]
    uses = run.exchanges.map { exchange in
      let known = answers.filter {
        !$0.value.isConditional && $0.value.method == exchange.method
          && [$0.value.url, mask.masked($0.value.url)].contains(exchange.stub)
          && script.lines[$0.key].order < exchange.sent.order
      }
      guard let (line, all) = known.max(by: { $0.key < $1.key }) else { return nil }
      defer { counts[line, default: 0] += 1 }
      return Use(
        line: line, answer: min(counts[line, default: 0], all.answers.count - 1), answers: all)
    }
    add(.none, "", script)
    add(.slowed, "", slowed)
    addTimes()
    addOrders()
    addFates()
    addLess()
    addActs()
    addRetries()
    addRepetitions()
  }

  mutating func add(_ change: Variation.Change, _ words: String, _ script: Script) {
    list.append(Variation(change: change, words: words, script: script))
  }

  /// Returns the script with other answers in a line.
  func script(_ use: Use, _ answers: [ServerAnswers.Answer]) -> Script {
    var script = script
    script.lines[use.line].served?.answers = answers
    return script
  }

  // MARK: - Answers

  private mutating func addTimes() {
    var seen: Set<[Int]> = []
    for (exchange, use) in zip(run.exchanges, uses) {
      guard let use, let end = exchange.answered, seen.insert(use.id).inserted else { continue }
      let latency = end.nanoseconds - exchange.sent.nanoseconds
      for new in [0, latency + Self.delay, latency + 3 * Self.second] where new != latency {
        var changed = use.answers.answers
        changed[use.answer] = use.text.after(new)
        var script = script(use, changed)
        script.moveLines(after: end.order, by: new - latency)
        add(.time, "\(exchange.line) is answered at another time", script)
      }
    }
  }

  private mutating func addOrders() {
    for first in run.exchanges.indices {
      for second in run.exchanges.indices.dropFirst(first + 1) { addOrder(first, second) }
    }
  }

  private mutating func addOrder(_ one: Int, _ other: Int) {
    let pair = [one, other].sorted {
      run.exchanges[$0].answered ?? run.exchanges[$0].sent
        < run.exchanges[$1].answered ?? run.exchanges[$1].sent
    }
    let (first, second) = (run.exchanges[pair[0]], run.exchanges[pair[1]])
    guard let use = uses[pair[0]], uses[pair[1]] != nil, let firstEnd = first.answered,
      let secondEnd = second.answered, !first.isCancelled, !second.isCancelled,
      second.sent < firstEnd || pair[0] == other
    else { return }
    var (changed, answer) = (use.answers.answers, use.answer)
    if changed.count == 1 {
      // Each request has the same answer; only this one's is to come late.
      answer = uses[..<pair[0]].count { $0?.line == use.line }
      changed = Array(repeating: changed[0], count: answer + 2)
    }
    let delay = secondEnd.nanoseconds - firstEnd.nanoseconds + 50_000_000
    changed[answer] = changed[answer].after(firstEnd.nanoseconds - first.sent.nanoseconds + delay)
    var script = script(use, changed)
    script.moveLines(after: firstEnd.order, by: delay)
    add(
      .order,
      first.line == second.line
        ? "the first \(first.line) is answered after the second"
        : "\(first.line) is answered after \(second.line)", script)
  }

  private mutating func addFates() {
    var seen: Set<[Int]> = []
    for (exchange, use) in zip(run.exchanges, uses) {
      guard let use, seen.insert(use.id).inserted else { continue }
      addFates(of: use, at: exchange.answered?.order)
    }
    for (line, all) in answers.sorted(by: { $0.key < $1.key }) where all.isConditional {
      for answer in all.answers.indices {
        addFates(of: Use(line: line, answer: answer, answers: all))
      }
    }
  }

  /// Adds the failures of an answer, after which the next act comes a little later, so that what is
  /// shown then can be seen.
  private mutating func addFates(of use: Use, at order: Int? = nil) {
    let good = use.text
    guard !good.isError else { return }
    for failure in Variation.Failure.allCases
    where failure != .cut || good["json"] != nil || good["file"] != nil {
      var lasting = use.answers.answers
      let kept = failure == .never ? ["when"] : ["when", "after"]
      lasting[use.answer] = good.filter { kept.contains($0.key) } + failure.answer
      // Each other request still has its answer.
      let count = uses.count { $0?.line == use.line }
      let times = count > 1 ? [ServerAnswers.Entry("times", "\(count)")] : []
      let once = use.answer == lasting.count - 1 ? lasting + [good + times] : lasting
      // The one that is easier to read comes first.
      var all = lasting.count == 1 || use.answers.isConditional ? [(true, lasting)] : []
      if !use.answers.isConditional { all.append((false, once)) }
      for (isLasting, answers) in all {
        var script = script(use, answers)
        if let order { script.moveLines(after: order, by: Self.second / 10) }
        add(
          .fate(
            .init(
              line: use.line, answer: use.answer, failure: failure, isLasting: isLasting,
              replacesSuccess: good.isSuccess, isOfJSON: good.isJSON)),
          words(use, failure), script)
      }
    }
  }

  /// The failure of an answer in words.
  func words(_ use: Use, _ failure: Variation.Failure) -> String {
    "\(use.answers.method) \(use.answers.url) \(failure.rawValue)"
  }

  private mutating func addLess() {
    var seen: Set<[Int]> = []
    for case let use? in uses where seen.insert(use.id).inserted {
      guard let index = use.text.firstIndex(where: { $0.key == "json" }) else { continue }
      for (words, json) in Reductions.of(use.text[index].value) {
        var changed = use.answers.answers
        changed[use.answer][index].value = json
        add(
          .less, "\(use.answers.method) \(use.answers.url) is answered \(words)",
          script(use, changed))
      }
    }
  }

  // MARK: - Acts

  /// The script with a time for each answer that has none.
  private var slowed: Script {
    var script = script
    for (line, all) in answers {
      let slow = all.answers.map { $0["after"] == nil ? $0.after(Self.delay) : $0 }
      script.lines[line].served?.answers = slow
    }
    for case (let exchange, let use?) in zip(run.exchanges, uses) {
      guard let answered = exchange.answered, use.text["after"] == nil else { continue }
      script.moveLines(after: answered.order, by: Self.delay)
    }
    return script
  }

  private mutating func addActs() {
    let slowed = slowed
    for line in script.acts where !script.isFixed(line) {
      let text = script.lines[line].text
      var twice = slowed
      for (index, all) in answers where all.answers.count > 1 && !all.isConditional {
        // An act that sends again finds an answer, too.
        let last = twice.lines[index].served?.answers.suffix(1) ?? []
        twice.lines[index].served?.answers += last
      }
      twice.lines.insert(twice.lines[line], at: line)
      var apart = twice
      for index in apart.lines.indices.dropFirst(line + 1) {
        apart.lines[index].nanoseconds += 10 * Self.second
      }
      add(.twice(line: line), "\(text), twice at once", twice)
      add(.apart(line: line), "\(text), twice", apart)
    }
  }
}
