import Foundation

extension RunReport.Origin {
  /// Creates the origin of a run from the current state of a folder's repository.
  ///
  /// This initializer waits for git. ``OriginInquiry`` lets a run proceed meanwhile, and documents
  /// the result if git does not answer.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one by default.
  ///   - attempt: The number of the attempt at the same work, from 1.
  ///   - environment: The complete environment that git runs in, which may also name the branch;
  ///     the process's own by default.
  public init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int = 1,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let inquiry = OriginLookup(
      runBy: command, in: folder, attempt: attempt, environment: environment)
    self = inquiry.origin()
  }
}
