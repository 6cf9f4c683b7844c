import Foundation
import ScenarioLanguage

/// Puts a new text in the place of a file's old one, in such a way that there is always one of the
/// two, whole.
struct FileReplacement {
  private let url: URL

  /// Takes a file; a link stays one, and the file behind it is replaced.
  init(_ path: String) {
    url = URL(filePath: path).resolvingSymlinksInPath()
  }

  /// Replaces a text, unless someone else has changed it meanwhile.
  func replace(_ old: [UInt8], with new: [UInt8]) throws(Diagnostic) {
    let files = FileManager.default
    guard files.isWritableFile(atPath: url.path) else {
      throw Diagnostic("this file may not be written")
    }
    // The dot keeps a run that happens at the same moment from taking it as a story.
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
