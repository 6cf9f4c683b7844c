import ScenarioLanguage
import ScenarioReports

/// The results of a run so far, in the order of files and their scenarios.
package struct OrderedResults {
  /// The number of scenarios in each planned part of a file, and the number of its parts.
  private typealias File = (counts: [Int: Int], parts: Int)

  private var files: [File]
  private var waiting: [RunPosition: ScenarioReport] = [:]
  private var cursor = RunPosition(file: 0, index: 0)
  private var plannedFiles = 0
  private var shared = SharedNotes()

  /// The number of chosen scenarios known so far.
  package private(set) var scenarioCount = 0

  /// The number of scenarios among which the chosen ones were searched by name and tags.
  package private(set) var searchedCount = 0

  /// The number of scenarios that the selection contains; for a live run, some can't run.
  package private(set) var selectedCount = 0

  /// The number of files with errors.
  package private(set) var brokenFileCount = 0

  /// The warnings about single files, in any order, if the job names them.
  package private(set) var warnings: [Diagnostic] = []

  package init(fileCount: Int) {
    files = Array(repeating: (counts: [:], parts: 1), count: fileCount)
  }

  /// Whether all files are planned, so that the number of scenarios is final.
  package var isPlanned: Bool { plannedFiles == files.count }

  /// The number of warnings about single files.
  package private(set) var warningCount = 0

  /// The tags of the stories that were read.
  package private(set) var tags: Set<String> = []

  /// Adds the result of planning a file.
  ///
  /// - Returns: Whether it is new.
  package mutating func add(_ summary: FileSummary) -> Bool {
    guard files[summary.number].counts[summary.part] == nil else { return false }
    files[summary.number].parts = summary.parts
    files[summary.number].counts[summary.part] = summary.scenarios
    scenarioCount += summary.scenarios
    if files[summary.number].counts.count == summary.parts { plannedFiles += 1 }
    if summary.part == 0 {
      warningCount += summary.warningCount
      warnings += summary.warnings
      searchedCount += summary.searched
      selectedCount += summary.selected
      if summary.broken != nil { brokenFileCount += 1 }
      tags.formUnion(summary.tags)
    }
    return true
  }

  /// Adds the result of a scenario.
  ///
  /// - Returns: Whether it is new.
  package mutating func add(_ report: ScenarioReport, _ position: RunPosition) -> Bool {
    // Results before the cursor have been returned already.
    position >= cursor && waiting.updateValue(report, forKey: position) == nil
  }

  /// Adds the values that the app showed to a scenario that ``next(skipsMissing:)`` has not
  /// returned.
  ///
  /// - Returns: Whether that is so.
  mutating func addShownValues(of steps: [StepResult], _ position: RunPosition) -> Bool {
    guard waiting[position] != nil else { return false }
    waiting[position]?.addShownValues(of: steps)
    return true
  }

  /// The scenario that ``next(skipsMissing:)`` has returned last.
  package private(set) var lastPosition: RunPosition?

  /// Removes and returns the next scenario in order.
  ///
  /// - Parameter skipsMissing: Whether missing scenarios are skipped.
  package mutating func next(skipsMissing: Bool) -> ScenarioReport? {
    while cursor.file < files.count {
      let file = files[cursor.file]
      let count = file.counts[cursor.part]
      guard count != nil || skipsMissing else { return nil }
      guard cursor.index < count ?? 0 else {
        moveToNextPart(of: file)
        continue
      }
      let report = waiting.removeValue(forKey: cursor)
      guard report != nil || skipsMissing else { return nil }
      lastPosition = cursor
      cursor.index += 1
      if var report {
        // All scenarios that share a note are only known when the parts are merged.
        if report.place == nil { shared.settle(in: &report) }
        return report
      }
    }
    return nil
  }

  private mutating func moveToNextPart(of file: File) {
    let isLast = cursor.part + 1 >= file.parts
    cursor = RunPosition(
      file: isLast ? cursor.file + 1 : cursor.file, part: isLast ? 0 : cursor.part + 1, index: 0)
  }
}
