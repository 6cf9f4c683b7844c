import ScenarioKit
import ScenarioLanguage

// Scenarios that are added to a story, get another place or title, or are removed.
extension StoryEditor {
  /// The key and the title of a scenario.
  static func heading(
    _ title: String, _ language: StoryLanguage, in context: Notation.Context = .block
  ) -> String { "\(language.word(for: "scenario")): \(Notation.text(title, in: context))" }

  static func text(_ text: String, _ language: StoryLanguage) -> String {
    language.studioTexts[text] ?? text
  }

  /// The key that a scenario has until it gets its first step, without which it would be an error.
  static func unwritten(_ language: StoryLanguage) -> (key: String, reason: String) {
    (language.word(for: "skip"), text("not written yet", language))
  }

  /// Removes the mark of a scenario that had no steps so far.
  mutating func removeUnwritten() throws(Diagnostic) {
    guard let skip = names.firstIndex(of: "skip"),
      node.members[skip].value.node.text == Self.unwritten(language).reason
    else { return }
    try apply([node.replacing(skip..<skip + 1, with: [], in: source)])
  }

  /// Marks a scenario that has neither steps nor others inside, which would be an error.
  mutating func addUnwritten() throws(Diagnostic) {
    guard Set(names).isDisjoint(with: Self.keys + ["steps", "timeline", "scenarios", "skip"]) else {
      return
    }
    let mark = Self.unwritten(language)
    try apply([adding("\(mark.key): \(mark.reason)") { $0 == "scenario" }])
  }

  /// Returns the edit that adds a scenario without steps after the one in a line, or else at the
  /// end of the story, and the line of its title.
  static func adding(
    _ title: String, below line: Int, in source: SourceFile
  ) throws(Diagnostic) -> (edit: TextEdit, line: Int) {
    guard let story = SyntaxTree(source)?.story(at: line) else { throw byHand }
    let language = story.language
    let beside = Self(source, scenarioAt: line)?.path.last?.list
    guard let list = beside ?? story.member("scenarios", language) else { throw byHand }
    try refuse(title, in: list, language)
    let mark = unwritten(language)
    let isBelow = line > source.lineIndex(at: list.start) + 1
    let edit = try source.adding(
      "\(heading(title, language))\n\(mark.key): \(mark.reason)",
      or: "{ \(heading(title, language, in: .flow)), \(mark.key): \(mark.reason) }",
      to: list, after: isBelow ? line : nil, isApart: true)
    return (edit, source.lastLine(of: edit) - (list.value.form == .brackets ? 0 : 1))
  }

  /// Refuses a title that another scenario of a list has.
  static func refuse(
    _ title: String, in list: SyntaxMember, _ language: StoryLanguage
  ) throws(Diagnostic) {
    let isUsed = list.value.members.contains {
      $0.value.member("scenario", language)?.value.node.text == title
    }
    if isUsed { throw Diagnostic("a scenario here is called \"\(title)\" already") }
  }

  // MARK: - Changes

  /// The lists of scenarios from that of the story to that of this one: each with what has it, and
  /// with the index of the scenario that is this one, or has it inside.
  var path: [(owner: SyntaxNode, list: SyntaxMember, index: Int)] {
    var path: [(owner: SyntaxNode, list: SyntaxMember, index: Int)] = []
    var owner = SyntaxTree(source)?.story(at: line)
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
  mutating func move(_ move: StoryChange.Move) throws(Diagnostic) {
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
      self = try editor(of: other)
      try apply([edit])
      try addUnwritten()
    }
  }

  /// Returns an editor of another scenario of the file.
  private func editor(of scenario: SyntaxNode) throws(Diagnostic) -> Self {
    guard let title = scenario.member("scenario", language),
      let found = Self(source, scenarioAt: title.value.node.range.start.line)
    else { throw Self.byHand }
    return found
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
    var host = try editor(of: list.members[index - 1].value)
    guard host.node.form == .lines, let end = list.block(index - 1, in: source)?.upperBound
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
    let insertion = TextEdit(end..<end, "\n" + text.indented(by: column))
    try host.apply([insertion, list.removing(index, in: source)])
    try host.removeUnwritten()
    guard let moved = host["scenarios"]?.value.members.last?.value else { throw Self.byHand }
    self = try host.editor(of: moved)
  }

  /// Moves the scenario out of the one around it, to the place after that.
  private mutating func leave(
    _ owner: SyntaxNode, to outer: SyntaxMember, after place: Int, from list: SyntaxMember,
    _ index: Int
  ) throws(Diagnostic) {
    try refuseTitle(in: outer)
    let text = try "\n" + gap(outer.value) + item(index, of: list.value)
    var host = try editor(of: owner)
    guard outer.value.form == .lines, let end = outer.value.block(place, in: source)?.upperBound
    else { throw Self.byHand }
    let edit = TextEdit(end..<end, text.indented(by: outer.value.column(in: source)))
    try host.apply([removing(index, of: list, in: owner), edit])
    try host.addUnwritten()
    guard let (_, list, index) = host.path.last, index + 1 < list.value.members.count
    else { throw Self.byHand }
    self = try host.editor(of: list.value.members[index + 1].value)
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
