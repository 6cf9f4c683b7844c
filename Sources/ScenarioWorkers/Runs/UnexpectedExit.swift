import Foundation
import Synchronization

/// Fails the command if the app ends it during a run in its own process.
///
/// The app's status 0 would look like success. `_exit` can't be noticed.
enum UnexpectedExit {
  static let isWatched = Atomic(false)

  /// Begins to watch.
  static func watch() {
    guard !isWatched.exchange(true, ordering: .sequentiallyConsistent) else { return }
    atexit {
      guard UnexpectedExit.isWatched.load(ordering: .sequentiallyConsistent) else { return }
      FileHandle.standardError.write(
        Data("error: the app ended the process while a scenario ran\n".utf8)
          + Data("  To see which one, run without --in-process.\n".utf8))
      _exit(1)
    }
  }
}
