import DisplayText
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioReports

/// The interactive part of `accept`: in each round it shows changes, asks about them and writes
/// them.
struct AcceptSession {
  /// The handling of a change that is shown.
  enum Mode { case asking, all, showing }

  /// The user's answer to a change.
  enum Answer: String, CaseIterable {
    case yes = "y", no = "n", all = "a", quit = "q"

    /// Creates an answer from a line; only the first letter counts.
    init?(_ line: String) {
      guard let letter = line.lowercased().drop(while: \.isWhitespace).first else { return nil }
      self.init(rawValue: String(letter))
    }
  }

  /// The largest number of removed lines, and of added lines, that are shown.
  private static let lineLimit = 20

  private let console = Console.output
  private let mode: Mode
  private var hasQuit = false
  /// The offsets of declined changes by file, in bytes.
  private var declined: [String: Set<Int>] = [:]
  /// The changes that can't be accepted, as of the last round.
  private var refusals: [Acceptance.Refusal] = []
  private var accepted = 0
  private var shown = 0

  init(mode: Mode) { self.mode = mode }

  /// Stops showing and making changes.
  mutating func quit() { hasQuit = true }

  /// Shows and makes the changes that a run proposes, and returns whether any file was changed.
  mutating func accept(_ acceptance: Acceptance, in files: [SourceFile]) throws -> Bool {
    refusals = acceptance.refusals
    var hasChanged = false
    let proposals = Dictionary(grouping: acceptance.proposals, by: \.path)
    for source in files.sorted(by: { $0.path < $1.path }) {
      guard let proposals = proposals[source.path] else { continue }
      let file = FileAcceptance(of: source, proposals)
      refusals += file.refusals
      let changes = choose(from: file)
      guard !changes.isEmpty else { continue }
      try write(changes, to: file)
      hasChanged = true
    }
    return hasChanged
  }

  /// Reports the refusals and the new results of the scenarios that failed before.
  func end(results: [ScenarioReport], brokenFileCount: Int, failingBefore: Set<String>) {
    if shown > 0 { console.write("\n") }
    for refusal in refusals {
      let location = location(refusal.path, refusal.position)
      console.write("\(location): can't be accepted: \(refusal.reason)\n")
    }
    if !refusals.isEmpty { console.write("\n") }
    if accepted > 0 {
      for result in results where failingBefore.contains(result.key) {
        console.write(text(forAgain: result))
      }
      console.write("\n")
    } else if shown == 0 {
      console.write("There is nothing to accept.\n\n")
    }
    var summary = results.reduce(into: Summary()) { $0.count($1) }
    summary.brokenFiles = brokenFileCount
    console.write(summary.counts + "\n")
  }

  // MARK: - Selection of changes

  private mutating func choose(from file: FileAcceptance) -> [FileAcceptance.Change] {
    var chosen: [FileAcceptance.Change] = []
    var takesAll = mode == .all
    for change in file.changes {
      guard !hasQuit, declined[file.source.path]?.contains(change.position.offset) != true else {
        continue
      }
      if shown > 0 { console.write("\n") }
      shown += 1
      console.write(text(for: change))
      switch takesAll ? .yes : mode == .showing ? .no : ask() {
      case .yes: chosen.append(change)
      case .no: declined[file.source.path, default: []].insert(change.position.offset)
      case .all:
        takesAll = true
        chosen.append(change)
      case .quit: hasQuit = true
      }
    }
    return chosen
  }

  private func ask() -> Answer {
    while true {
      console.write("Accept this? [y]es, [n]o, [a]ll of this file, [q]uit: ")
      guard let line = readLine() else {
        console.write("\n")
        return .quit
      }
      if let answer = Answer(line) { return answer }
    }
  }

  // MARK: - Writing

  private mutating func write(_ changes: [FileAcceptance.Change], to file: FileAcceptance) throws {
    let path = file.source.path
    do {
      guard let bytes = file.text(accepting: changes) else {
        throw Diagnostic("together, the changes would affect other parts of the story")
      }
      try FileReplacement(path).replace(file.source.bytes, with: bytes)
    } catch let diagnostic as Diagnostic {
      throw Diagnostic("\(path) was not changed: \(diagnostic.message)")
    }
    declined[path] = Set(
      (declined[path] ?? []).compactMap { file.offset(of: $0, accepting: changes) })
    accepted += changes.count
    console.write("\nAccepted \(counted(changes.count, "change")) in \(path).\n")
  }

  // MARK: - Texts

  /// Returns a change as text: its location and scenario, the removed lines and the added ones.
  private func text(for change: FileAcceptance.Change) -> String {
    let indentation =
      (change.removed + change.added).filter { !$0.isEmpty }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let lines =
      lines(change.removed, mark: "-", indentation, .red)
      + lines(change.added, mark: "+", indentation, .green)
    let heading = location(change.proposal.path, change.position)
    return (["\(heading)   \(change.proposal.scenario)"] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns a line about the new result of a scenario that failed before.
  private func text(forAgain result: ScenarioReport) -> String {
    let words = result.verdictWithReason.english.inOneLine()
    return "\(console.style.symbol(of: result.verdict)) \(result.name): \(words)\n"
  }

  private func lines(
    _ lines: [String], mark: String, _ indentation: Int, _ look: TextStyle.Look
  ) -> [String] {
    let (style, width) = (console.style, console.width)
    var shown = lines.prefix(Self.lineLimit).map {
      style("  \(mark) " + DisplayWidth.clipped(String($0.dropFirst(indentation)), to: width), look)
    }
    let rest = lines.count - Self.lineLimit
    if rest > 0 { shown.append(style("  \(mark) … and \(counted(rest, "line")) more", .dim)) }
    return shown
  }

  private func location(_ path: String, _ position: Position) -> String {
    console.style("\(path):\(position.line):\(position.column)", .cyan)
  }
}
