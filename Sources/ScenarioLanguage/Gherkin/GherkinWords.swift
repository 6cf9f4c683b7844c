import CResources

/// The keywords of Gherkin, Cucumber's language, in a natural language.
struct GherkinWords {
  /// The languages, each in a line of the file: the code, and the keywords of each kind.
  private static let lines = String(cString: gherkin_keywords()).split(separator: "\n")

  /// The codes of all languages.
  static var codes: [String] { lines.map { String($0.prefix { $0 != "\t" }) } }

  private let words: [[Substring]]

  /// Creates the keywords of a language; `nil` if Gherkin doesn't have it.
  init?(code: String) {
    guard let line = Self.lines.first(where: { $0.hasPrefix("\(code)\t") }) else { return nil }
    words = line.split(separator: "\t").dropFirst().map { $0.split(separator: "|") }
  }

  /// Returns the usual keyword of a kind, for messages.
  func word(_ kind: GherkinPart.Kind) -> String {
    let words = words[kind.rawValue].filter { $0 != "* " }
    // The first one for a scenario is "Example".
    return String(((kind == .scenario ? words.last : words.first) ?? "").trimmed)
  }

  /// Returns the kind of the keyword that begins a line, and the text after it; `nil` if none does.
  ///
  /// Keywords of steps have a space at the end where the language separates words.
  func keyword(
    of line: some StringProtocol, isStep: Bool
  ) -> (kind: GherkinPart.Kind, text: String)? {
    let kinds = GherkinPart.Kind.allCases.filter { $0.isStep == isStep }
    let found = kinds.flatMap { kind -> [(GherkinPart.Kind, String)] in
      words[kind.rawValue].map { (kind, isStep ? String($0) : "\($0):") }
    }.filter { line.hasPrefix($0.1) }.max { $0.1.count < $1.1.count }
    return found.map { kind, word in
      let part: GherkinPart.Kind = word == "* " ? .and : kind == .outline ? .scenario : kind
      return (kind: part, text: String(line.dropFirst(word.count)).trimmed)
    }
  }
}
