import Foundation

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

  /// Numbers that change with each build; `nil` while a build writes the file.
  var stamp: [Int]? {
    var status = stat()
    guard isComplete, stat(path, &status) == 0 else { return nil }
    return [
      Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
    ]
  }
}
