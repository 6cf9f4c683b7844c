import Foundation

/// Numbers that identify a file or folder, whichever path leads to it, and change when it is
/// written.
package struct FileStamp: Hashable, Sendable {
  package let numbers: [Int]
  let isFolder: Bool

  /// Creates the stamp of the file at a path; `nil` if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    numbers = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec,
    ]
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}

#if canImport(Darwin)
extension stat {
  /// The time of the last change, by its name on Linux.
  fileprivate var st_mtim: timespec { st_mtimespec }
}
#endif

extension ScenariosFolder {
  /// The stamps of the files in the folder and in those that it links to, by their paths without
  /// the folder's own symbolic links; hidden files are ignored.
  package var stamps: [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    Self.addStamps(in: root.resolvingSymlinksInPath().path, below: [], to: &stamps)
    return stamps
  }

  private static func addStamps(
    in folder: String, below outer: [FileStamp], to stamps: inout [String: FileStamp]
  ) {
    guard let stamp = FileStamp(folder), !outer.contains(stamp) else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let file = FileStamp(path) else { continue }
      if file.isFolder {
        addStamps(in: path, below: outer + [stamp], to: &stamps)
      } else {
        stamps[path] = file
      }
    }
  }
}
