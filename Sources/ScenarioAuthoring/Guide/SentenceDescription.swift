import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The description of a sentence, for guides, lists and editors.
struct SentenceDescription {
  /// The longest example in a list, in characters.
  private static let longestExample = 99

  let step: VocabularyData.Step
  let data: [DataLine]
  private let wordings: [Vocabulary.Entry]
  private let uses: [SentenceUse]
  private let language: StoryLanguage

  /// Creates a description, in which the wordings of the language come first.
  init(
    of entry: Vocabulary.Entry, in vocabulary: VocabularyData, uses: [SentenceUse] = [],
    _ language: StoryLanguage
  ) {
    step = vocabulary.step(of: entry)
    data = DataLine.lines(for: step.data, in: language)
    wordings = vocabulary.wordings(of: entry.signature, in: language)
    (self.uses, self.language) = (uses, language)
  }

  /// The sentence as it is defined.
  var title: String { (wordings.first?.expression.source ?? "") + (takesData ? ": …" : "") }

  /// The sentence as people read it, without its data.
  var readable: String { wordings.first?.expression.readable(in: language) ?? "" }

  /// The shortest use.
  var example: SentenceUse? { uses.shortest(preferring: wordings.first?.expression.source ?? "") }

  /// The keys of the value that it compares.
  var shownKeys: [String] {
    if case .mapping(let fields, _)? = step.shown { fields.map(\.name) } else { [] }
  }

  private var takesData: Bool { step.signature.takesData }
  private func said(_ text: Message) -> String { language.text(of: text) }

  /// Returns the lines below the sentence in a list, among them values that the app showed.
  func notes(_ observed: [String]) -> [String] {
    let example = example.flatMap { use -> String? in
      guard !use.isRow, use.notation != step.signature.expression else { return nil }
      return "for example: \(use.notation.clipped(to: Self.longestExample))   (\(use.location))"
    }
    return (example.map { [$0] } ?? []) + observed
      + wordings.dropFirst().map { "\($0.language ?? "also"): \($0.expression.source)" }
  }

  /// Returns the sentence with its uses, as an item of a list in Markdown.
  func markdown() -> String {
    var lines = ["- \(heading) — \(VocabularyGuide.usage(uses.count, in: language))"]
    if let example {
      let words = said("for example") + (example.isRow ? " \(said("in a timeline")):" : "")
      let location = MarkdownText.plain(example.location)
      lines.append("  - \(words) \(MarkdownText.code(example.notation)) (\(location))")
    }
    return (lines + details.map { "  \($0)" }).map { "\($0)\n" }.joined()
  }

  /// Returns the sentence, its purpose and its parameters in Markdown, for an editor.
  func hover(uses: Int? = nil) -> String {
    let (key, purpose) = VocabularyGuide.purpose(of: step.signature.role, in: language)
    let legend = SentenceNotes.legend(for: wordings.prefix(1).map(\.expression), in: language)
    let usage = uses.map { ["- \(VocabularyGuide.usage($0, in: language))"] } ?? []
    let lines = [heading, "", "*\(key)*: \(purpose)", ""]
    return (lines + legend.map { "- \(MarkdownText.plain($0))" } + details + usage)
      .joined(separator: "\n")
  }

  private var heading: String { MarkdownText.code(readable + (takesData ? ": …" : "")) }

  /// The data, other wordings and the place of the definition, as lines of Markdown.
  private var details: [String] {
    var lines = data.map { line in
      let kind = MarkdownText.plain(line.kind)
      guard let key = line.key else {
        return "- \(said("data"))\(line.isRequired ? "" : ", \(said("if any"))"): \(kind)"
      }
      let required = line.isRequired ? ", \(said("required"))" : ""
      return "  - \(MarkdownText.code(key)): \(kind)\(required)"
    }
    func add(_ name: Message, _ texts: [String]) {
      guard !texts.isEmpty else { return }
      lines.append("- \(said(name)): " + texts.map(MarkdownText.code).joined(separator: ", "))
    }
    add("shows", shownKeys)
    add("also", wordings.dropFirst().map { $0.expression.readable(in: language) })
    return lines + ["- \(MarkdownText.plain(said("defined at \(step.signature.origin)")))"]
  }
}

extension VocabularyData {
  /// Returns the wordings of a step definition: those in a language first, then the main one.
  func wordings(of signature: StepSignature, in language: StoryLanguage) -> [Vocabulary.Entry] {
    let entries = sentences.entries.filter { $0.signature == signature }
    let own = entries.filter { $0.language == language.code }
    return own + entries.filter { $0.language != language.code }
  }
}
