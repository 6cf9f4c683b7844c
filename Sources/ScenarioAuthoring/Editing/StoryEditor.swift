import ScenarioLanguage

/// An editor of a story: a scenario in the syntax tree of its text, and changes of it.
///
/// A change is made by edits of the text, and all bytes that it is not about stay as they are.
struct StoryEditor {
  static let byHand = Diagnostic("this can't be changed here; change it in the text")

  /// The keys of steps in the order in which they run.
  static let keys = ["given", "when", "then"]

  private(set) var source: SourceFile
  let language: StoryLanguage

  /// The keys of the scenario.
  private(set) var node: SyntaxNode

  /// Finds the scenario whose title is in a line; `nil` if there is none.
  init?(_ source: SourceFile, scenarioAt line: Int) {
    guard let story = SyntaxTree(source)?.story(at: line) else { return nil }
    let language = story.language
    func find(in node: SyntaxNode) -> SyntaxNode? {
      if node.node.items != nil { return node.members.compactMap { find(in: $0.value) }.first }
      if let title = node.member("scenario", language), title.value.node.range.start.line == line {
        return node
      }
      return node.member("scenarios", language).flatMap { find(in: $0.value) }
    }
    guard let node = find(in: story) else { return nil }
    (self.source, self.language, self.node) = (source, language, node)
  }

  /// The key with an English name.
  subscript(name: String) -> SyntaxMember? { node.member(name, language) }

  /// The English names of the keys.
  var names: [String] { node.members.map { language.name(of: $0.key?.node.text ?? "") } }

  /// The offset of the title.
  var title: Int { self["scenario"]?.value.node.range.start.offset ?? 0 }

  /// The line of the title, from 1.
  var line: Int { source.lineIndex(at: title) + 1 }

  /// Makes a change, and returns the line of what was changed.
  ///
  /// - Throws: `Diagnostic` if the scenario can't be changed like that, or has to be changed by
  ///   hand.
  mutating func make(_ change: StoryChange) throws(Diagnostic) -> Int {
    switch change {
    case .addStep(let step, let line, let title, let goesOn):
      try step.checkData()
      try removeUnwritten()
      let added = try add(step, after: line, title: title, goesOn: goesOn)
      if let note = step.note {
        let end = source.lineRange(at: source.lineStarts[added - 1]).upperBound
        try apply([TextEdit(end..<end, "  # \(note.replacing("\n", with: " "))")])
      }
      return added
    case .replaceStep(let line, let step):
      try step.checkData()
      try replace(sentence(at: line), with: step)
      return line
    case .removeStep(let line): try removeStep(at: line)
    case .moveStep(let line, let up): return try moveStep(at: line, up: up)
    case .move(let move): try self.move(move)
    case .rename(let title): try rename(to: title)
    case .setExamples(let table): try write(table)
    }
    return line
  }

  /// Makes some edits, and reads the scenario again.
  ///
  /// - Parameter offset: Where they move its title; `nil` if they do not change it.
  mutating func apply(_ edits: [TextEdit?], titleAt offset: Int? = nil) throws(Diagnostic) {
    let new = try source.applying(edits)
    guard let offset = offset ?? edits.compactMap(\.self).map(source.written).offset(of: title),
      let editor = StoryEditor(new, scenarioAt: new.lineIndex(at: offset) + 1)
    else { throw Self.byHand }
    self = editor
  }

  /// Returns the edit that adds a key after the last one of those that fulfil a condition.
  func adding(_ text: String, afterLast isBefore: (String) -> Bool) throws(Diagnostic) -> TextEdit {
    guard node.form == .lines, let last = names.lastIndex(where: isBefore),
      let edit = node.replacing(last + 1..<last + 1, with: [text], in: source)
    else { throw Self.byHand }
    return edit
  }
}

extension SyntaxTree {
  /// Returns the story that a line belongs to.
  func story(at line: Int) -> SyntaxNode? {
    values.last { $0.node.range.start.line <= line } ?? values.first
  }
}

extension SyntaxNode {
  /// Returns the member with a key, by the key's English name.
  func member(_ name: String, _ language: StoryLanguage) -> SyntaxMember? {
    members.first { $0.key.map { language.name(of: $0.node.text ?? "") } == name }
  }
}

extension SourceFile {
  /// Returns a text that takes the place of this one: in the standard layout, if this one is.
  ///
  /// - Throws: ``StoryEditor/byHand`` if it can't be read.
  func checked(_ source: SourceFile) throws(Diagnostic) -> String {
    guard ReadableText(of: source).errors.isEmpty else { throw StoryEditor.byHand }
    let text = source.text(source.bytes.indices)
    guard FormattedStoryFile(formatting: self).text?.utf8.elementsEqual(bytes) == true else {
      return text
    }
    return FormattedStoryFile(formatting: source).text ?? text
  }

  /// Returns the file with some edits.
  func applying(_ edits: [TextEdit?]) throws(Diagnostic) -> SourceFile {
    let made = edits.compactMap(\.self)
    guard made.count == edits.count, let bytes = made.map(written).apply(to: bytes) else {
      throw StoryEditor.byHand
    }
    return SourceFile(path: path, bytes: bytes)
  }

  /// Returns the last line that an insertion gets, from 1.
  func lastLine(of edit: TextEdit) -> Int {
    let text = edit.text.reversed().drop(while: \.isWhitespace)
    return lineIndex(at: edit.range.lowerBound) + 1 + text.count { $0 == "\n" }
  }

  /// Returns the edit that adds an item to the list of a key, which may be empty.
  ///
  /// It goes after the item in a line: at the start if the line is before the key, and at the end
  /// if there is none.
  ///
  /// - Parameters:
  ///   - item: The item without its dash.
  ///   - member: The item as it is written in brackets.
  ///   - isApart: Whether there is an empty line between items.
  func adding(
    _ item: String, or member: String, to list: SyntaxMember, after line: Int?,
    isApart: Bool = false
  ) throws(Diagnostic) -> TextEdit {
    guard let key = list.key, list.value.form != .empty else {
      let column = position(atOffset: list.start).column + 1
      let start = lineRange(at: list.value.start).upperBound
      return TextEdit(start..<start, "\n" + item.listed.indented(by: column))
    }
    let isFirst = line.map { $0 < key.node.range.start.line } ?? false
    let index = line.flatMap { line in
      list.value.members.lastIndex { lineIndex(at: $0.start) < line }
    }
    let at = isFirst ? 0 : index.map { $0 + 1 } ?? list.value.members.count
    let isFlow = list.value.form == .brackets
    guard list.value.node.items != nil,
      let edit = list.value.replacing(
        at..<at, with: [isFlow ? member : (isApart ? "\n" : "") + item.listed], in: self)
    else { throw StoryEditor.byHand }
    return edit
  }
}
