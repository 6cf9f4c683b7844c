import ScenarioLanguage

extension StepProposal {
  private typealias Definition = Diagnostic.Proposal.Definition

  /// Gives sentences that differ in one word one step definition with an alternative, such as
  /// `the list is empty/full`, and sentences that could match two step definitions one of them.
  ///
  /// Numbers and quoted texts are parameters already. At least two words must be equal. A sentence
  /// that differs from others in several places is combined with the most of them.
  static func combine<Item>(
    _ items: inout [Item], at path: WritableKeyPath<Item, Diagnostic>
  ) {
    func step(of item: Item) -> Definition? {
      item[keyPath: path].proposal.flatMap { $0.isLikely ? $0.step : nil }
    }
    func rivals(of step: Definition) -> [String] {
      [step.module, step.expression.replacing("{float}", with: "{int}")]
    }
    // The longest one accepts the most, such as a Double instead of an Int, or more keys.
    let widest = Dictionary(items.compactMap(step).map { (rivals(of: $0), $0) }) { one, other in
      other.code.count > one.code.count ? other : one
    }
    var places: [Definition: [Int]] = [:]
    // The steps with a gap in place of a word, each with the words in it.
    var words: [Definition: [(text: Substring, step: Definition)]] = [:]
    var gaps: [Definition] = []
    for index in items.indices {
      guard let step = step(of: items[index]).flatMap({ widest[rivals(of: $0)] }) else { continue }
      items[index][keyPath: path].proposal?.code = step.code
      places[step, default: []].append(index)
      let all = step.expression.split(separator: " ", omittingEmptySubsequences: false)
      guard places[step]?.count == 1, all.count > 2 else { continue }
      for position in all.indices
      where !all[position].isEmpty && all[position].allSatisfy(\.isLetter) {
        var (gap, rest) = (step, all)
        rest[position] = "\0"
        gap.expression = rest.joined(separator: " ")
        if words[gap] == nil { gaps.append(gap) }
        words[gap, default: []].append((all[position], step))
      }
    }
    let entries = gaps.map { (gap: $0, words: words[$0] ?? []) }
    for (gap, words) in entries.sorted(by: { $0.words.count > $1.words.count }) {
      let alternatives = words.filter { places[$0.step] != nil }
      guard alternatives.count > 1 else { continue }
      var step = gap
      let texts = alternatives.map(\.text)
      let plural = texts.first { texts.count == 2 && texts.contains($0 + "s") }
      let all = plural.map { "\($0)(s)" } ?? texts.joined(separator: "/")
      step.expression = gap.expression.replacing("\0", with: all)
      if plural == nil {
        let comment = "// If the words mean different things, define a step for each."
        step.after = step.after.replacing(body, with: "\(comment)\n  \(body)")
      }
      for index in alternatives.flatMap({ places.removeValue(forKey: $0.step) ?? [] }) {
        items[index][keyPath: path].proposal?.code = step.code
      }
    }
  }
}
