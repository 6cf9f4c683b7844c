import ScenarioLanguage

extension LanguageService {
  /// Returns the scenario whose title is in a line of an open document.
  ///
  /// - Throws: `Diagnostic` if there is no such scenario, or if the text has errors.
  func scenarioText(at line: Int, in path: String) throws(Diagnostic) -> ScenarioText {
    let (source, _, language) = try story(at: line, in: path)
    guard let text = ScenarioText(source, scenarioAt: line, language) else {
      throw Diagnostic("there is no scenario in line \(line)")
    }
    return text
  }

  /// Returns the text of an open document, and the story that a line of it belongs to.
  func story(
    at line: Int, in path: String
  ) throws(Diagnostic) -> (SourceFile, Story, StoryLanguage) {
    guard let document = document(path), document.text.errors.isEmpty else {
      throw Diagnostic("the text has errors; correct them first")
    }
    guard let story = document.story(at: line), let language = StoryLanguage(code: story.language)
    else { throw ScenarioText.byHand }
    return (document.source, story, language)
  }
}

extension LanguageService.Document {
  /// Returns the story that a line belongs to.
  func story(at line: Int) -> Story? {
    file.stories.last { $0.range.start.line <= line } ?? file.stories.first
  }
}

/// A scenario in the syntax tree of a text, and changes of it.
struct ScenarioText {
  static let byHand = Diagnostic("this can't be changed here; change it in the text")

  /// The keys of steps in the order in which they run.
  static let keys = ["given", "when", "then"]

  private(set) var source: SourceFile
  let language: StoryLanguage

  /// The keys of the scenario.
  private(set) var node: SyntaxNode

  /// Finds the scenario whose title is in a line; `nil` if there is none.
  init?(_ source: SourceFile, scenarioAt line: Int, _ language: StoryLanguage) {
    func find(in node: SyntaxNode) -> SyntaxNode? {
      if node.node.items != nil { return node.members.compactMap { find(in: $0.value) }.first }
      if let title = node.member("scenario", language), title.value.node.range.start.line == line {
        return node
      }
      return node.member("scenarios", language).flatMap { find(in: $0.value) }
    }
    guard let tree = SyntaxTree(source),
      let node = tree.values.compactMap({ find(in: $0) }).first
    else { return nil }
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

  /// Makes some edits, and reads the scenario again.
  mutating func apply(_ edits: TextEdit?...) throws(Diagnostic) {
    guard let moved = edits.compactMap(\.self).map(source.written).offset(of: title) else {
      throw Self.byHand
    }
    try apply(edits, titleAt: moved)
  }

  /// Makes some edits, and reads the scenario again, whose title they move to an offset.
  mutating func apply(_ edits: [TextEdit?], titleAt offset: Int) throws(Diagnostic) {
    let new = try source.applying(edits)
    guard let text = ScenarioText(new, scenarioAt: new.lineIndex(at: offset) + 1, language) else {
      throw Self.byHand
    }
    self = text
  }

  /// Returns the edit that adds a key after the last one of those that fulfil a condition.
  func adding(_ text: String, afterLast isBefore: (String) -> Bool) throws(Diagnostic) -> TextEdit {
    guard node.form == .lines, let last = names.lastIndex(where: isBefore),
      let edit = node.replacing(last + 1..<last + 1, with: [text], in: source)
    else { throw Self.byHand }
    return edit
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
  /// - Throws: ``ScenarioText/byHand`` if it can't be read.
  func checked(_ source: SourceFile) throws(Diagnostic) -> String {
    guard ReadableText(of: source).errors.isEmpty else { throw ScenarioText.byHand }
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
      throw ScenarioText.byHand
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
    let text = item.indented(by: 2).dropFirst(2)
    guard let key = list.key, list.value.form != .empty else {
      let column = position(atOffset: list.start).column + 1
      let start = lineRange(at: list.value.start).upperBound
      return TextEdit(start..<start, "\n" + "- \(text)".indented(by: column))
    }
    let isFirst = line.map { $0 < key.node.range.start.line } ?? false
    let index = line.flatMap { line in
      list.value.members.lastIndex { lineIndex(at: $0.start) < line }
    }
    let at = isFirst ? 0 : index.map { $0 + 1 } ?? list.value.members.count
    let isFlow = list.value.form == .brackets
    guard list.value.node.items != nil,
      let edit = list.value.replacing(
        at..<at, with: [isFlow ? member : "\(isApart ? "\n" : "")- \(text)"], in: self)
    else { throw ScenarioText.byHand }
    return edit
  }
}
