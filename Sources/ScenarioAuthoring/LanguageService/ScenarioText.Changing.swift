import ScenarioKit
import ScenarioLanguage

// Steps that get another sentence or other data in their place.
extension ScenarioText {
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
  /// - Parameter offsets: Where the sentences of the text begin.
  /// - Throws: ``byHand`` for a step with several, or none, such as one with a phrase.
  func sentence(at line: Int, of offsets: [Int]) throws(Diagnostic) -> WrittenSentence {
    let (key, index, _) = try step(at: line)
    let (entry, name) = (node.members[key], names[key])
    let isList = entry.value.node.items != nil || entry.value.form == .lines
    let step = isList ? entry.value.members[index] : entry
    let keyword = name == "steps" ? language.name(of: keywords(of: entry.value)[index]) : name
    let own = offsets.filter { (step.start..<step.end).contains($0) }
    guard own.count == 1,
      let found = Self.find(
        own[0], in: node, node.form == .brackets ? .flow : .block, keyword: keyword)
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
    try apply([TextEdit(range.lowerBound..<end + 1, text)], titleAt: title)
    // A comment inside of the data would be lost.
    guard SyntaxTree(source)?.comments == comments else { throw Self.byHand }
  }
}

extension LanguageService {
  /// Returns the sentence of a step as it is written.
  package func sentence(
    ofStepAt line: Int, of scenario: Int, in path: String
  ) throws(Diagnostic) -> (text: String, data: Node?) {
    let found = try scenarioText(at: scenario, in: path).sentence(at: line, of: offsets(in: path))
    return (found.text, found.data)
  }

  /// Gives a step of an open document another sentence or other data.
  package func replace(
    stepAt line: Int, with step: NewStep, of scenario: Int, in path: String
  ) throws(Diagnostic) -> AddedText {
    try step.checkData()
    return try change(scenario, in: path) { text throws(Diagnostic) in
      try text.replace(text.sentence(at: line, of: offsets(in: path)), with: step)
      return line
    }
  }

  /// The offsets at which the sentences of a document begin.
  private func offsets(in path: String) -> [Int] {
    document(path)?.facts.uses.map(\.range.start.offset) ?? []
  }
}
