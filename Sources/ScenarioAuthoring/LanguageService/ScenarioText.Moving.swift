import ScenarioKit
import ScenarioLanguage

// Scenarios that get another place or title, or are removed.
extension ScenarioText {
  /// The lists of scenarios from that of the story to that of this one: each with what has it, and
  /// with the index of the scenario that is this one, or has it inside.
  var path: [(owner: SyntaxNode, list: SyntaxMember, index: Int)] {
    var path: [(owner: SyntaxNode, list: SyntaxMember, index: Int)] = []
    var owner = SyntaxTree(source)?.values.last { $0.start <= title }
    while let node = owner, let list = node.member("scenarios", language),
      let index = list.value.members.lastIndex(where: { $0.start <= title })
    {
      path.append((node, list, index))
      owner = list.value.members[index].value
      if owner?.member("scenario", language)?.value.node.range.start.offset == title { break }
    }
    return path
  }

  /// Changes the place of the scenario with all inside of it, or removes them.
  ///
  /// When it is removed, this becomes the scenario before it, around it or after it.
  mutating func move(_ move: LanguageService.Move) throws(Diagnostic) {
    let path = path
    guard let (owner, list, index) = path.last else { throw Self.byHand }
    switch move {
    case .up, .down: try swap(list.value, move == .up ? index - 1 : index, up: move == .up)
    case .inside: try nest(list.value, index)
    case .out:
      guard let outer = path.dropLast().last else {
        throw Diagnostic("this scenario is not inside of another one")
      }
      try leave(owner, to: outer.list, after: outer.index, from: list, index)
    case .away:
      guard list.value.members.count > 1 || path.count > 1 else {
        throw Diagnostic("this is the only scenario of the story; remove the file instead")
      }
      let edit = try removing(index, of: list, in: owner)
      let next = index > 0 ? index - 1 : 1
      let other = list.value.members.count > 1 ? list.value.members[next].value : owner
      guard var text = Self(source, of: other, language) else { throw Self.byHand }
      try text.apply(edit)
      try text.addUnwritten()
      self = text
    }
  }

  /// Creates the scenario with some keys.
  private init?(_ source: SourceFile, of node: SyntaxNode, _ language: StoryLanguage) {
    guard let title = node.member("scenario", language) else { return nil }
    self.init(source, scenarioAt: title.value.node.range.start.line, language)
  }

  private mutating func swap(_ list: SyntaxNode, _ first: Int, up: Bool) throws(Diagnostic) {
    guard first >= 0, first + 1 < list.members.count else {
      throw Diagnostic(up ? "this is the first scenario here" : "this is the last scenario here")
    }
    guard let edits = list.swapping(first, in: source) else { throw Self.byHand }
    let (one, next) = (edits[0].range, edits[1].range)
    try apply(
      edits,
      titleAt: title + (up ? one.lowerBound - next.lowerBound : next.upperBound - one.upperBound))
  }

  /// Moves the scenario into the one before it, as the last one there.
  private mutating func nest(_ list: SyntaxNode, _ index: Int) throws(Diagnostic) {
    guard index > 0 else {
      throw Diagnostic("there is no scenario above this one that it could be moved into")
    }
    var text = try item(index, of: list)
    guard var host = Self(source, of: list.members[index - 1].value, language),
      host.node.form == .lines, let end = list.block(index - 1, in: source)?.upperBound,
      let removal = list.removing(index, in: source)
    else { throw Self.byHand }
    var column = host.node.column(in: source)
    if let inner = host["scenarios"] {
      try refuseTitle(in: inner)
      guard inner.value.form == .lines else { throw Self.byHand }
      text = gap(inner.value) + text
      column = inner.value.column(in: source)
    } else {
      text = "\n\(language.word(for: "scenarios")):\n\(text.indented(by: 2))"
    }
    try host.apply(TextEdit(end..<end, "\n" + text.indented(by: column)), removal)
    try host.removeUnwritten()
    guard let moved = host["scenarios"]?.value.members.last?.value,
      let text = Self(host.source, of: moved, language)
    else { throw Self.byHand }
    self = text
  }

  /// Moves the scenario out of the one around it, to the place after that.
  private mutating func leave(
    _ owner: SyntaxNode, to outer: SyntaxMember, after place: Int, from list: SyntaxMember,
    _ index: Int
  ) throws(Diagnostic) {
    try refuseTitle(in: outer)
    let text = try "\n" + gap(outer.value) + item(index, of: list.value)
    guard outer.value.form == .lines, var host = Self(source, of: owner, language),
      let end = outer.value.block(place, in: source)?.upperBound
    else { throw Self.byHand }
    let edit = TextEdit(end..<end, text.indented(by: outer.value.column(in: source)))
    try host.apply(removing(index, of: list, in: owner), edit)
    try host.addUnwritten()
    guard let (_, list, index) = host.path.last, index + 1 < list.value.members.count,
      let text = Self(host.source, of: list.value.members[index + 1].value, language)
    else { throw Self.byHand }
    self = text
  }

  /// Returns the edit that removes a scenario, or the list if it is the only one of a scenario.
  private func removing(
    _ index: Int, of list: SyntaxMember, in owner: SyntaxNode
  ) throws(Diagnostic) -> TextEdit {
    let key = owner.members.firstIndex { $0.start == list.start }
    let edit =
      list.value.members.count > 1
      ? list.value.removing(index, in: source) : key.flatMap { owner.removing($0, in: source) }
    guard let edit else { throw Self.byHand }
    return edit
  }

  /// Returns a scenario of a list with its dash and the comments above it, without indentation.
  private func item(_ index: Int, of list: SyntaxNode) throws(Diagnostic) -> String {
    guard list.form == .lines, let block = list.block(index, in: source) else { throw Self.byHand }
    let column = list.column(in: source)
    let first = source.bytes[block].firstIndex { $0 != UInt8(ascii: " ") } ?? block.lowerBound
    return source.text(
      min(first, block.lowerBound + column)..<block.upperBound, unindentedBy: column)
  }

  /// An empty line, unless there is none between the scenarios of a list.
  private func gap(_ list: SyntaxNode) -> String {
    let blocks = list.members.indices.prefix(2).compactMap { list.block($0, in: source) }
    guard blocks.count == 2 else { return "\n" }
    return source.text(blocks[0].upperBound..<blocks[1].lowerBound).count { $0.isNewline } > 1
      ? "\n" : ""
  }

  private func refuseTitle(in list: SyntaxMember) throws(Diagnostic) {
    try Self.refuse(self["scenario"]?.value.node.text ?? "", in: list, language)
  }

  /// Gives the scenario another title.
  mutating func rename(to title: String) throws(Diagnostic) {
    guard let old = self["scenario"]?.value, case .text = old.form, let list = path.last?.list
    else { throw Self.byHand }
    if old.node.text != title { try Self.refuse(title, in: list, language) }
    let text = Notation.text(title, in: node.form == .brackets ? .flow : .block)
    try apply([TextEdit(old.contentStart..<old.end, text)], titleAt: self.title)
  }
}

extension LanguageService {
  /// A way in which a scenario or a step gets another place; `away` removes it.
  package enum Move: String, Sendable { case up, down, inside, out, away }

  /// Moves or removes a scenario of an open document, with all inside of it.
  ///
  /// - Parameter line: The line of its title, from 1.
  /// - Throws: `Diagnostic` if there is no such place, or if the text has to be changed by hand.
  package func move(_ move: Move, scenarioAt line: Int, in path: String) throws(Diagnostic)
    -> AddedText
  {
    try change(line, in: path) { text throws(Diagnostic) in
      try text.move(move)
      return text.line
    }
  }

  /// Gives a scenario of an open document another title.
  package func rename(
    scenarioAt line: Int, to title: String, in path: String
  ) throws(Diagnostic) -> AddedText {
    try change(line, in: path) { text throws(Diagnostic) in
      try text.rename(to: title)
      return text.line
    }
  }

  /// Moves a step of a scenario of an open document up or down.
  package func moveStep(
    at line: Int, up: Bool, of scenario: Int, in path: String
  ) throws(Diagnostic) -> AddedText {
    try change(scenario, in: path) { text throws(Diagnostic) in
      try text.moveStep(at: line, up: up)
    }
  }

  /// Changes a scenario, unless the text would get errors by that.
  ///
  /// - Parameter body: A change that returns the line of what was changed.
  func change(
    _ line: Int, in path: String, _ body: (inout ScenarioText) throws(Diagnostic) -> Int
  ) throws(Diagnostic) -> AddedText {
    var text = try scenarioText(at: line, in: path)
    let source = text.source
    func errors(_ source: SourceFile) -> [Diagnostic] {
      StoryFile(reading: source).diagnostics.filter(\.isError)
    }
    let changed = try body(&text)
    let new = errors(text.source)
    let old = new.isEmpty ? [] : errors(source)
    if new.count > old.count {
      throw new.first { one in !old.contains { $0.message == one.message } } ?? ScenarioText.byHand
    }
    return try AddedText(text.source, to: source, scenario: text.line, line: changed)
  }
}
