import Foundation
import ScenarioLanguage

/// Replaces the contents of a file atomically: at any time it has either the old text or the new
/// one, and no text that another program writes is lost.
///
/// An exception is a program that writes into the file itself while it is replaced: what it writes
/// after the comparison is in the old file, which is removed.
struct FileReplacement {
  private let url: URL

  /// Creates a replacement for a file; a symbolic link is kept and its target replaced.
  init(_ path: String) { url = URL(filePath: path).resolvingSymlinksInPath() }

  /// Replaces the old text, unless the file has been changed in the meantime.
  func replace(_ old: [UInt8], with new: [UInt8]) throws(Diagnostic) {
    let files = FileManager.default
    guard files.isWritableFile(atPath: url.path) else {
      throw Diagnostic("this file is not writable")
    }
    let beside = url.newFileBeside
    do {
      let permissions = try files.attributesOfItem(atPath: url.path)[.posixPermissions]
      defer { try? files.removeItem(at: beside) }
      try Data(new).writeToDisk(beside)
      if let permissions {
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: beside.path)
      }
      guard try Data(contentsOf: url).elementsEqual(old) else { throw Self.wasChanged }
      try exchange(with: beside, expecting: old, placing: new)
    } catch let diagnostic as Diagnostic { throw diagnostic } catch {
      throw Diagnostic("this file can't be written: \(error.localizedDescription)")
    }
  }

  private static let wasChanged = Diagnostic("this file was changed in the meantime")

  /// Gives each of two files the name of the other, in one moment; returns whether that worked.
  private static func exchange(_ one: URL, _ other: URL) -> Bool {
    #if os(Linux)
    let exchange: UInt32 = 2  // RENAME_EXCHANGE
    return renameat2(AT_FDCWD, one.path, AT_FDCWD, other.path, exchange) == 0
    #else
    return renamex_np(one.path, other.path, UInt32(RENAME_SWAP)) == 0
    #endif
  }

  /// Exchanges the file with the new one, and back if another text than the old one comes out.
  private func exchange(with beside: URL, expecting old: [UInt8], placing new: [UInt8]) throws {
    var (expected, placed) = (Data(old), Data(new))
    var isChanged = false
    while true {
      guard Self.exchange(beside, url) else {
        // Some file systems can't exchange files.
        let isUnknown = !isChanged && (errno == EINVAL || errno == ENOSYS)
        guard isUnknown, rename(beside.path, url.path) == 0 else {
          throw Diagnostic("this file can't be written: \(String(cString: strerror(errno)))")
        }
        return
      }
      let found = try Data(contentsOf: beside)
      if found == expected {
        if isChanged { throw Self.wasChanged }
        return
      }
      // Another text: it goes back, for which what was placed must come out.
      isChanged = true
      (expected, placed) = (placed, found)
    }
  }
}

extension URL {
  /// A file in the same folder that does not exist yet.
  ///
  /// The leading dot hides it from a simultaneous run, which would read it as a story.
  fileprivate var newFileBeside: URL {
    deletingLastPathComponent().appending(path: ".\(lastPathComponent).\(UUID().uuidString)")
  }
}

extension Data {
  /// Writes the data to a file that must not exist, and creates the folders above it.
  ///
  /// If that fails, as on a full disk, there is no file.
  func write(toNewFile path: String) throws {
    let (url, files) = (URL(filePath: path), FileManager.default)
    try files.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let beside = url.newFileBeside
    defer { try? files.removeItem(at: beside) }
    try writeToDisk(beside)
    // Unlike a move, a link never replaces a file, but some file systems have none.
    if link(beside.path, url.path) != 0 { try files.moveItem(at: beside, to: url) }
  }

  /// Writes the data to a file that must not exist, and waits until the disk has it.
  fileprivate func writeToDisk(_ url: URL) throws {
    try write(to: url, options: .withoutOverwriting)
    let handle = try FileHandle(forUpdating: url)
    try handle.synchronize()
    try handle.close()
  }
}

#if os(Linux)
/// Swift's overlay of libc lacks this function.
@_silgen_name("renameat2")
private func renameat2(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ other: Int32, _ to: UnsafePointer<CChar>,
  _ flags: UInt32
) -> Int32
#endif
