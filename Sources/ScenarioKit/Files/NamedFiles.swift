import Foundation
import Synchronization

/// A record of the files that the stories of a folder have named so far.
package final class NamedFiles: Sendable {
  /// The folders of the stories that named a file, by the file's path.
  private let folders = Mutex<[String: Set<String>]>([:])

  package init() {}

  /// Records a file that a story in a folder has named, whether or not it exists.
  package func add(_ file: URL, in folder: URL) {
    folders.withLock { _ = $0[file.path, default: []].insert(folder.path) }
  }

  /// The recorded files, as pairs of the file's path and the folder's path.
  package var pairs: [[String]] {
    folders.withLock { all in all.flatMap { file, folders in folders.map { [file, $0] } } }
  }

  package func contains(_ file: URL) -> Bool { folders.withLock { $0[file.path] != nil } }

  /// Returns the folders of the stories that named a file.
  package func folders(naming path: String) -> Set<String> { folders.withLock { $0[path] ?? [] } }
}
