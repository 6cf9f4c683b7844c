import ScenarioRunning

/// A division of files among workers, by their sizes.
///
/// The process and the order in which a scenario runs depend only on the files and on the number of
/// workers.
package struct WorkDivision {
  /// The least work, in bytes of stories, that justifies the start of a worker.
  ///
  /// In real time, scenarios wait most of the time, and do so side by side.
  private static var leastBytes: Int { RealTime.isOn ? 128 : 4 * 1024 }

  /// The files of each worker, in the order in which it runs them.
  package private(set) var workers: [[StoryJob.File]]

  /// - Parameters:
  ///   - files: The paths of files with their sizes in bytes, in order.
  ///   - jobs: The largest number of workers.
  package init(_ files: [(path: String, size: Int)], jobs: Int) {
    let total = files.reduce(0) { $0 + $1.size }
    let count = max(1, min(jobs, total / Self.leastBytes))
    workers = Array(repeating: [], count: count)
    var loads = Array(repeating: 0, count: count)
    for (number, file) in files.enumerated() {
      // Divide a file that would keep one worker busy while the others wait. Each part requires
      // planning the whole file.
      let isWhole = count == 1 || file.size < max(total / (2 * count), 8 * Self.leastBytes)
      let parts = isWhole ? 1 : min(count, max(2, file.size / (16 * Self.leastBytes)))
      for part in 0..<parts {
        let lightest = Division.lightest(of: loads)
        workers[lightest].append(
          StoryJob.File(number: number, path: file.path, part: part, parts: parts))
        loads[lightest] += file.size / parts
      }
    }
    workers.removeAll(where: \.isEmpty)
  }
}
