import Foundation

extension RunReport.Origin {
  /// The origin of a run, with what git tells of a folder now.
  ///
  /// It waits for git; ``OriginInquiry`` lets a run go on, and says what there is where git tells
  /// nothing.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one unless given.
  ///   - attempt: Which attempt at the same work it is, from 1.
  ///   - environment: All of the environment that git runs in, and that may name the branch; the
  ///     process's own unless given.
  public init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int = 1,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let inquiry = OriginInquiry(
      runBy: command, in: folder, attempt: attempt, environment: environment)
    self = inquiry.origin()
  }
}
