import Foundation

/// The commit and branch that are checked out in a folder, as far as git reports them.
struct Checkout {
  var commit: String?
  var branch: String?
  var isModified: Bool?

  init(_ git: Git, timeout: Duration) {
    // One command for everything, because starting git takes most of the time.
    if let status = git.answer(
      "status", "--porcelain=v2", "--branch", "--no-ahead-behind", timeout: timeout / 10)
    {
      read(status)
    } else if let lines = git.answer("rev-parse", "HEAD", "--abbrev-ref", "HEAD", timeout: timeout)
    {
      // The first command compares all files, which may take too long.
      let names = lines.split(separator: "\n").map(String.init)
      (commit, branch) = (names.first, names.last.flatMap { $0 == "HEAD" ? nil : $0 })
    }
  }

  private mutating func read(_ status: String) {
    var isModified = false
    for line in status.split(separator: "\n") {
      if let commit = Self.value(of: "# branch.oid ", in: line) {
        if commit != "(initial)" { self.commit = commit }
      } else if let branch = Self.value(of: "# branch.head ", in: line) {
        if branch != "(detached)" { self.branch = branch }
      } else if !line.hasPrefix("#") {
        isModified = true
      }
    }
    self.isModified = isModified
  }

  private static func value(of name: String, in line: Substring) -> String? {
    line.hasPrefix(name) ? String(line.dropFirst(name.count)) : nil
  }
}
