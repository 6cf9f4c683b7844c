import Foundation

extension FileManager {
  /// Returns whether there is a folder at a path and not a file; `nil` if there is nothing.
  package func isFolder(atPath path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }
}
