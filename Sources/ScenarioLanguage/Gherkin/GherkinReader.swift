import DisplayText

/// Reads features in Gherkin, Cucumber's language, up to the first error.
package struct GherkinReader {
  private let source: SourceFile
  private var words: GherkinWords
  private var language = "en"
  private var parts: [GherkinPart] = []
  /// The number of the current line, from 1.
  private var line = 0
  /// The comments and tags that belong to what follows.
  private var comments: [String] = []
  private var tags: [String] = []
  /// The line of the last tag, comment apart.
  private var tagLine = 0
  private var hasLanguage = false
  /// Whether the last step has a table with a doc string after it.
  private var isTableClosed = false
  /// The doc string that is being read: its delimiter, indentation, first line, and lines.
  private var docString: (mark: String, indentation: Int, line: Int, lines: [String])?

  /// Returns the feature in a file; `nil` if it has only comments.
  package static func feature(in source: SourceFile) throws(Diagnostic) -> GherkinPart? {
    guard let english = GherkinWords(code: "en") else { return nil }
    var reader = GherkinReader(source: source, words: english)
    for line in 1...source.lineStarts.count { try reader.read(line) }
    return try reader.finish()
  }

  private init(source: SourceFile, words: GherkinWords) {
    (self.source, self.words) = (source, words)
  }

  private mutating func finish() throws(Diagnostic) -> GherkinPart? {
    if let docString {
      throw error(
        "this text is not closed", line: docString.line,
        hint: "Write \(docString.mark) after it, on a line of its own.")
    }
    if !tags.isEmpty {
      throw error(
        "these tags belong to nothing", line: tagLine, hint: "Write them above what they belong to.")
    }
    if parts.isEmpty, hasLanguage { throw unexpected() }
    var rest = parts[...]
    var feature = GherkinPart.tree(from: &rest)
    feature?.ending = comments
    return feature
  }

  private mutating func read(_ number: Int) throws(Diagnostic) {
    line = number
    guard let text = String(validating: source.lineBytes(number) ?? [], as: UTF8.self) else {
      throw error(
        "this line is not UTF-8", hint: "Save the file again with the encoding UTF-8.")
    }
    let content = text.trimmed[...]
    guard docString == nil else { return readDocString(text, content) }
    if content.isEmpty {
      if isInDescription { parts[parts.count - 1].description.append("") }
    } else if content.hasPrefix("#") {
      try readComment(content)
    } else if content.hasPrefix("@") {
      try readTags(content)
    } else if try !readStep(text, content), try !readPart(content), try !readRow(content) {
      guard isInDescription else { throw unexpected() }
      parts[parts.count - 1].description.append(text)
    }
  }

  /// Whether a line without a keyword is part of a description.
  private var isInDescription: Bool {
    guard let part = parts.last, tags.isEmpty else { return false }
    return part.steps.isEmpty && part.rows.isEmpty
  }

  private mutating func readComment(_ content: Substring) throws(Diagnostic) {
    guard parts.isEmpty, tags.isEmpty, !hasLanguage,
      let code = content.wholeMatch(of: /#\s*language\s*:\s*([a-zA-Z_-]+)/)?.1
    else { return comments.append(String(content)) }
    guard let words = GherkinWords(code: String(code)) else {
      let near = NearestText.suggestions(for: String(code), among: GherkinWords.codes)
      throw error(
        "Gherkin has no language \"\(code)\"",
        hint: didYouMean(anyOf: near).first ?? "Write a code such as de, fr or zh-CN.")
    }
    (self.words, language, hasLanguage) = (words, String(code), true)
  }

  private mutating func readTags(_ content: Substring) throws(Diagnostic) {
    let written = content.firstMatch(of: /\s#/).map { content[..<$0.range.lowerBound] } ?? content
    let names = written.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard !names.contains(where: { $0.contains(where: \.isWhitespace) }) else {
      throw error(
        "a tag has no spaces", hint: "Write @ before each tag, or - in place of the space.")
    }
    guard !names.contains("") else {
      throw error("this tag has no name", hint: "Write it after the @.")
    }
    tags += names.map(String.init)
    tagLine = line
  }

  /// Reads a step, or the beginning of its doc string; returns whether there is one.
  private mutating func readStep(
    _ text: String, _ content: Substring
  ) throws(Diagnostic) -> Bool {
    guard let part = parts.last, part.kind == .background || part.kind == .scenario,
      tags.isEmpty
    else { return false }
    let last = part.steps.count - 1
    if let mark = ["\"\"\"", "```"].first(where: { content.hasPrefix($0) }), last >= 0 {
      guard part.steps[last].docString == nil else { throw unexpected() }
      isTableClosed = !part.steps[last].rows.isEmpty
      docString = (mark, text.prefix(while: \.isWhitespace).count, line, [])
      parts[parts.count - 1].steps[last].mediaType = String(content.dropFirst(3).trimmed)
      parts[parts.count - 1].steps[last].inner += takeComments()
      return true
    }
    // A keyword ends with a space, which a line without a text has, too.
    let rest = text.drop(while: \.isWhitespace)
    guard let (kind, sentence) = words.keyword(in: rest, isStep: true) else { return false }
    isTableClosed = false
    parts[parts.count - 1].steps.append(
      GherkinPart.Step(keyword: "\(kind)", text: sentence, comments: takeComments()))
    return true
  }

  private mutating func readDocString(_ text: String, _ content: Substring) {
    guard let (mark, indentation, _, lines) = docString, let step = parts.last?.steps.indices.last
    else { return }
    guard !content.hasPrefix(mark) else {
      parts[parts.count - 1].steps[step].docString = lines.joined(separator: "\n")
      docString = nil
      return
    }
    let own = text.prefix(while: \.isWhitespace).count
    let line = text.dropFirst(min(own, indentation))
    let escaped = mark.map { "\\\($0)" }.joined()
    docString?.lines.append(String(line).replacing(escaped, with: mark))
  }

  /// Reads the line that begins a part; returns whether there is one.
  private mutating func readPart(_ content: Substring) throws(Diagnostic) -> Bool {
    guard let (word, name) = words.keyword(in: content, isStep: false) else { return false }
    let last = parts.last?.kind
    let kind: GherkinPart.Kind
    switch word {
    case .feature where last == nil: kind = .feature
    case .background where tags.isEmpty && (last == .feature || last == .rule): kind = .background
    case .scenario where last != nil, .outline where last != nil: kind = .scenario
    case .rule where last != nil: kind = .rule
    case .examples where last == .scenario || last == .examples: kind = .examples
    default:
      guard !isInDescription else { return false }
      guard word == .feature, last != nil else { throw unexpected() }
      throw error(
        "this is another feature, but a file has one", hint: "Write it into a file of its own.")
    }
    parts.append(
      GherkinPart(
        kind: kind, name: name, tags: tags, comments: takeComments(), language: language))
    tags = []
    return true
  }

  /// Reads a row of a table; returns whether there is one.
  private mutating func readRow(_ content: Substring) throws(Diagnostic) -> Bool {
    guard content.hasPrefix("|"), tags.isEmpty, let part = parts.last else { return false }
    let step = part.steps.count - 1
    if part.kind == .examples {
      parts[parts.count - 1].rows.append((Self.cells(of: content), takeComments()))
    } else if step >= 0, !isTableClosed {
      parts[parts.count - 1].steps[step].rows.append((Self.cells(of: content), takeComments()))
    } else {
      return false
    }
    try checkRows()
    return true
  }

  /// Throws an error if the last row has another number of cells than the first one of its table.
  private func checkRows() throws(Diagnostic) {
    let rows = parts.last.map { $0.steps.last?.rows ?? $0.rows } ?? []
    guard let first = rows.first?.cells.count, let last = rows.last?.cells.count, first != last
    else { return }
    throw error(
      "this row has \(Message.counted(last, "cell")), but the first one of its table has \(first)",
      hint: "Write | around each cell, and \\| for a | in a cell.")
  }

  private static func cells(of row: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in row.dropFirst() {
      if isEscaped {
        cell += character == "n" ? "\n" : "|\\".contains(character) ? "" : "\\"
        if character != "n" { cell.append(character) }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "|" {
        cells.append(cell)
        cell = ""
      } else {
        cell.append(character)
      }
    }
    return cells.map { cell in
      let start = cell.drop { $0.isWhitespace && $0 != "\n" }
      let end = start.lastIndex { !$0.isWhitespace || $0 == "\n" }
      return end.map { String(start[...$0]) } ?? ""
    }
  }

  private mutating func takeComments() -> [String] {
    defer { comments = [] }
    return comments
  }

  /// Returns the error of a line that has no place where it is.
  private func unexpected() -> Diagnostic {
    guard let part = parts.last else {
      let feature = words.word(.feature)
      return error(
        "this is not a feature", hint: "Write \"\(feature): …\" first, with the name of the feature.")
    }
    let steps = [GherkinWords.Kind.given, .when, .then].map { "\"\(words.word($0)) …\"" }
    let forms =
      part.kind == .background || part.kind == .scenario ? steps.joined(separator: ", ") + ", " : ""
    let scenario = words.word(.scenario)
    return error(
      "this line has no keyword that can be here", hint: "Write \(forms)\"\(scenario): …\" or # …")
  }

  private func error(_ message: Message, line: Int? = nil, hint: Message) -> Diagnostic {
    let bytes = source.lineBytes(line ?? self.line) ?? []
    let content = bytes.drop(while: \.isSpaceOrTab)
    let end = content.lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? content.endIndex
    return Diagnostic(
      message, at: source.location(of: source.range(content.startIndex..<end)), hints: [hint])
  }
}
