import Foundation
import Glibc

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

  /// Starts it again in this process with the same arguments; returns only where that fails.
  func restart() {
    var arguments = CommandLine.arguments.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    arguments.append(nil)
    execv(path, arguments)
  }
}
