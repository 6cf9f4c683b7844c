import Foundation
import ScenarioRunning

/// Waits until files in a folder of stories, or the executable, change.
///
/// It looks at their stamps, which needs no support by the file system and can't miss a change that
/// is made meanwhile.
struct FolderWatch {
  private static let interval = 0.25
  /// The time to wait for further changes, because editors save a file in several steps.
  private static let quietInterval = 0.01

  private let folder: ScenariosFolder
  private let executable: Executable?
  private var seen: [String: FileStamp] = [:]

  init(_ folder: ScenariosFolder, and executable: Executable? = nil) {
    (self.folder, self.executable) = (folder, executable)
    seen = stamps
  }

  private var stamps: [String: FileStamp] {
    var stamps = folder.stamps
    if let executable { stamps[executable.path] = executable.stamp }
    return stamps
  }

  /// Waits for changes since the last call, or since the creation.
  ///
  /// - Returns: The absolute paths of files that were saved, created, moved or deleted.
  mutating func changes() -> Set<String> {
    let earlier = seen
    while seen == earlier {
      Thread.sleep(forTimeInterval: Self.interval)
      while seen != stamps {
        seen = stamps
        Thread.sleep(forTimeInterval: Self.quietInterval)
      }
    }
    return Set(seen.keys).union(earlier.keys).filter { seen[$0] != earlier[$0] }
  }
}
