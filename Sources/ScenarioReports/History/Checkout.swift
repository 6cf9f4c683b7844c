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
      let lines = status.split(separator: "\n")
      func value(of name: String, unless none: String) -> String? {
        let value = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count)
        return value == none[...] ? nil : value.map(String.init)
      }
      commit = value(of: "# branch.oid ", unless: "(initial)")
      branch = value(of: "# branch.head ", unless: "(detached)")
      isModified = lines.contains { !$0.hasPrefix("#") }
    } else if let lines = git.answer("rev-parse", "HEAD", "--abbrev-ref", "HEAD", timeout: timeout)
    {
      // The first command compares all files, which may take too long.
      let names = lines.split(separator: "\n").map(String.init)
      (commit, branch) = (names.first, names.last.flatMap { $0 == "HEAD" ? nil : $0 })
    }
  }
}
