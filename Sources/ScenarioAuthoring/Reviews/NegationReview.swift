import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A review of negations, such as `!not-contains Onyl`.
///
/// If the app shows and sends no such text in any scenario, but one that is nearly the same, the
/// text is probably mistyped, and the check holds whatever the app does.
package struct NegationReview: Sendable {
  /// The texts that a module shows and sends.
  private struct Texts {
    /// Elements of lists.
    var elements: Set<String> = []
    /// The lines of requests.
    var requests: Set<String> = []
    var others: Set<String> = []

    mutating func add(_ value: Value, isElement: Bool = false) {
      switch value {
      case .text(let text):
        if isElement { elements.insert(text) } else { others.insert(text) }
      case .list(let elements): for element in elements { add(element, isElement: true) }
      case .mapping(let pairs): for pair in pairs { add(pair.value) }
      case .absent, .bool, .integer, .number: break
      }
    }
  }

  /// A text that a value must not be, or must not contain, and the key of a request's part, or of
  /// another mapping, that it is compared in.
  private typealias Negation = (node: Node, text: String, isPart: Bool, key: String?)

  private var texts: [String: Texts] = [:]

  /// The values of checks that have no place in ``texts``, by the module and the step.
  private var compared: [[String]: [Value]] = [:]

  /// Creates a review from reports with events and shown values.
  package init(of reports: [ScenarioReport]) {
    for report in reports {
      for step in report.steps {
        for shown in step.shown { texts[report.module, default: Texts()].add(shown.value.value) }
        for value in step.compared ?? [] {
          compared[[report.module, value.name], default: []].append(value.value.value)
        }
      }
      texts[report.module, default: Texts()].requests
        .formUnion(report.events.compactMap(\.requestLine))
    }
  }

  /// Returns a warning for each negation of scenarios whose text is nearly one that the app shows.
  package func diagnostics(for scenarios: [PlannedScenario]) -> [Diagnostic] {
    var known: [[String?]: Texts] = [:]
    return scenarios.flatMap { scenario in
      (scenario.steps + scenario.always).flatMap { step in
        Self.expectations(of: step).flatMap { sentence, expected -> [Diagnostic] in
          guard let texts = texts[scenario.module] else { return [] }
          let values = compared[[scenario.module, sentence.definition.expression]] ?? []
          return Self.negations(in: expected, isNegated: step.timing?.kind == .never)
            .compactMap { negation in
              let key = [scenario.module, sentence.definition.expression, negation.key]
              var shown = known[key] ?? texts
              if known[key] == nil {
                for value in values { shown.add(negation.key.flatMap { value[$0] } ?? value) }
                known[key] = shown
              }
              return meant(by: negation, in: shown).map { meant in
                var location = sentence.location
                location.range = negation.node.range
                return Diagnostic(
                  "the app never shows \(quoted: negation.text), so this always holds",
                  at: location, severity: .warning, rule: .unshownText,
                  hints: [didYouMean(Notation.text(meant, in: .block))])
              }
            }
        }
      }
    }.sortedByLocation()
  }

  /// Returns the sentences of a step that compare a value, each with what it expects; a row of a
  /// timeline has several of them.
  private static func expectations(of step: PlannedStep) -> [(PlannedSentence, ExpectedValue)] {
    guard let timeline = step.timeline else {
      return step.sentences.compactMap { sentence in sentence.expectation.map { (sentence, $0) } }
    }
    return timeline.observed.flatMap { row in
      timeline.expected(in: row).map { (row.sentence, $0) }
    }
  }

  private static func negations(
    in expected: ExpectedValue, isNegated: Bool, isPart: Bool = false
  ) -> [Negation] {
    switch expected.rule {
    case .absent: return []
    case .scalar:
      guard isNegated, let text = expected.node.text, Double(text) == nil,
        !["true", "false"].contains(text)
      else { return [] }
      return [(expected.node, text, isPart, nil)]
    case .list(let parts): return parts.flatMap { negations(in: $0, isNegated: isNegated) }
    case .mapping(let entries, _):
      return entries.flatMap { entry in
        negations(in: entry.value, isNegated: isNegated).changed { $0.key = entry.key }
      }
    case .matcher(let matcher):
      switch matcher.parts {
      case .none:
        // A pattern of letters only, such as ^Only$.
        guard isNegated, expected.node.tag == "!matches",
          let match = expected.node.text?.wholeMatch(of: /(\^?)([^\\^$*+?|()\[\]{}]+)(\$?)/)
        else { return [] }
        let isPart = match.1.isEmpty || match.3.isEmpty
        return [(expected.node, String(match.2), isPart, nil)]
      case .ofValue(let parts, let negates):
        return parts.flatMap { negations(in: $0, isNegated: isNegated != negates) }
      case .anyElement(let part): return negations(in: part, isNegated: isNegated, isPart: true)
      case .elementsInAnyOrder(let parts):
        return parts.flatMap { negations(in: $0, isNegated: isNegated) }
      }
    }
  }

  /// Returns the text that a negation probably means; `nil` if it is shown as it is written, or if
  /// nothing similar is.
  private func meant(by negation: Negation, in texts: Texts) -> String? {
    let text = negation.text
    let elements = text.contains("://") ? texts.elements.union(texts.requests) : texts.elements
    let all = elements.union(texts.others)
    let isShown =
      all.contains(text) || negation.isPart && texts.others.contains { $0.contains(text) }
    let letters = text.onlyLetters
    // A text of one or two letters is similar to too many others.
    guard !isShown, letters.count > 2 else { return nil }
    let isFoundInside = letters.count > 3 && (negation.isPart || !text.isCase)
    let forms = all.sorted().map { (text: $0, letters: $0.onlyLetters) }
    let alike =
      forms.first { $0.letters == letters }
      ?? forms.first { isFoundInside && $0.letters.contains(letters) }
    if let alike { return alike.text }
    let listed = text.listed
    if !listed.isEmpty, listed.allSatisfy({ all.contains($0) }) { return listed.first }
    return all.sorted().flatMap { $0.parts(like: text) }
      .compactMap { part in part.edits(from: text).map { (part, $0) } }.min { $0.1 < $1.1 }?.0
  }
}

extension String {
  /// The text in lower case, without blanks, invisible characters, quotes and signs of patterns,
  /// such as those around `/only/i`, and with Latin letters for Cyrillic ones that look the same.
  ///
  /// Between words, dots, hyphens and underscores are left out, too; `1.5` and `15` differ.
  fileprivate var onlyLetters: String {
    let text = (wholeMatch(of: /\/(.+)\/[gimsuy]*/)?.1 ?? self[...]).replacing("%20", with: " ")
    let alike = Dictionary(uniqueKeysWithValues: zip("авекмнорстухі", "abekmhopctyxi"))
    let joints = text.contains { $0.isNumber } ? "" : ".-_"
    let signs = Set("\"'“”„‘’«»*%…" + joints)
    return String(
      text.lowercased().filter { character in
        !character.isWhitespace && !signs.contains(character)
          && !character.unicodeScalars.contains { Notation.isInvisible($0) }
      }.map { alike[$0] ?? $0 })
  }

  /// Whether the text is like a case of an enumeration: one word that begins with a small letter.
  fileprivate var isCase: Bool { first?.isLowercase == true && !contains(" ") }

  /// The texts in a text that lists several, such as `Dune, Emma`; empty for any other.
  fileprivate var listed: [String] {
    let parts = split(separator: /\s*[,;|]\s*|\s+or\s+/).map(String.init)
    return parts.count > 1 ? parts : []
  }

  /// The text, its parts with as many words as another one, and for one word those of an address.
  fileprivate func parts(like other: String) -> [String] {
    let words = split(separator: " ")
    let count = other.split(separator: " ").count
    let names = count == 1 ? split { !$0.isLetter && !$0.isNumber }.map(String.init) : []
    guard words.count > count, count > 0 else { return [self] + names }
    return [self] + names
      + (0...words.count - count).map { words[$0..<$0 + count].joined(separator: " ") }
  }

  /// The number of edits that lead to this text from another one, if it is one or two that are not
  /// only other numbers; `nil` otherwise.
  fileprivate func edits(from other: String) -> Int? {
    let limit = Swift.min(count, other.count) < 8 ? 1 : 2
    guard Swift.min(count, other.count) > 3,
      replacing(/\d+/, with: "0") != other.replacing(/\d+/, with: "0")
    else { return nil }
    return NearestText.distance(from: self, to: other, atMost: limit)
  }
}
