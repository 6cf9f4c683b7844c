import ScenarioKit
import ScenarioLanguage

extension SentenceMatcher {
  /// Reports keys in the data of a sentence that read as steps, and returns whether there is none.
  ///
  /// Such a step is indented too deep, and would not run.
  func checkForSteps(in sentence: Sentence) -> Bool {
    guard let data = sentence.data, data.entries != nil || data.items != nil else { return true }
    var keys: [Node] = []
    collectWords(in: data, into: &keys)
    let steps = keys.filter { isStep($0.text ?? "") }
    for key in steps { report(stepAt: key, inDataOf: sentence) }
    return steps.isEmpty
  }

  /// Collects the keys that may be sentences: several words, without quotes.
  private func collectWords(in data: Node, into keys: inout [Node]) {
    if let items = data.items {
      for item in items { collectWords(in: item, into: &keys) }
    }
    guard let entries = data.entries else { return }
    for entry in entries {
      if entry.key.style == .plain, entry.key.text?.utf8.contains(UInt8(ascii: " ")) == true {
        keys.append(entry.key)
      }
      collectWords(in: entry.value, into: &keys)
    }
  }

  private func isStep(_ text: String) -> Bool {
    guard let matches = try? context.sentences.matches(of: text) else { return false }
    return matches.contains { context.sentences.entries[$0.position].expression.hasWords }
  }

  private func report(stepAt key: Node, inDataOf sentence: Sentence) {
    let step = key.text ?? ""
    // The step takes the place of the key, which may have been reported for another reason.
    context.reporter.dropDiagnostics(at: key.range)
    context.reporter.report(
      "\"\(step)\" is a step, but here it is a key in the data of \"\(sentence.text)\"",
      at: key.range, rule: .misplacedStep,
      hints: [
        dashColumn(of: sentence).map { "Begin it in column \($0): - \(step)" }
          ?? "Write both as list items, with \"- \" in front.",
        "Put it in quotes if it is a key.",
      ])
  }

  /// Returns the column of the dash of a list item that begins with a sentence; `nil` if there is
  /// no dash before it.
  private func dashColumn(of sentence: Sentence) -> Int? {
    let start = sentence.range.start
    let before = context.source.bytes.prefix(start.offset).suffix(start.column - 1)
    guard let dash = before.lastIndex(where: { $0 != UInt8(ascii: " ") }),
      before[dash] == UInt8(ascii: "-")
    else { return nil }
    return start.column - (before.endIndex - dash)
  }
}

extension StepExpression {
  /// Whether the expression has words of its own, so that it does not match any text.
  fileprivate var hasWords: Bool {
    parts.contains { part in
      if case .text(let text) = part { text.contains(where: \.isLetter) } else { false }
    }
  }
}
