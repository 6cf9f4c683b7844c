import ScenarioKit
import ScenarioLanguage

// Steps that get another sentence or other data in their place.
extension StoryEditor {
  /// A sentence where it is written.
  struct WrittenSentence {
    /// The text, or the mapping that has the sentence as a key.
    fileprivate var node: SyntaxNode
    fileprivate var member: SyntaxMember?
    fileprivate var context: Notation.Context
    /// The English keyword that the step has or continues.
    fileprivate var keyword: String

    var text: String { (member?.key?.node ?? node.node).text ?? "" }
    var data: Node? { member?.value.node }
  }

  /// Returns the only sentence of the step in a line.
  ///
  /// - Throws: ``byHand`` for a step with several, or none, such as one with a phrase.
  func sentence(at line: Int) throws(Diagnostic) -> WrittenSentence {
    let (key, index, _) = try step(at: line)
    let (entry, name) = (node.members[key], names[key])
    let isList = entry.value.node.items != nil || entry.value.form == .lines
    let step = isList ? entry.value.members[index] : entry
    let keyword = name == "steps" ? language.name(of: keywords(of: entry.value)[index]) : name
    let sentences = StoryFile(reading: source).stories.flatMap(\.allSteps).flatMap(\.sentences)
    let own = Set(sentences.map(\.range.start.offset).filter { step.start <= $0 && $0 < step.end })
    guard own.count == 1, let offset = own.first,
      let found = Self.find(offset, in: node, .block, keyword: keyword)
    else { throw Self.byHand }
    return found
  }

  private static func find(
    _ offset: Int, in node: SyntaxNode, _ context: Notation.Context, keyword: String
  ) -> WrittenSentence? {
    if node.members.isEmpty {
      return node.node.range.start.offset == offset
        ? WrittenSentence(node: node, context: context, keyword: keyword) : nil
    }
    let context = node.form == .brackets ? .flow : context
    for member in node.members {
      if member.key?.node.range.start.offset == offset {
        return WrittenSentence(node: node, member: member, context: context, keyword: keyword)
      }
      if let found = find(offset, in: member.value, context, keyword: keyword) { return found }
    }
    return nil
  }

  /// Writes a step in place of a sentence, with the time word that it has.
  mutating func replace(_ old: WrittenSentence, with step: NewStep) throws(Diagnostic) {
    guard (step.kind == .then) == (old.keyword == "then") else {
      throw Diagnostic("this step needs another keyword; remove the old one, and add the new one")
    }
    var range = old.node.contentStart..<old.node.end
    var text = step.value(language, in: old.context)
    if let member = old.member, step.data != nil || old.node.members.count > 1 {
      guard let data = step.data else { throw Self.byHand }
      range = member.start..<member.value.end
      text = "\(Notation.text(step.sentence, in: .flow)): \(data)"
    }
    let end = source.bytes[range].lastIndex { !$0.isWhiteSpace } ?? range.lowerBound
    let comments = SyntaxTree(source)?.comments
    try apply([TextEdit(range.lowerBound..<end + 1, text)])
    // A comment inside of the data would be lost.
    guard SyntaxTree(source)?.comments == comments else { throw Self.byHand }
  }

  // MARK: - Checks

  /// Adds a check at the end, or its keys to the last check of the same sentence.
  mutating func addCheck(_ sentence: String, _ data: String) throws(Diagnostic) {
    let added = SourceFile(path: "", text: data)
    if let new = SyntaxTree(added)?.values.first, let check = lastCheck(sentence, without: new) {
      let (end, texts) = (check.members.count, new.members.map { added.text($0.start..<$0.end) })
      return try apply([check.replacing(end..<end, with: texts, in: source)])
    }
    _ = try make(.addStep(NewStep(.then, sentence, data: data)))
  }

  /// Returns the mapping of the last check of a sentence, if it holds at the end of the scenario and
  /// has none of some keys.
  private func lastCheck(_ sentence: String, without new: SyntaxNode) -> SyntaxNode? {
    let scenarios = StoryFile(reading: source).stories.flatMap(\.scenarios)
    let own = scenarios.flatMap(\.withNested).last { $0.title.range.start.line == line }
    let checks = (own?.steps ?? []).reversed().prefix {
      $0.purpose == .check && $0.timing == nil && $0.timeline == nil
    }
    let found = checks.flatMap(\.sentences).first { $0.text == sentence && $0.phrases.isEmpty }
    guard let data = found?.data, let old = data.entries, let keys = new.node.entries,
      data.tag == nil, Set(old.map(\.key.text)).isDisjoint(with: keys.map(\.key.text))
    else { return nil }
    // Data of examples, of an anchor or an alias is data of others, too.
    let written = zip(names, node.members).filter { Self.keys.contains($0.0) || $0.0 == "steps" }
      .flatMap { WrittenValue(source: source, syntax: $0.1.value).withParts }
      .filter { $0.node.range == data.range }
    guard written.count == 1, let check = written.first?.syntax, check.form != .alias,
      check.properties.isEmpty
    else { return nil }
    return check
  }
}
