import Foundation

/// The links of pages.
enum Links {
  /// Returns whether a link's target file exists, and the heading in it if the link names one.
  ///
  /// Links that begin with `https://` are not checked.
  static func leadsSomewhere(_ link: String, from page: Page) -> Bool {
    if link.hasPrefix("https://") { return true }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = Page.root.appending(path: page.path).deletingLastPathComponent()
    let path =
      parts[0].isEmpty
      ? Page.root.appending(path: page.path) : folder.appending(path: String(parts[0]))
    guard FileManager.default.fileExists(atPath: path.path) else { return false }
    guard parts.count == 2 else { return true }
    let relative = path.standardizedFileURL.path
      .dropFirst(Page.root.standardizedFileURL.path.count + 1)
    return Page(String(relative)).anchors.contains(String(parts[1]))
  }
}
