import ScenarioLanguage
import ScenarioResults

/// What was found in files without running them, for people and for programs.
public struct Diagnostics: Sendable {
  /// How many files were looked at.
  public var fileCount: Int

  /// What was found, in the order of files and places.
  public var mistakes: [Diagnostic]

  /// Creates it from what was found, in any order.
  public init(fileCount: Int, mistakes: [Diagnostic]) {
    self.fileCount = fileCount
    self.mistakes = mistakes.sortedByPlace()
  }

  /// How many of them are of a severity.
  public func count(_ severity: Diagnostic.Severity) -> Int {
    mistakes.count { $0.severity == severity }
  }

  /// The text for people: each mistake in the compiler's format, then the counts.
  ///
  /// - Parameters:
  ///   - style: With colours or without.
  ///   - width: How many columns a line may fill; 100 unless given.
  public func text(style: TextStyle, width: Int = 100) -> String {
    let formatter = DiagnosticFormatter(isColored: style.isColored, lineWidth: width)
    let look: TextStyle.Look =
      count(.error) > 0 ? .red : count(.warning) > 0 ? .yellow : .green
    let gap = mistakes.isEmpty ? "" : "\n\n"
    return formatter.format(mistakes) + gap + style(counts, look) + "\n"
  }

  /// The counts in a line: `6 files: 1 error, 2 warnings`.
  public var counts: String {
    let severities: [Diagnostic.Severity] = [.error, .warning, .note]
    let parts = severities.compactMap { severity in
      let number = count(severity)
      return number > 0 ? Summary.count(number, severity.rawValue) : nil
    }
    let files = Summary.count(fileCount, "file")
    return "\(files): \(parts.isEmpty ? "nothing to put right" : parts.joined(separator: ", "))"
  }
}
