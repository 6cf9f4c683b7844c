import Foundation
import ScenarioRunning
import TestSupport

/// A home folder for scenarios that run in the test process itself, empty at the start of each.
package enum HomeOfTests {
  private static let folder = Result {
    let folder = try TemporaryFolder([:])
    setenv("CFFIXED_USER_HOME", folder.url.path, 1)
    Runner.restore.withLock {
      $0 = {
        forgetSettings()
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: folder.url.path)) ?? [] {
          try? files.removeItem(at: folder.url.appending(path: name))
        }
      }
    }
    return folder
  }

  /// Makes the folder the home of this process, for the rest of its life.
  package static func use() throws { _ = try folder.get() }
}

/// Makes `UserDefaults` read the files of settings anew; CoreFoundation exports this function.
@_silgen_name("CFPreferencesFlushCaches")
private func forgetSettings()
