#if STORY_TIME && canImport(Glibc)
import Foundation
import ScenarioLanguage

/// Waits until files in a folder or its subfolders are saved, created, moved or deleted.
///
/// It uses the kernel's inotify, which costs nothing while idle and reports a save within a
/// millisecond.
final class FolderWatch {
  /// The changes since the last call.
  struct Changes: Equatable {
    /// The absolute paths of the changed files.
    var paths: Set<String> = []

    /// Whether there were too many changes for the kernel to report each of them.
    var isEverything = false
  }

  /// How long to wait for further changes: editors save a file in several steps, and some tools
  /// save many files.
  private static let quietMilliseconds: Int32 = 5

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

  private let descriptor: Int32
  private var folders: [Int32: String] = [:]
  private var single: Set<String> = []
  /// The folders that are watched, without symbolic links.
  private var targets: Set<String> = []

  /// Starts watching a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder; subfolders whose names begin with a dot are ignored.
  ///   - file: A file elsewhere to watch as well; none by default.
  init(_ folder: String, and file: String? = nil) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Self.problem("changes can't be watched") }
    try add(URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath().path)
    if let file {
      let parent = URL(filePath: file).deletingLastPathComponent().path
      single.insert(file)
      // If it can't be watched, the stories still can.
      try? watch(parent)
    }
  }

  deinit { close(descriptor) }

  /// Waits until something changes, and then until nothing has changed for a moment.
  func changes() throws -> Changes {
    var changes = Changes()
    var timeout: Int32 = -1
    while true {
      guard try isReadable(within: timeout) else { return changes }
      try read(into: &changes)
      let isNews = changes.isEverything || !changes.paths.isEmpty
      timeout = isNews ? Self.quietMilliseconds : -1
    }
  }

  // MARK: - Folders

  /// Watches a folder and its subfolders, also those that symbolic links lead to.
  private func add(_ folder: String) throws {
    let target = Self.target(of: folder)
    guard targets.insert(target).inserted else { return }
    try watch(folder)
    guard let found = FileManager.default.enumerator(atPath: target) else { return }
    var links: [String] = []
    for case let path as String in found {
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix(".") {
        found.skipDescendants()
        continue
      }
      switch found.fileAttributes?[.type] as? FileAttributeType {
      case .typeDirectory:
        targets.insert("\(target)/\(path)")
        try watch("\(folder)/\(path)")
      case .typeSymbolicLink: links.append("\(folder)/\(path)")
      default: break
      }
    }
    for link in links where Self.isFolder(link) { try add(link) }
  }

  private static func target(of path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func watch(_ folder: String) throws {
    let watch = inotify_add_watch(descriptor, folder, Self.mask)
    guard watch >= 0 else { throw Self.problem("\"\(folder)\" can't be watched") }
    folders[watch] = folder
  }

  // MARK: - Events

  private func isReadable(within milliseconds: Int32) throws -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count >= 0 { return count > 0 }
      guard errno == EINTR else { throw Self.problem("changes can't be waited for") }
    }
  }

  private func read(into changes: inout Changes) throws {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      if errno == EINTR { return }
      throw Self.problem("changes can't be read")
    }
    try buffer[..<count].withUnsafeBytes { bytes in
      var offset = 0
      while let event = Event(bytes, at: &offset) { try take(event, into: &changes) }
    }
  }

  private func take(_ event: Event, into changes: inout Changes) throws {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes.isEverything = true
      return
    }
    if event.mask & UInt32(IN_IGNORED) != 0 {
      if let folder = folders.removeValue(forKey: event.watch) { targets.remove(folder) }
      return
    }
    guard let folder = folders[event.watch], !event.name.hasPrefix(".") else { return }
    let path = "\(folder)/\(event.name)"
    guard event.mask & UInt32(IN_ISDIR) != 0 else {
      // A new file is reported when it is closed, because it is incomplete until then.
      guard event.mask & UInt32(IN_CREATE) == 0 else { return }
      if isOfInterest(path, in: folder) { changes.paths.insert(path) }
      return
    }
    // Files may have been added to a new folder before it was watched.
    if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0, isOfInterest(path, in: folder) {
      try? add(path)
      for file in FileManager.default.enumerator(atPath: path)?.allObjects ?? [] {
        if let file = file as? String { changes.paths.insert("\(path)/\(file)") }
      }
    } else if event.mask & UInt32(IN_MOVED_FROM | IN_DELETE) != 0 {
      changes.isEverything = changes.isEverything || isOfInterest(path, in: folder)
    }
  }

  /// Returns whether a path is watched; in a folder watched for one file, other files are ignored.
  private func isOfInterest(_ path: String, in folder: String) -> Bool {
    let isForOne = single.contains { ($0 as NSString).deletingLastPathComponent == folder }
    return !isForOne || single.contains(path)
  }

  private static func problem(_ what: String) -> Diagnostic {
    Diagnostic("\(what): \(String(cString: strerror(errno)))")
  }
}

/// An event in the kernel's format: four 32-bit numbers (watch, mask, cookie, length of the name),
/// and the name with trailing zeros.
private struct Event {
  let watch: Int32
  let mask: UInt32
  let name: String

  init?(_ bytes: UnsafeRawBufferPointer, at offset: inout Int) {
    let header = 16
    guard offset + header <= bytes.count else { return nil }
    watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
    mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
    let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
    let end = offset + header + length
    guard end <= bytes.count else { return nil }
    name = String(decoding: bytes[(offset + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
    offset = end
  }
}
#endif
