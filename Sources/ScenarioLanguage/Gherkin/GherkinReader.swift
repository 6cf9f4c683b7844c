import DisplayText

/// Reads features in Gherkin, Cucumber's language, up to the first error.
package struct GherkinReader {
  private let source: SourceFile
  private var words: GherkinWords
  private var language: String?
  private var parts: [GherkinPart] = []
  /// The kind of the last part that is no step.
  private var owner: GherkinPart.Kind?
  /// The number of the current line, from 1.
  private var line = 0
  /// The comments and tags that belong to what follows, and the line of the last tag.
  private var comments: [String] = []
  private var tags: [String] = []
  private var tagLine = 0
  /// The delimiter, the first line and the text of the doc string that is being read.
  private var docString: (mark: String, line: Int, text: [String])?
  /// The number of spaces before the first line of a description or a doc string.
  private var indentation = 0
  /// Whether the last step has a table with a doc string after it.
  private var isTableClosed = false

  /// Returns the feature in a file; `nil` if there are only comments.
  package static func feature(in source: SourceFile) throws(Diagnostic) -> GherkinPart? {
    guard let english = GherkinWords(code: "en") else { return nil }
    var reader = GherkinReader(source: source, words: english)
    for line in 1...source.lineStarts.count {
      reader.line = line
      try reader.readLine()
    }
    if let (mark, line, _) = reader.docString {
      reader.line = line
      throw reader.error("this text is not closed", hint: "Write \(mark) on a line below it.")
    }
    if !reader.tags.isEmpty { reader.line = reader.tagLine }
    let isIncomplete = !reader.tags.isEmpty || reader.language != nil && reader.parts.isEmpty
    guard !isIncomplete else { throw reader.unexpected("") }
    var rest = reader.parts[...]
    var feature = GherkinPart.tree(from: &rest)
    feature?.language = reader.language ?? "en"
    feature?.ending = reader.comments
    return feature
  }

  private mutating func readLine() throws(Diagnostic) {
    guard let text = String(validating: source.lineBytes(line) ?? [], as: UTF8.self) else {
      throw error("this line is not UTF-8", hint: "Save the file again with the encoding UTF-8.")
    }
    let content = text.trimmed
    if docString != nil {
      readDocString(text, content)
    } else if content.hasPrefix("#") {
      try readComment(content)
    } else if content.hasPrefix("@") {
      try readTags(content)
    } else if content.isEmpty {
      guard isInDescription, !parts[last].description.isEmpty else { return }
      parts[last].description.append("")
    } else if try !readPart(text.drop(while: \.isWhitespace)), try !readArgument(text, content) {
      guard isInDescription else { throw unexpected(content) }
      if parts[last].description.isEmpty { indentation = text.indentation }
      let space = String(repeating: " ", count: max(0, text.indentation - indentation))
      parts[last].description.append(space + content)
    }
  }

  private var last: Int { parts.count - 1 }

  /// Whether a line without a keyword is part of a description.
  private var isInDescription: Bool {
    guard let part = parts.last, tags.isEmpty else { return false }
    return !part.kind.isStep && part.rows.isEmpty
  }

  private mutating func readComment(_ content: String) throws(Diagnostic) {
    guard parts.isEmpty, tags.isEmpty, language == nil,
      let match = content.wholeMatch(of: /#\s*language\s*:\s*([a-zA-Z_-]+)/)
    else { return comments.append(content) }
    let code = String(match.1)
    guard let words = GherkinWords(code: code) else {
      let near = NearestText.suggestions(for: code, among: GherkinWords.codes)
      throw error(
        "Gherkin has no language \"\(code)\"",
        hint: didYouMean(anyOf: near).first ?? "Write a code such as de, fr or zh-CN.")
    }
    (self.words, language) = (words, code)
  }

  private mutating func readTags(_ content: String) throws(Diagnostic) {
    let names = content.replacing(/\s#.*/, with: "").dropFirst()
      .split(separator: "@", omittingEmptySubsequences: false).map { String($0.trimmed) }
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
      throw error("a tag is one word after @", hint: "Write - in place of a space in it.")
    }
    tags += names
    tagLine = line
  }

  /// Reads a step, or the line that begins another part; returns whether there is one.
  private mutating func readPart(_ text: Substring) throws(Diagnostic) -> Bool {
    let isInSteps = tags.isEmpty && (owner == .background || owner == .scenario)
    if isInSteps, let (kind, sentence) = words.keyword(of: text, isStep: true) {
      guard !sentence.isEmpty else {
        throw error("this step has no sentence", hint: "Write it after the keyword.")
      }
      append(kind, sentence)
      return true
    }
    guard let (kind, name) = words.keyword(of: text, isStep: false) else { return false }
    let before = parts.last?.kind
    let canBeHere =
      switch kind {
      case .feature: before == nil
      case .background: tags.isEmpty && (before == .feature || before == .rule)
      case .examples: owner == .scenario || owner == .examples
      default: before != nil
      }
    guard canBeHere else { return false }
    owner = kind == .outline ? .scenario : kind
    append(owner ?? kind, name)
    return true
  }

  private mutating func append(_ kind: GherkinPart.Kind, _ name: String) {
    parts.append(GherkinPart(kind: kind, name: name, tags: tags, comments: comments))
    (comments, tags, isTableClosed) = ([], [], false)
  }

  /// Reads a row of a table, or the beginning of a doc string; returns whether there is one.
  private mutating func readArgument(
    _ text: String, _ content: String
  ) throws(Diagnostic) -> Bool {
    guard tags.isEmpty, let part = parts.last, part.kind.isStep || part.kind == .examples
    else { return false }
    if content.hasPrefix("|"), !isTableClosed {
      let cells = Self.cells(of: content)
      parts[last].rows.append((cells, comments))
      comments = []
      guard let first = part.rows.first?.cells.count, first != cells.count else { return true }
      throw error(
        "this row has \(Message.counted(cells.count, "cell")), but the first one has \(first)",
        hint: "Write | around each cell, and \\| for a | in a cell.")
    }
    guard part.kind.isStep, part.text == nil,
      let mark = ["\"\"\"", "```"].first(where: { content.hasPrefix($0) })
    else { return false }
    docString = (mark, line, [])
    (indentation, isTableClosed) = (text.indentation, !part.rows.isEmpty)
    parts[last].mediaType = String(content.dropFirst(3)).trimmed
    parts[last].comments += comments
    comments = []
    return true
  }

  private mutating func readDocString(_ text: String, _ content: String) {
    guard let mark = docString?.mark, !content.hasPrefix(mark) else {
      parts[last].text = docString?.text.joined(separator: "\n")
      return docString = nil
    }
    let escaped = mark.map { "\\\($0)" }.joined()
    let line = String(text.dropFirst(min(text.indentation, indentation)))
    docString?.text.append(line.replacing(escaped, with: mark))
  }

  private static func cells(of row: String) -> [String] {
    row.dropFirst().matches(of: /((?:[^|\\]|\\.)*)\|/).map { cell in
      String(cell.1.trimmed)
        .replacing(/\\([n|\\])/) { $0.1 == "n" ? "\n" : String($0.1) }
    }
  }

  /// Returns the error of a line that has no place where it is.
  private func unexpected(_ content: String) -> Diagnostic {
    if !tags.isEmpty {
      return error("nothing has the tags", hint: "Write them above what has them.")
    }
    if owner == nil {
      return error("no feature begins here", hint: "Begin with \"\(words.word(.feature)): …\".")
    }
    if words.keyword(of: content, isStep: false)?.kind == .feature {
      return error("this is another feature", hint: "Write it into a file of its own.")
    }
    let steps = [.given, .when, .then].map(words.word).joined(separator: ", ")
    return error(
      "this line has no keyword that can be here",
      hint: "Steps begin with \(steps), scenarios with \"\(words.word(.scenario)):\".")
  }

  private func error(_ message: Message, hint: Message) -> Diagnostic {
    let content = (source.lineBytes(line) ?? []).drop(while: \.isSpaceOrTab)
    return Diagnostic(
      message, at: source.location(of: source.range(content.startIndex..<content.endIndex)),
      hints: [hint])
  }
}

extension String {
  /// The number of spaces before the text.
  fileprivate var indentation: Int { prefix(while: \.isWhitespace).count }
}
