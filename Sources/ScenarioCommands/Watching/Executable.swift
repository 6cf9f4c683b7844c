import Foundation
import ScenarioRunning

/// The running executable, as a file that a build may replace in the meantime.
struct Executable {
  /// The absolute path.
  let path: String

  init?() {
    guard let path = Bundle.main.executablePath else { return nil }
    self.path = URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// Whether it can be started: `false` while a build is writing it or has deleted it.
  var isComplete: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The stamp, which changes with each build; `nil` while a build writes the file.
  var stamp: FileStamp? { isComplete ? FileStamp(path) : nil }
}
