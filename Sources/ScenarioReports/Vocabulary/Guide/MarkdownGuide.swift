/// A guide to vocabularies as Markdown, for a wiki or a repository.
public struct MarkdownGuide: Sendable {
  private let guide: VocabularyGuide

  /// Takes a guide.
  public init(_ guide: VocabularyGuide) { self.guide = guide }

  /// The Markdown.
  public var text: String {
    var text = "# What stories can say\n\n"
    text +=
      "`\"…\"` stands for a text in quotes, `[number]` and its like for what you fill in. "
      + "Of `(s)` and `was/were` write what reads well.\n"
    if guide.modules.count > 1 {
      text += "\n"
      for module in guide.modules {
        text += "- [\(Self.plain(module.name))](#\(Self.anchor(of: module.name)))\n"
      }
    }
    for module in guide.modules { text += self.text(for: module) }
    return text
  }

  private func text(for module: VocabularyGuide.Module) -> String {
    var text = "\n## Module \(Self.plain(module.name))\n"
    for section in module.sections {
      text += "\n### \(section.heading)\n\n\(section.explanation)\n"
      for sentence in section.sentences { text += "\n" + self.text(for: sentence) }
    }
    return text
  }

  private func text(for sentence: VocabularyGuide.Sentence) -> String {
    var text = "- \(Self.code(sentence.words.text + (sentence.takesData ? ": …" : "")))"
    text += " — \(sentence.usage)\n"
    if let example = sentence.example, let place = sentence.examplePlace {
      let words = sentence.exampleIsRow ? "in a timeline: " : ""
      text += "  - for example \(words)\(Self.code(example)) (\(Self.plain(place)))\n"
    }
    for line in sentence.data {
      let kind = Self.plain(line.kind)
      guard let key = line.key else {
        text += "  - data\(line.isRequired ? "" : ", if any"): \(kind)\n"
        continue
      }
      text += "    - \(Self.code(key)): \(kind)\(line.isRequired ? ", required" : "")\n"
    }
    if !sentence.otherWords.isEmpty {
      let others = sentence.otherWords.map { Self.code($0.text) }
      text += "  - also: \(others.joined(separator: ", "))\n"
    }
    return text + "  - defined at \(Self.plain(sentence.origin))\n"
  }

  /// The link to a heading, as GitHub and its like make it.
  private static func anchor(of module: String) -> String {
    let signs = "module \(module)".lowercased().map { $0 == " " ? "-" : $0 }
    return String(signs.filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
  }

  /// A text in a code span, whatever backticks it has.
  static func code(_ text: String) -> String {
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let gap = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + gap + text + gap + fence
  }

  /// A text in which nothing is markup.
  static func plain(_ text: String) -> String {
    String(text.flatMap { "\\`*_[]<>#|".contains($0) ? ["\\", $0] : [$0] })
  }
}
