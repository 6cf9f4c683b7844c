import Foundation

/// A pipe, a device or a socket, which must not be read, because that could take forever.
package struct SpecialFile: Sendable {
  /// The kind of file with its article, such as `a pipe`.
  package let name: String

  /// Creates the description of the file at a path; `nil` if that is a regular file, a folder, or
  /// nothing.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR: return nil
    case S_IFIFO: name = "a pipe"
    case S_IFSOCK: name = "a socket"
    default: name = "a device"
    }
  }
}
