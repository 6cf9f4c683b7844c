import ScenarioLanguage
import Synchronization

/// An author's text, stored once for all scenarios that share it, such as the rows of a table of
/// examples.
///
/// Copies of a text share its storage. Two texts are compared by their fingerprints.
package struct StoryText: Sendable, Hashable, CustomStringConvertible,
  ExpressibleByStringInterpolation
{
  private final class Storage: Sendable {
    let text: String
    let fingerprint: Fingerprint
    let lines = Mutex<[Substring]?>(nil)

    init(_ text: String) { (self.text, fingerprint) = (text, Fingerprint(of: text)) }
  }

  private static let empty = Storage("")

  private let storage: Storage

  package init(_ text: String) { storage = text.isEmpty ? Self.empty : Storage(text) }

  /// Creates a text from a literal.
  package init(stringLiteral text: String) { self.init(text) }

  /// The text.
  package var description: String { storage.text }

  /// Whether the text has no characters.
  package var isEmpty: Bool { storage.text.isEmpty }

  /// The lines that have content, without indentation and list dashes.
  var contentLines: [Substring] {
    storage.lines.withLock { known in
      if let known { return known }
      let lines = storage.text.split(whereSeparator: \.isNewline).map { line in
        let text = line.trimmed
        return text.hasPrefix("- ") ? text.dropFirst(2).trimmed : text
      }.filter { !$0.isEmpty }
      known = lines
      return lines
    }
  }

  /// Returns whether two texts differ only in their layout, as after `scenarios format`.
  func hasSameValues(as other: Self) -> Bool {
    let trees = [self, other].map { SyntaxTree(SourceFile(path: "", text: $0.description)) }
    guard let one = trees[0], let two = trees[1] else { return false }
    return one.isEquivalent(to: two)
  }

  /// Returns whether two texts are the same.
  package static func == (one: Self, other: Self) -> Bool {
    one.storage === other.storage
      || one.storage.fingerprint == other.storage.fingerprint
        && one.storage.text == other.storage.text
  }

  /// Hashes the fingerprint.
  package func hash(into hasher: inout Hasher) { hasher.combine(storage.fingerprint) }
}

/// The files of a run, from which reports get their authors' texts.
///
/// Scenarios with the same lines, such as the rows of a table of examples, share one text.
package final class StoryTexts {
  private var files: [String: SourceFile] = [:]
  private var texts: [String: [ClosedRange<Int>: StoryText]] = [:]
  private var masks: [StoryText: SecretMask] = [:]

  package init() {}

  /// Adds a file whose scenarios are reported.
  package func add(_ file: SourceFile) { files[file.path] = file }

  /// Adds the author's lines to a report that a worker has sent; masked lines replace them.
  package func complete(_ report: inout ScenarioReport) {
    if let masked = report.maskedText {
      (report.text, report.maskedText) = (StoryText(masked), nil)
    } else if let file = files[report.path] {
      let first = report.firstLine ?? report.line
      report.text = text(first...max(first, report.ownLastLine), of: file)
    }
  }

  /// Replaces the secrets in a report, including those that only the author's lines name.
  package func maskSecrets(in report: inout ScenarioReport) {
    complete(&report)
    let text = report.text
    let mask = masks[text] ?? SecretMask(findingSecretsIn: text.description)
    masks[text] = mask
    report.maskSecrets(of: mask)
    if report.text != text { report.maskedText = report.text.description }
  }

  private func text(_ lines: ClosedRange<Int>, of file: SourceFile) -> StoryText {
    if let text = texts[file.path]?[lines] { return text }
    let text = StoryText(lines.map(file.lineText).joined(separator: "\n"))
    texts[file.path, default: [:]][lines] = text
    return text
  }
}
