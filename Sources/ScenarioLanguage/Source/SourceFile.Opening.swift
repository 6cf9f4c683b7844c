import Foundation

extension SourceFile {
  /// Why a file can't be read from disk.
  package struct OpeningError: Error {
    var message: String
    var remedies: [String] = []
  }

  /// Reads a file from disk, and no more of it than a story may be big.
  package init(path shownPath: String, readFrom path: String) throws(OpeningError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw OpeningError(message: "there is no such file")
    }
    if isFolder.boolValue {
      throw OpeningError(message: "this is a folder, not a file")
    }
    let data: Data?
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: Limits.fileSize + 1)
    } catch {
      let isDenied = (error as? CocoaError)?.code == .fileReadNoPermission
      throw OpeningError(
        message: isDenied
          ? "this file may not be read" : "this file can't be read: \(error.localizedDescription)",
        remedies: isDenied ? ["Change its permissions so that it may."] : [])
    }
    self.init(path: shownPath, bytes: data.map { Array($0) } ?? [])
  }
}
