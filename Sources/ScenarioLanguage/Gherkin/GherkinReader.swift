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
  /// The comments and tags that belong to what follows.
  private var comments: [String] = []
  private var tags: [String] = []
  /// The ignored texts at the ends of lines.
  private var ignored: [String] = []
  /// The delimiter and the text of the doc string that is being read.
  private var docString: (mark: String, text: [String])?
  /// The line of the last tag, or of the beginning of the doc string.
  private var openLine = 0
  /// The number of spaces before the first line of a description or a doc string.
  private var indentation = 0
  /// Whether the last step has a table with a doc string after it.
  private var isTableClosed = false

  /// Returns the feature in a file; `nil` if there are only comments.
  package static func feature(in source: SourceFile) throws(Diagnostic) -> GherkinPart? {
    guard let english = GherkinWords(code: "en") else { return nil }
    var reader = GherkinReader(source: source, words: english)
    for _ in source.lineStarts { try reader.readLine() }
    if reader.docString != nil || !reader.tags.isEmpty { reader.line = reader.openLine }
    if let mark = reader.docString?.mark {
      throw reader.error("this text is not closed", hint: "Write \(mark) on a line below it.")
    }
    let needsFeature = reader.language != nil && reader.parts.isEmpty
    if needsFeature || !reader.tags.isEmpty { throw reader.unexpected("") }
    var rest = reader.parts[...]
    var feature = GherkinPart.tree(from: &rest)
    feature?.language = reader.language ?? "en"
    feature?.ending = reader.comments
    feature?.ignored = reader.ignored
    return feature
  }

  private mutating func readLine() throws(Diagnostic) {
    line += 1
    guard let text = String(validating: source.lineBytes(line) ?? [], as: UTF8.self) else {
      throw error("this line is not UTF-8", hint: "Save the file again with the encoding UTF-8.")
    }
    let (content, space) = (text.trimmed, text.prefix(while: \.isWhitespace).count)
    if docString != nil {
      readDocString(text.dropFirst(min(space, indentation)), content)
    } else if content.hasPrefix("#") {
      try readComment(content)
    } else if content.hasPrefix("@") {
      try readTags(content)
    } else if content.isEmpty {
      guard isInDescription, !parts[last].description.isEmpty else { return }
      parts[last].description.append("")
    } else if try !readPart(text.dropFirst(space)), try !readArgument(content, after: space) {
      guard isInDescription else { throw unexpected(content) }
      if parts[last].description.isEmpty { indentation = space }
      let inner = String(repeating: " ", count: max(0, space - indentation))
      parts[last].description.append(inner + content)
      parts[last].comments += comments
      comments = []
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
    let end = content.firstMatch(of: /\s#/)?.range.lowerBound ?? content.endIndex
    let names = content[..<end].dropFirst()
      .split(separator: "@", omittingEmptySubsequences: false).map { String($0.trimmed) }
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
      throw error("a tag is one word after @", hint: "Write - in place of a space in it.")
    }
    (tags, openLine) = (tags + names, line)
    keep(content[end...])
  }

  /// Reads a step, or the line that begins another part; returns whether there is one.
  private mutating func readPart(_ text: Substring) throws(Diagnostic) -> Bool {
    let isInSteps = tags.isEmpty && (owner == .background || owner == .scenario)
    let step = isInSteps ? words.keyword(of: text, isStep: true) : nil
    guard let (kind, name) = step ?? words.keyword(of: text, isStep: false) else { return false }
    let before = parts.last?.kind
    let canBeHere =
      switch kind {
      case .feature: before == nil
      case .background: tags.isEmpty && (before == .feature || before == .rule)
      case .examples: owner == .scenario || owner == .examples
      default: before != nil
      }
    guard canBeHere else { return false }
    if !kind.isStep {
      owner = kind
    } else if name.isEmpty {
      throw error("this step has no sentence", hint: "Write it after the keyword.")
    }
    parts.append(
      GherkinPart(kind: kind, name: name, line: line, tags: tags, comments: comments))
    (comments, tags, isTableClosed) = ([], [], false)
    return true
  }

  /// Reads a row of a table, or the beginning of a doc string; returns whether there is one.
  private mutating func readArgument(
    _ content: String, after space: Int
  ) throws(Diagnostic) -> Bool {
    guard tags.isEmpty, let kind = parts.last?.kind, kind.isStep || kind == .examples
    else { return false }
    if content.hasPrefix("|"), !isTableClosed {
      try readRow(content.dropFirst())
      return true
    }
    guard kind.isStep, parts[last].text == nil,
      let mark = ["\"\"\"", "```"].first(where: { content.hasPrefix($0) })
    else { return false }
    docString = (mark, [])
    (indentation, openLine) = (space, line)
    isTableClosed = !parts[last].rows.isEmpty
    parts[last].mediaType = String(content.dropFirst(3)).trimmed
    parts[last].comments += comments
    comments = []
    return true
  }

  private mutating func readDocString(_ text: Substring, _ content: String) {
    guard let mark = docString?.mark, !content.hasPrefix(mark) else {
      parts[last].text = docString?.text.joined(separator: "\n")
      keep(content.dropFirst(3))
      return docString = nil
    }
    let escaped = mark.map { "\\\($0)" }.joined()
    docString?.text.append(String(text.replacing(escaped, with: mark)))
  }

  /// Reads a row of a table after its first `|`.
  private mutating func readRow(_ row: Substring) throws(Diagnostic) {
    var (cells, rest) = ([String](), row)
    while let cell = rest.prefixMatch(of: /((?:[^|\\]|\\.)*)\|/) {
      let text = String(cell.1.trimmed)
      cells.append(text.replacing(/\\([n|\\])/) { $0.1 == "n" ? "\n" : String($0.1) })
      rest = rest[cell.range.upperBound...]
    }
    keep(rest)
    parts[last].rows.append((cells, comments))
    comments = []
    let count = parts[last].rows[0].cells.count
    guard count != cells.count else { return }
    throw error(
      "this row has \(Message.counted(cells.count, "cell")), but the first one has \(count)",
      hint: "Write | around each cell, and \\| for a | in a cell.")
  }

  /// Keeps what Gherkin ignores at the end of a line as a comment.
  private mutating func keep(_ rest: Substring) {
    let text = String(rest.trimmed)
    if !text.isEmpty { comments.append(text.hasPrefix("#") ? text : "# \(text)") }
    if !text.isEmpty, !text.hasPrefix("#") { ignored.append(text) }
  }

  /// Returns the error of a line that has no place where it is.
  private func unexpected(_ content: String) -> Diagnostic {
    let kinds = [false, true].compactMap { words.keyword(of: content, isStep: $0)?.kind }
    let steps = [.given, .when, .then].map(words.word).joined(separator: ", ")
    let isArgument = ["|", "\"\"\"", "```"].contains(where: content.hasPrefix)
    let (problem, hint): (Message, Message) =
      switch kinds.first {
      case _ where !tags.isEmpty:
        ("these tags belong to nothing", "Write them above a feature, rule or scenario.")
      case _ where owner == nil:
        ("no feature begins here", "Begin with \"\(words.word(.feature)): …\".")
      case .feature: ("this is another feature", "Write it into a file of its own.")
      case .background:
        ("this background is not the first part of its feature or rule", "Move its steps there.")
      case .examples:
        ("these examples belong to no scenario", "Write them below the steps of a scenario.")
      case .some: ("this step is below examples", "Write it above them.")
      case nil where isArgument: ("a step has at most one table and one text", "Add a step for it.")
      case nil:
        (
          "this line has no keyword that can be here",
          "Steps begin with \(steps), scenarios with \"\(words.word(.scenario)):\"."
        )
      }
    return error(problem, hint: hint)
  }

  private func error(_ message: Message, hint: Message) -> Diagnostic {
    let range = source.range((source.lineBytes(line) ?? []).drop(while: \.isSpaceOrTab).indices)
    return Diagnostic(message, at: source.location(of: range), hints: [hint])
  }
}
