import Foundation

extension SourceFile {
  /// Reads a file from disk, but at most one byte more than the size limit.
  package convenience init(path shownPath: String, readFrom path: String) throws(Diagnostic) {
    func problem(_ message: Message, hints: [Message] = []) -> Diagnostic {
      Diagnostic(message, at: .wholeFile(shownPath), rule: .unreadableFile, hints: hints)
    }
    guard let isFolder = FileManager.default.isFolder(atPath: path) else {
      throw problem("there is no such file")
    }
    if isFolder { throw problem("this is a folder, not a file") }
    if let kind = SpecialFile(path) { throw problem("this is \(kind.name), not a file") }
    let data: Data?
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: Limits.fileSize + 1)
    } catch {
      let isDenied = (error as? CocoaError)?.code == .fileReadNoPermission
      throw problem(
        isDenied
          ? "this file can't be read: permission denied"
          : "this file can't be read: \(error.localizedDescription)",
        hints: isDenied ? ["Change its permissions."] : [])
    }
    self.init(path: shownPath, bytes: data.map { Array($0) } ?? [])
  }
}
