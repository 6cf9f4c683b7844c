import DisplayText
import ScenarioLanguage

/// A comparison of runs as terminal text: the counts, then a line for each changed scenario.
package struct ComparisonText: Sendable {
  /// The maximum number of lines per kind of change; the rest is counted.
  private static let limit = 10

  private let style: TextStyle
  private let language: StoryLanguage

  /// The format of dates, by default in the time zone of the machine.
  package var moments = MomentText()

  /// Creates a formatter of text with or without colours, in a language.
  package init(style: TextStyle, language: StoryLanguage = .english) {
    (self.style, self.language) = (style, language)
  }

  /// Returns the text of a comparison, which ends with a line break.
  package func text(for comparison: RunComparison) -> String {
    guard let earlier = comparison.earlier else {
      return say("There is no earlier run to compare with.") + "\n"
    }
    let (counts, files) = (comparison.counts, comparison.newlyBrokenFiles)
    let words = Self.words(after: earlier.isPartial, in: comparison.run.isPartial == true)
    var parts: [Message] = words.compactMap { word in
      counts[word.change].map { "\($0) \(word.text)" }
    }
    if !files.isEmpty {
      parts.insert("\(Message.counted(files.count, "file")) with new errors", at: 0)
    }
    let isSame = files.isEmpty && counts.keys.allSatisfy { $0 == .same }
    let changes = isSame ? say("nothing changed") : parts.map(say).joined(separator: ", ")
    var text = style(say("Since the run of \(moments.text(of: earlier)): \(changes)"), .bold) + "\n"
    for path in files { text += line("✘", "errors", .red, path.inOneLine()) }
    // A scenario with several changes has one line that lists them all.
    let entries = Dictionary(grouping: comparison.entries) { $0.changes[0] }
    for word in words where word.change != .same {
      let all = entries[word.change] ?? []
      // First those without an earlier result because of which --newly-broken fails.
      let changed =
        all.filter { $0.scenario?.isBroken == true } + all.filter { $0.scenario?.isBroken != true }
      for entry in changed.prefix(Self.limit) {
        text += line(word.mark, word.text, word.look, description(of: entry))
      }
      if changed.count > Self.limit {
        text += line(" ", "", word.look, say("… and \(changed.count - Self.limit) more"))
      }
    }
    return text
  }

  private typealias Word = (
    change: RunComparison.Change, text: Message, mark: String, look: TextStyle.Look
  )

  /// Returns the words for changes, two of which say less after or in a run of some stories.
  private static func words(after isPart: Bool = false, in isPartial: Bool = false) -> [Word] {
    [
      (.broken, "broken", "✘", .red), (.stillBroken, "still broken", "✘", .red),
      (.flaky, "flaky", "≈", .yellow), (.fixed, "fixed", "✔", .green),
      (.new, isPart ? "newly run" : "new", "+", .cyan),
      (.removed, isPartial ? "missing" : "removed", "-", .yellow),
      (.renamed, "renamed", "~", .cyan), (.moved, "moved", "~", .cyan),
      (.changedText, "changed", "~", .cyan), (.slower, "slower", "~", .yellow),
      (.same, "the same", " ", .dim),
    ]
  }

  /// Returns a scenario's change in a word or two, with details; `nil` if it did not change.
  func change(of entry: RunComparison.Entry) -> (kind: String, words: String?)? {
    guard let first = entry.changes.first, first != .same,
      let word = Self.words().first(where: { $0.change == first })
    else { return nil }
    let details = details(of: entry).map(\.english).joined(separator: ", ")
    return (word.text.english, details.isEmpty ? nil : details)
  }

  private func say(_ message: Message) -> String { language.text(of: message) }

  private func line(_ mark: String, _ word: Message, _ look: TextStyle.Look, _ text: String)
    -> String
  {
    let word = say(word)
    let gap = String(repeating: " ", count: max(0, 12 - word.count))
    return "  \(style("\(mark) \(word)", look))\(gap)  \(text)\n"
  }

  private func description(of entry: RunComparison.Entry) -> String {
    guard let scenario = entry.scenario ?? entry.earlier else { return "" }
    let location = entry.scenario.map { "\($0.path):\($0.line)" } ?? scenario.path
    let details = ([location] + details(of: entry).map(say)).joined(separator: ", ")
    return scenario.name.inOneLine() + "   " + style(details.inOneLine(), .dim)
  }

  private func details(of entry: RunComparison.Entry) -> [Message] {
    entry.changes.enumerated().flatMap { detail($1, entry, isFirst: $0 == 0) }
  }

  private func detail(_ change: RunComparison.Change, _ entry: RunComparison.Entry, isFirst: Bool)
    -> [Message]
  {
    guard let scenario = entry.scenario else { return [] }
    switch change {
    case .broken: return scenario.verdict == .blocked ? [scenario.verdictWithReason] : []
    case .new where isFirst: return scenario.isBroken ? [scenario.verdictWithReason] : []
    case .stillBroken: return scenario.brokenSince.map { ["since \(moments.text(of: $0))"] } ?? []
    case .flaky: return ["passed and failed on the same commit"]
    case .fixed:
      return entry.earlier?.brokenSince.map { ["was broken since \(moments.text(of: $0))"] } ?? []
    case .renamed: return entry.earlier.map { ["was \"\(formerTitle($0, scenario))\""] } ?? []
    case .moved: return entry.earlier.map { ["was in \($0.path)"] } ?? []
    case .slower: return [slower(scenario, entry.earlier)]
    case .new, .changedText: return isFirst ? [] : [change == .new ? "new" : "changed"]
    case .removed, .same: return []
    }
  }

  /// Returns the former title, or the full former name if the title of an outer scenario changed.
  private func formerTitle(_ earlier: ScenarioReport, _ scenario: ScenarioReport) -> String {
    earlier.titles.dropLast() == scenario.titles.dropLast()
      ? earlier.titles.last ?? "" : earlier.name
  }

  private func slower(_ scenario: ScenarioReport, _ earlier: ScenarioReport?) -> Message {
    let (old, new) = (earlier?.storyTime ?? .zero, scenario.storyTime)
    guard new <= old else { return "\(StoryTimeText.span(new)), was \(StoryTimeText.span(old))" }
    let times = [scenario, earlier].map { RealTimeText.rounded(.seconds($0?.seconds ?? 0)) }
    return "\(times[0]) of real time, was \(times[1])"
  }
}
