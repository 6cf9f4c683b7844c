import ScenarioPlanning
import ScenarioResults
import ScenarioWorkers

/// Sorts the messages of workers by the order of files and their scenarios.
struct OrderedResults {
  private struct File {
    /// The number of scenarios in each planned part.
    var counts: [Int: Int] = [:]
    var parts = 1
  }

  private var files: [File]
  private var waiting: [ScenarioKey: ScenarioReport] = [:]
  private var cursor = ScenarioKey(file: 0, part: 0, index: 0)
  private var plannedFiles = 0
  private var digests: [Int: (digest: StoryReview.Digest, path: String)] = [:]
  private var reviewed = 0
  private var review = StoryReview()
  private var warnings = 0

  /// The number of chosen scenarios known so far.
  private(set) var scenarioCount = 0

  init(fileCount: Int) { files = Array(repeating: File(), count: fileCount) }

  /// Whether all files are planned, so that the number of scenarios is final.
  var isPlanned: Bool { plannedFiles == files.count }

  /// The number of warnings about the stories.
  var warningCount: Int { warnings + review.countFound }

  /// The tags of the stories that were read.
  var tags: Set<String> { review.tagNames }

  /// Adds the result of planning a file.
  ///
  /// - Returns: Whether it is new.
  mutating func add(_ summary: FileSummary) -> Bool {
    guard files[summary.number].counts[summary.part] == nil else { return false }
    files[summary.number].parts = summary.parts
    files[summary.number].counts[summary.part] = summary.scenarios
    scenarioCount += summary.scenarios
    if files[summary.number].counts.count == summary.parts { plannedFiles += 1 }
    if summary.part == 0 {
      warnings += summary.warnings
      digests[summary.number] = (summary.review, summary.path)
      while let (digest, path) = digests.removeValue(forKey: reviewed) {
        warnings += review.count(digest, path: path)
        reviewed += 1
      }
    }
    return true
  }

  /// Adds the result of a scenario.
  ///
  /// - Returns: Whether it is new.
  mutating func add(_ report: ScenarioReport, _ key: ScenarioKey) -> Bool {
    // Results before the cursor have been returned already.
    guard key >= cursor, waiting.updateValue(report, forKey: key) == nil else { return false }
    return true
  }

  /// Removes and returns the next scenario in order.
  ///
  /// - Parameter skipsMissing: Whether missing scenarios are skipped.
  mutating func next(skipsMissing: Bool) -> ScenarioReport? {
    while cursor.file < files.count {
      let file = files[cursor.file]
      guard let count = file.counts[cursor.part] else {
        guard skipsMissing else { return nil }
        moveToNextPart(of: file)
        continue
      }
      if cursor.index >= count {
        moveToNextPart(of: file)
        continue
      }
      let report = waiting.removeValue(forKey: cursor)
      guard report != nil || skipsMissing else { return nil }
      cursor.index += 1
      if let report { return report }
    }
    return nil
  }

  private mutating func moveToNextPart(of file: File) {
    let isLast = cursor.part + 1 >= file.parts
    cursor = ScenarioKey(
      file: isLast ? cursor.file + 1 : cursor.file, part: isLast ? 0 : cursor.part + 1, index: 0)
  }
}
