import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

extension JobScenarios {
  /// Reads a file of the job.
  func read(_ file: StoryJob.File) -> StorySource {
    progress?.doesOwnWork()
    return folder.read(file.path, text: file.text)
  }

  /// Plans a file of the job, and returns the scenarios that run here.
  func plan(
    _ file: StoryJob.File, _ source: StorySource
  ) -> (summary: FileSummary, entries: [Entry]) {
    let planned = PlannedFile(source, vocabularies: vocabularies)
    progress?.doesOwnWork()
    var broken = planned.broken
    let given = GivenSentences()
    let selected =
      file.variations.isEmpty
      ? job.selection.select(from: planned.scenarios)
      : file.variations.flatMap { $0.planned(among: planned.scenarios, given) }
    let indices = part(selected, of: file)
    var chosen = indices.map { selected[$0] }
    if job.world == .live {
      chosen = chosen.filter { $0.tags.contains(PlannedScenario.liveTag) }
      // As with every other error, no scenario of the file runs.
      broken = broken ?? PlannedScenario.liveObstacles(in: chosen)
      if broken != nil { chosen = [] }
    }
    if job.contents.contains(.trials) { chosen = chosen.flatMap { [$0] + $0.trials } }
    if job.contents.contains(.text) { texts.add(source.file.source) }
    let summary = FileSummary(
      number: file.number, part: file.part, parts: file.parts, path: source.file.source.path,
      scenarios: chosen.count, searched: searched(planned.scenarios, selected: selected),
      selected: selected.count, broken: broken, warningCount: planned.warnings.count,
      warnings: job.namesWarnings ? planned.warnings : [],
      diagnostics: job.reportsDiagnostics ? planned.diagnostics : [],
      tags: Set(source.file.stories.flatMap(\.allTags).map(\.string)).sorted(),
      namedFiles: job.namesFiles ? folder.namedFiles : [],
      text: job.contents.contains(.text) && file.part == 0 ? source.file.source.text : nil,
      shares: file.part == 0 ? job.division?.shares(of: selected, at: file.path) : nil)
    let entries = chosen.enumerated().map { index, scenario in
      Entry(
        position: RunPosition(file: file.number, part: file.part, index: index), scenario: scenario,
        place: job.division.map { _ in .init(path: file.path, index: indices[index]) })
    }
    return (summary, entries)
  }

  /// Returns the indices of the scenarios of one of several equal parts of a file, without those
  /// that run on other machines.
  private func part(_ scenarios: [PlannedScenario], of file: StoryJob.File) -> [Int] {
    let start = scenarios.count * file.part / file.parts
    let part = start..<scenarios.count * (file.part + 1) / file.parts
    guard let division = job.division else { return Array(part) }
    return part.filter {
      division.part(of: file.path, scenarios[$0].id.titles) == division.shard.number
    }
  }

  /// Returns the number of scenarios among which the selection searches by name and tags.
  private func searched(_ scenarios: [PlannedScenario], selected: [PlannedScenario]) -> Int {
    // Only the message for a run without scenarios uses this number.
    selected.isEmpty
      ? Selection(targets: job.selection.targets).select(from: scenarios).count : selected.count
  }
}
