import ScenarioLanguage
import ScenarioReports

extension Exploration {
  /// A scenario with all that is known about it.
  struct Subject {
    let report: ScenarioReport
    let frame: StoryFrame
    /// The file and the number of the story in it.
    let story: [String]
    var script: Script
    /// The run that the variations are made of.
    var run: ObservedRun
    var variations: [Variation]
    /// The runs of the variations; empty if they did not run.
    var runs: [ObservedRun] = []
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
      // What a known issue shows is not right, but known.
      guard run.hasPassed else { continue }
      states[report.module]?.add(run, script)
      for (run, script) in [(run, script)] + Self.beginnings(of: run, script)
      where known.insert([report.module] + script.moments).inserted {
        subjects.append(
          Subject(
            report: report, frame: frame, story: story, script: script, run: run,
            variations: [Variation(change: .none, script: script)]))
      }
    }
    return (subjects, unwritten)
  }

  /// Returns the run and its script up to each act but the last: a person may stop there.
  private static func beginnings(of run: ObservedRun, _ script: Script) -> [(ObservedRun, Script)] {
    script.acts.dropFirst().filter { !script.lines[$0].isBackground }.compactMap { act in
      var (report, start) = (run.report, script)
      let place = script.lines[act].place
      start.lines.removeSubrange(act...)
      report.steps = Array(run.steps.prefix(run.starts.count { $0.place < place }))
      report.events = Array(run.events[..<place])
      return (ObservedRun(report), start)
    }
  }
}
