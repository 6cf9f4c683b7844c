import Foundation

/// The program that runs, as a file that can be built anew meanwhile.
struct Executable {
  /// Where it lies, absolute.
  let path: String

  init?() {
    guard let path = Bundle.main.executablePath else { return nil }
    self.path = URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// Whether it can be started: not while a build still writes it, or has deleted it.
  var isComplete: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
