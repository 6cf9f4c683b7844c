import ScenarioKit
import ScenarioReports

/// The states that the written scenarios of a module show, by observation, which are right.
struct ShownStates {
  /// The shapes of the parts of a value, by their paths.
  private typealias Shapes = [[String]: Value.Shape]

  /// The texts that a person types in a scenario: they are no states, even if they look like words
  /// of an enumeration.
  private let typed: Set<String>

  /// The values that are shown while no request is in flight.
  private var resting: [String: Set<Shapes>] = [:]
  /// The values that are shown while one is.
  private var busy: [String: Set<Shapes>] = [:]
  /// The observations that changed, and whether they only grew at their end.
  private var onlyGrows: [String: Bool] = [:]
  /// The acts that a scenario repeats, with what it then sends repeatedly.
  private var repeated: Set<[String]> = []
  /// The requests that fail in a scenario, and whether an act comes after that.
  private var failing: [String: Bool] = [:]
  /// The shapes of parts that are shown on the way, or at rest, where no answer fails.
  private var calm: [String: [[String]: Set<Value.Shape>]] = [:]
  /// The lines of the scripts that are written, with their times.
  private var written: Set<[String]> = []

  /// Creates states without any, but with the texts in the acts of scenarios.
  init(typedIn reports: [ScenarioReport]) {
    let acts = reports.flatMap(\.steps).filter { $0.purpose == .act }
    typed = Set(acts.flatMap { $0.sentences ?? [] }.flatMap(\.quotedTexts))
  }

  /// Returns a value in which texts that a person types are longer than a word.
  private func masked(_ value: Value) -> Value {
    value.changingTexts { typed.contains($0) ? "a typed text" : $0 }
  }

  /// Adds what a scenario says happens, whether it is right or a known issue.
  mutating func add(_ script: Script) {
    written.insert(script.moments)
    // A finding that changes a line of the background comes after the background.
    var own = script
    own.lines.removeAll(where: \.isBackground)
    written.insert(own.moments)
  }

  /// Adds what the run of a scenario that passed shows.
  mutating func add(_ run: ObservedRun, _ script: Script?) {
    if let script {
      let sent = run.changes.filter { $0.value > 1 }.keys.map(\.withoutValues)
      for (act, count) in script.actTexts.counts(of: \.withoutValues)
      where count > 1 { repeated.formUnion(sent.map { [act, $0] }) }
    }
    let last = script?.acts.last.map { script?.lines[$0].order ?? 0 } ?? 0
    for failed in run.exchanges where failed.isFailure {
      let line = failed.line.withoutValues
      failing[line] = failing[line] == true || failed.sent.order < last
    }
    addValues(of: run)
    var before: [String: Value] = [:]
    for (shown, isAtRest) in run.states {
      for (name, shown) in shown {
        let shapes = masked(shown).parts.mapValues(\.shape)
        if isAtRest {
          resting[name, default: []].insert(shapes)
        } else {
          busy[name, default: []].insert(shapes)
        }
        if let grows = Self.grows(from: before[name], to: shown) {
          onlyGrows[name] = grows && onlyGrows[name] != false
        }
      }
      before = shown
    }
  }

  /// Adds the values that a run shows at any time, if no answer fails in it.
  mutating func addValues(of run: ObservedRun) {
    guard run.hasPassed, run.hasOnlySuccesses else { return }
    for (name, value) in run.values.flatMap(\.shown) {
      let shapes = masked(value).parts.mapValues { Set([$0.shape]) }
      calm[name, default: [:]].merge(shapes) { $0.union($1) }
    }
  }

  /// Returns whether an act comes after a request that fails in a scenario; `nil` if none fails.
  func isRecovered(_ line: String) -> Bool? { failing[line.withoutValues] }

  /// Returns a part that an observation never shows where no answer fails.
  func flash(in value: Value, of observation: String) -> (path: [String], value: Value)? {
    guard let known = calm[observation] else { return nil }
    return masked(value).parts.filter { known[$0.key]?.contains($0.value.shape) != true }
      .min { "\($0.key)" < "\($1.key)" }.map { ($0.key, value.parts[$0.key] ?? $0.value) }
  }

  /// Returns whether a scenario has the lines of a script, so that its story says what happens.
  func hasScenario(of script: Script) -> Bool { written.contains(script.moments) }

  /// Returns whether a scenario repeats an act and then sends something repeatedly.
  func repeats(_ act: String, sending line: String) -> Bool {
    repeated.contains([act.withoutValues, line.withoutValues])
  }

  /// Returns whether an observation is a log, which only grows at its end.
  func isLog(_ observation: String) -> Bool { onlyGrows[observation] == true }

  /// Returns a state that an observation only ever showed while a request was in flight.
  func passingState(in value: Value, of observation: String) -> (path: [String], value: Value)? {
    let (resting, busy) = (resting[observation] ?? [], busy[observation] ?? [])
    return masked(value).stateParts.filter { path, part in
      !resting.contains { $0[path] == .value(part) } && busy.contains { $0[path] == .value(part) }
    }.min { "\($0)" < "\($1)" }.map { ($0.key, $0.value) }
  }

  /// Returns whether a value is a list that has grown at its end; `nil` if it is the first one, or
  /// the same.
  private static func grows(from before: Value?, to value: Value) -> Bool? {
    guard case .list(let elements) = value else { return false }
    guard let before, before != value else { return nil }
    if case .list(let old) = before { return elements.starts(with: old) }
    return false
  }

  /// Returns the parts of a value that nothing shows at rest, or not together, as paths with
  /// patterns; `nil` if each part is shown together with each other one, or if the observation is
  /// never shown at rest.
  func newCombination(
    in value: Value, of observation: String
  ) -> [(path: [String], value: String)]? {
    guard let known = resting[observation] else { return nil }
    var shapes = masked(value).parts.mapValues(\.shape)
    guard !known.contains(shapes) else { return nil }
    // A key that others have may be missing.
    for path in Set(known.flatMap(\.keys)) where shapes[path] == nil { shapes[path] = .missing }
    let ordered = shapes.sorted { $0.key.joined(separator: ".") < $1.key.joined(separator: ".") }
    let pairs = ordered.indices.flatMap { index in
      ordered[(index + 1)...].map { [ordered[index], $0] }
    }
    for choices in [ordered.map { [$0] }, pairs] {
      let unknown = choices.filter { chosen in
        !known.contains { shown in
          chosen.allSatisfy { shown[$0.key, default: .missing] == $0.value }
        }
      }
      guard !unknown.isEmpty else { continue }
      let paths = Set(unknown.joined().map(\.key))
      return ordered.filter { paths.contains($0.key) }.map { path, shape in
        // An empty text is any value, too.
        let isText = shape == .text && known.contains { $0[path] == .value(.text("")) }
        return (path, isText ? "!matches ." : shape.pattern)
      }
    }
    return nil
  }
}

extension String {
  /// The text with the same numbers and quoted texts in place of its own.
  var withoutValues: String {
    let parts = split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      index % 2 == 0 || index + 1 == parts.count ? part.withoutNumbers() : "…"
    }.joined(separator: "\"")
  }

  /// The texts in quotes.
  fileprivate var quotedTexts: [String] {
    split(separator: "\"", omittingEmptySubsequences: false).dropLast().enumerated()
      .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { String($0.element) }
  }
}

extension StringProtocol {
  /// Returns the text with `0` in place of each number, and of other characters in a row.
  func withoutNumbers(and others: String = "") -> String {
    reduce(into: "") { text, sign in
      guard sign.isWholeNumber || others.contains(sign) else { return text.append(sign) }
      if text.last != "0" { text.append("0") }
    }
  }
}
