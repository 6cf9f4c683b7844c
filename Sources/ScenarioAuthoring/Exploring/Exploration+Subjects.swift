import ScenarioLanguage
import ScenarioReports

extension Exploration {
  /// A scenario with all that is known about it.
  struct Subject {
    /// What a variation is compared with.
    typealias Reference = (script: Script, run: ObservedRun)

    var report: ScenarioReport
    let frame: StoryFrame
    /// The file and the number of the story in it.
    let story: [String]
    /// The script that is varied.
    var script: Script
    /// The variations, among them those that others are compared with.
    private(set) var variations: [Variation] = []
    /// The runs of the variations; empty if they did not run.
    var runs: [ObservedRun] = []
    /// The scenarios of its story with their acts apart, by the last one; only for journeys.
    var others: [String: [Subject]] = [:]

    /// The run without a change; `nil` if it did not take place.
    var plain: ObservedRun? { reference(.none)?.run }

    /// Whether some variations are more than something to compare others with.
    var isVaried: Bool { variations.contains { $0.change.kind != nil } }

    /// The scenario with all variations of its plain run; `nil` if that did not pass.
    var varied: Self? {
      guard let plain, plain.hasPassed else { return nil }
      var varied = self
      varied.script.follow(plain)
      (varied.variations, varied.runs) = (Variations(of: plain, varied.script).list, [])
      return varied
    }

    /// Returns the variation that others are compared with, by its change; `nil` if there is none, or
    /// if it did not run.
    func reference(_ change: Variation.Change) -> Reference? {
      zip(variations, runs).first { $0.0.change == change }.map { ($0.0.script, $0.1) }
    }

    /// Returns the scenario with another script and its variations, which did not run yet.
    func with(_ script: Script, _ variations: [Variation] = []) -> Self {
      Subject(
        report: report, frame: frame, story: story, script: script,
        variations: [Variation(change: .none, script: script)] + variations)
    }
  }

  /// Reads the scenarios that passed, and their beginnings, and learns what they show.
  ///
  /// - Returns: The scenarios, and the number of those that can't be written again.
  func subjects(
    in reports: [ScenarioReport], _ states: inout [String: ShownStates]
  ) -> ([Subject], unwritten: Int) {
    var files: [String: StoryFile] = [:]
    var frames: [[String]: StoryFrame] = [:]
    var (subjects, unwritten): ([Subject], Int) = ([], 0)
    var known: Set<[String]> = []
    for report in reports where [.passed, .knownIssue].contains(report.verdict) {
      let path = folder.path(shownAs: report.path)
      let file = files[path] ?? folder.read(path, text: texts[path]).file
      files[path] = file
      let run = ObservedRun(report)
      let story = [path, "\(file.stories.count { $0.range.start.line <= report.line })"]
      guard let frame = frames[story] ?? StoryFrame(of: file, at: report.line),
        let script = Script(of: run, backgroundCount: frame.backgroundCount)
      else {
        guard run.hasPassed else { continue }
        states[report.module]?.add(run, nil)
        unwritten += 1
        continue
      }
      frames[story] = frame
      states[report.module]?.add(script)
      // The values of a known issue are known, although they are not right.
      guard run.hasPassed else { continue }
      states[report.module]?.add(run, script)
      for script in [script] + Self.beginnings(of: script)
      where known.insert([report.module] + script.moments).inserted {
        subjects.append(
          Subject(report: report, frame: frame, story: story, script: script).with(script))
      }
    }
    return (subjects, unwritten)
  }

  /// Returns the script up to each act but the last: a person may stop there.
  private static func beginnings(of script: Script) -> [Script] {
    script.acts.dropFirst().filter { !script.lines[$0].isBackground }.map { act in
      var start = script
      start.lines.removeSubrange(act...)
      return start
    }
  }
}

/// A story without its scenarios and its background, into which other scenarios can be written.
struct StoryFrame {
  /// The text of the other keys, with a line break at the end.
  private let head: String
  /// The number of steps of the background.
  let backgroundCount: Int

  /// Reads the story of a file that has a line; `nil` if the file is not one of mappings on several
  /// lines.
  init?(of file: StoryFile, at line: Int) {
    guard let story = file.stories.last(where: { $0.range.start.line <= line }),
      let node = SyntaxTree(file.source)?.story(at: line), node.form == .lines
    else { return nil }
    backgroundCount = story.background.count
    let kept = node.members.filter {
      !["scenarios", "background"].contains(node.language.name(of: $0.key?.node.text ?? ""))
    }
    head = kept.map { file.source.text($0.start..<$0.end) + "\n" }.joined()
  }

  /// Returns the story with other scenarios, each an item of `scenarios`.
  func story(_ scenarios: [String]) -> String { head + "scenarios:\n" + scenarios.joined() }
}
