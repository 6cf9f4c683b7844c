import ArgumentParser
import DisplayText
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct StrengthenCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "strengthen", abstract: "Search for values that stories give but do not check.",
      discussion: """
        One value of a preparation at a time is changed, such as a number in an answer of the \
        server. If all scenarios of the file still pass, although the app shows something else, \
        the change is reported with the check that would notice it.

        Exit status: 0, or 1 with --strict if there is such a change, if a scenario fails or nothing \
        was tried, 2 if a story or the arguments are wrong.
        """)
  }

  @Argument(
    help: "The story files or folders to search (default: all).", transform: PackageFolder.path)
  var paths: [String] = []

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @OptionGroup var limits: LimitOptions

  @OptionGroup var options: SearchOptions

  @Flag(help: "Write the checks into their scenarios.") var add = false

  @Flag(help: "Fail if no check notices a change, if a scenario fails or nothing was tried.")
  var strict = false

  func validate() throws {
    // Other scenarios of the file may notice a change, too.
    if let path = paths.first(where: { $0.contains(/:\d+$/) }) {
      throw ValidationError("strengthen searches whole files, but \(path) has a line")
    }
  }

  func run() throws {
    if let obstacle = StoryRun.obstacle { throw obstacle }
    let finding = ScenariosFolder(folder).find(paths)
    try InputError.check(finding.problems)
    let reports = StoryReports<App>(
      folder: finding.folder, jobs: options.jobs, limits: limits.limits)
    var strengthening = Strengthening(of: finding.folder, isOver: options.isOver) {
      try reports.ofVariations($0, $1)
    }
    var unnoticed: [UnnoticedChange] = []
    var broken: [BrokenFile] = []
    for path in finding.paths {
      let file = finding.folder.read(path).file
      guard file.isRunnable else {
        broken.append(BrokenFile(path: file.source.path, diagnostics: file.diagnostics))
        continue
      }
      let found = try strengthening.unnoticed(in: path)
      if options.format == .text { write(found, in: file.source) }
      let checks = Set(found.map(\.check))
      if add, !checks.isEmpty {
        try file.source.replace(adding: counted(checks.count, "check")) {
          source throws(Diagnostic) in try NoticingCheck.add(checks, to: source)
        }
      }
      unnoticed += found
    }
    let counts = strengthening.counts
    try options.write(
      unnoticed, path: \.path, Self.omissions(in: counts),
      json: Outcome(unnoticed: unnoticed, counts: counts), text: Self.summary(of: counts),
      of: "scenarios strengthen"
    ) { change, more in
      GitHubAnnotations.command(
        "warning", path: change.path, line: change.line, column: change.column,
        title: "No story checks this", message: change.words.english + more)
    }
    Console.error.report(broken)
    if !broken.isEmpty { throw ExitStatus.inputIsWrong }
    if strict, !unnoticed.isEmpty || !counts.notPassing.isEmpty || counts.tried == 0 {
      throw ExitStatus.failed
    }
  }

  /// The output as JSON.
  private struct Outcome: Encodable {
    var unnoticed: [UnnoticedChange]
    var counts: Strengthening.Counts
  }

  // MARK: - Output

  /// Writes the changes, those together that one check would notice, in the language of the story.
  private func write(_ found: [UnnoticedChange], in file: SourceFile) {
    let console = Console.output
    for check in found.map(\.check).withoutRepeats() {
      let start = file.position(atOffset: file.lineStarts[check.line - 1])
      let language = file.location(of: SourceRange(start: start, end: start)).storyLanguage
      for change in found where change.check == check {
        let location = "\(change.path):\(change.line):\(change.column)".inOneLine()
        console.write("\(console.style(location, .cyan)): \(language.text(of: change.words))\n")
      }
      let title = (check.titles.last ?? "").inOneLine()
      console.write(
        """
          \(language.text(of: "To notice it, add to \"\(title)\" (line \(check.line)):"))
            \(language.word(for: "then")): { \(check.sentence): \(check.data.inOneLine()) }


        """)
    }
  }

  private static func summary(of counts: Strengthening.Counts) -> String {
    let text: Message = """
      \(Message.counted(counts.tried, "change")): \(counts.noticed) noticed, \
      \(counts.unnoticed) not noticed, \(counts.withoutCheck) that no check at the end would notice, \
      \(counts.withoutEffect) without effect
      """
    return StoryLanguage.terminal.text(of: text) + "\n"
  }

  /// Returns the omissions with their reasons.
  private static func omissions(in counts: Strengthening.Counts) -> [String] {
    (counts.tried > 0 ? [] : ["nothing was tried"])
      + counts.notPassing.map { "\($0) does not pass, so its file was not searched" }
      + counts.exempt.map { "\($0) is skipped or has a known issue, so it was not searched" }
      + (counts.untried > 0
        ? ["\(counted(counts.untried, "change")) not tried: no time left"] : [])
  }
}

extension UnnoticedChange {
  /// The change in words, such as `minutes: 12 may be 13, and 4 scenarios pass`.
  fileprivate var words: Message {
    "\(value.inOneLine()) may be \(other.inOneLine()), and "
      + (scenarios == 1 ? "1 scenario passes" : "\(scenarios) scenarios pass")
  }
}
