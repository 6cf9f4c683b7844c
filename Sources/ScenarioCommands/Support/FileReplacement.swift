import Foundation
import ScenarioLanguage

/// Replaces the contents of a file atomically: at any time it has either the old text or the new
/// one.
struct FileReplacement {
  private let url: URL

  /// Creates a replacement for a file; a symbolic link is kept and its target replaced.
  init(_ path: String) {
    url = URL(filePath: path).resolvingSymlinksInPath()
  }

  /// Replaces the old text, unless the file has been changed in the meantime.
  func replace(_ old: [UInt8], with new: [UInt8]) throws(Diagnostic) {
    let files = FileManager.default
    guard files.isWritableFile(atPath: url.path) else {
      throw Diagnostic("this file is not writable")
    }
    // The leading dot hides the file from a simultaneous run, which would read it as a story.
    let beside = url.deletingLastPathComponent().appending(
      path: ".\(url.lastPathComponent).\(UUID().uuidString)")
    do {
      let permissions = try files.attributesOfItem(atPath: url.path)[.posixPermissions]
      defer { try? files.removeItem(at: beside) }
      try Data(new).write(to: beside, options: .withoutOverwriting)
      if let permissions {
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: beside.path)
      }
      let handle = try FileHandle(forUpdating: beside)
      try handle.synchronize()
      try handle.close()
      guard try Data(contentsOf: url).elementsEqual(old) else {
        throw Diagnostic("this file was changed in the meantime")
      }
      guard rename(beside.path, url.path) == 0 else {
        throw Diagnostic("this file can't be written: \(String(cString: strerror(errno)))")
      }
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic("this file can't be written: \(error.localizedDescription)")
    }
  }
}
