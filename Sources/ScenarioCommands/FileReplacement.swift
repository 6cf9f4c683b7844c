import Foundation

/// Puts other bytes into a file at once: whoever reads it sees the old ones or the new ones, never
/// a part.
enum FileReplacement {
  /// Why a file is left as it is.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes the bytes beside the file and puts the new file in its place, with its permissions.
  ///
  /// - Parameter old: What the file has to hold, so that nothing is lost that somebody else wrote.
  static func write(_ bytes: [UInt8], to path: String, replacing old: [UInt8]) throws {
    // What a link leads to is replaced, not the link.
    let file = URL(filePath: path).resolvingSymlinksInPath()
    guard try Data(contentsOf: file).elementsEqual(old) else {
      throw Problem(description: "it was changed in the meantime")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    guard access(file.path, W_OK) == 0 else {
      throw Problem(description: "it may not be written")
    }
    let beside = file.deletingLastPathComponent().appending(
      path: ".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      try Data(bytes).write(to: beside)
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: beside.path)
      }
      guard rename(beside.path, file.path) == 0 else {
        throw Problem(description: String(cString: strerror(errno)))
      }
    } catch {
      try? FileManager.default.removeItem(at: beside)
      throw error
    }
  }
}
