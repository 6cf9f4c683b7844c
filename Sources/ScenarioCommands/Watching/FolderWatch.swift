import Foundation
import Glibc
import ScenarioLanguage

/// Waits until files in a folder, or in the folders inside it, are saved, made, moved or deleted.
///
/// It asks the kernel (inotify), which costs nothing while nothing happens and tells of a save
/// within a millisecond.
final class FolderWatch {
  /// What happened since the last time.
  struct Changes: Equatable {
    /// The files, absolute.
    var paths: Set<String> = []

    /// Whether so much happened that the kernel did not tell all of it.
    var isEverything = false
  }

  /// How long to wait for more: an editor saves a file in several steps, and some tools many files.
  private static let quietMilliseconds: Int32 = 5

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

  private let descriptor: Int32
  private var folders: [Int32: String] = [:]
  private var single: Set<String> = []

  /// Begins to watch a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder; those in it whose names begin with a dot are passed over.
  ///   - file: A file elsewhere that is watched, too; none unless given.
  init(_ folder: String, and file: String? = nil) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Self.problem("changes can't be watched") }
    try add(URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath().path)
    if let file {
      let parent = URL(filePath: file).deletingLastPathComponent().path
      single.insert(file)
      // One that can't be watched is no reason not to watch the stories.
      try? watch(parent)
    }
  }

  deinit { close(descriptor) }

  /// Waits until something changes, and then until nothing has for a moment.
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

  /// Watches a folder and those inside it.
  private func add(_ folder: String) throws {
    try watch(folder)
    guard let found = FileManager.default.enumerator(atPath: folder) else { return }
    for case let path as String in found {
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix(".") {
        found.skipDescendants()
      } else if found.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
        try watch("\(folder)/\(path)")
      }
    }
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
    let count = Glibc.read(descriptor, &buffer, buffer.count)
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
      folders[event.watch] = nil
      return
    }
    guard let folder = folders[event.watch], !event.name.hasPrefix(".") else { return }
    let path = "\(folder)/\(event.name)"
    guard event.mask & UInt32(IN_ISDIR) != 0 else {
      // A file that is only made is not finished: it is told of when it is closed.
      guard event.mask & UInt32(IN_CREATE) == 0 else { return }
      if isOfInterest(path, in: folder) { changes.paths.insert(path) }
      return
    }
    // What came into a new folder before it was watched is looked for in it.
    if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0, isOfInterest(path, in: folder) {
      try? add(path)
      for file in FileManager.default.enumerator(atPath: path)?.allObjects ?? [] {
        if let file = file as? String { changes.paths.insert("\(path)/\(file)") }
      }
    } else if event.mask & UInt32(IN_MOVED_FROM | IN_DELETE) != 0 {
      changes.isEverything = changes.isEverything || isOfInterest(path, in: folder)
    }
  }

  /// Of a folder that is watched for one file, the others are of no interest.
  private func isOfInterest(_ path: String, in folder: String) -> Bool {
    let isForOne = single.contains { ($0 as NSString).deletingLastPathComponent == folder }
    return !isForOne || single.contains(path)
  }

  private static func problem(_ what: String) -> Diagnostic {
    Diagnostic("\(what): \(String(cString: strerror(errno)))")
  }
}

/// An event as the kernel writes it: four numbers of 32 bits (watch, mask, cookie, length of the
/// name), and the name with zeros behind it.
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
