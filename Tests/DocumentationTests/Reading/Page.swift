import Foundation
import Testing

/// A Markdown page of the repository.
struct Page: Sendable, CustomTestStringConvertible {
  /// A fenced block.
  struct Block: Sendable, CustomTestStringConvertible {
    /// The page's path and the line of the fence.
    var location: String
    /// The text after the fence, such as `yaml`.
    var language: String
    /// The lines without their common indentation.
    var lines: [String]
    /// The output in the block after this one; `nil` if there is none.
    var output: [String]?

    var text: String { lines.joined(separator: "\n") + "\n" }
    var testDescription: String { location }
  }

  /// The path relative to the root of the repository.
  let path: String
  let lines: [String]
  private(set) var blocks: [Block] = []
  /// The lines outside blocks, with their numbers from 1.
  private(set) var prose: [(number: Int, text: String)] = []

  /// The paragraphs of the prose, where each list item is a paragraph.
  var paragraphs: [[String]] {
    prose.reduce(into: [[]]) { paragraphs, line in
      if line.text.isEmpty || line.text.hasPrefix("- ") { paragraphs.append([]) }
      if !line.text.isEmpty { paragraphs[paragraphs.count - 1].append(line.text) }
    }.filter { !$0.isEmpty }
  }

  var testDescription: String { path }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All articles of the documentation catalogues.
  static let articles: [Page] = {
    let sources = root.appending(path: "Sources").path
    let paths = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
      .map { Page("Sources/\($0)") }
  }()

  static let readme = Page("README.md")

  /// Returns the text of this package's manifest.
  static func packageManifest() throws -> String {
    try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
  }

  /// Returns the article with a name, without the extension.
  static func article(_ name: String) -> Page? {
    articles.first { $0.path.hasSuffix("/\(name).md") }
  }

  init(_ path: String) {
    self.path = path
    let url = Self.root.appending(path: path)
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    read()
  }

  private mutating func read() {
    var open: Block?
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("```"), let block = open {
        close(block)
        open = nil
      } else if trimmed.hasPrefix("```") {
        open = Block(
          location: "\(path):\(index + 1)", language: String(trimmed.dropFirst(3)), lines: [])
      } else if open != nil {
        open?.lines.append(line)
      } else {
        prose.append((index + 1, line))
        // Output belongs to the block before it only if no heading comes between them.
        if line.hasPrefix("#") { lastStory = nil }
      }
    }
    if let open { close(open) }
  }

  private var lastStory: Int?

  private mutating func close(_ block: Block) {
    var block = block
    let indentation = block.lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min()
    block.lines = block.lines.map { String($0.dropFirst(indentation ?? 0)) }
    if block.language == "text", let story = lastStory {
      blocks[story].output = block.lines
      lastStory = nil
    } else {
      // A command that runs the story may come between the story and its output.
      if block.language != "sh" { lastStory = block.language == "yaml" ? blocks.count : nil }
      blocks.append(block)
    }
  }
}

extension Page {
  /// The anchors that a code host derives from the headings.
  var anchors: Set<String> {
    Set(
      prose.map(\.text).filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" }.dropFirst().lowercased()
          .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  /// Returns the rows of the first table below a heading as lists of cells, without the header.
  func table(below heading: String) -> [[String]] { Array(lines(below: heading).dropFirst(2)) }

  /// Returns the cells of the heading of that table, without the first.
  func header(below heading: String) -> [String] {
    Array(lines(below: heading).first?.dropFirst() ?? [])
  }

  private func lines(below heading: String) -> [[String]] {
    let lines = prose.map(\.text)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("#") && $0.hasSuffix(" " + heading) })
    else { return [] }
    let rows = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
      .drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return rows.map { row in
      row.dropFirst().dropLast().replacing("\\|", with: "\u{0}")
        .split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns the code spans in the first column of the table below a heading.
  func names(below heading: String) -> [String] {
    table(below: heading).flatMap { $0.first?.codeSpans ?? [] }
  }
}

extension String {
  /// The texts between backticks.
  var codeSpans: [String] {
    matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}
