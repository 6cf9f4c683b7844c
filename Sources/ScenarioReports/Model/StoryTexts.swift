import ScenarioLanguage

/// The files of a run, from which reports get their authors' texts.
///
/// Scenarios with the same lines, such as the rows of a table of examples, share one text.
package final class StoryTexts {
  private struct Lines: Hashable {
    var path: String
    var first: Int
    var last: Int
  }

  private var files: [String: SourceFile] = [:]
  private var texts: [Lines: StoryText] = [:]
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
      report.text = text(
        Lines(path: report.path, first: first, last: max(first, report.ownLastLine)), of: file)
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

  private func text(_ lines: Lines, of file: SourceFile) -> StoryText {
    if let text = texts[lines] { return text }
    let text = StoryText((lines.first...lines.last).map(file.lineText).joined(separator: "\n"))
    texts[lines] = text
    return text
  }
}
