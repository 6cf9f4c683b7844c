import Foundation

/// Finds out where a run comes from while the run goes on.
public struct OriginInquiry: Sendable {
  private let command: String
  private let folder: URL
  private let attempt: Int
  private let environment: [String: String]
  private let status: GitQuestion?

  /// Asks git, and doesn't wait for the answer.
  ///
  /// - Parameters:
  ///   - command: The command: `scenarios run` or `swift test`.
  ///   - folder: A folder of the repository; the current one unless given.
  ///   - attempt: Which attempt at the same work it is, from 1.
  ///   - environment: The environment; the process's own unless given.
  public init(
    runBy command: String, in folder: URL = URL(filePath: "."), attempt: Int = 1,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.command = command
    self.folder = folder
    self.attempt = attempt
    self.environment = environment
    // One question for everything: most of what git takes is its start.
    status = GitQuestion(
      "status", "--porcelain=v2", "--branch", "--no-ahead-behind", in: folder)
  }

  /// The origin, as it was when git was asked; to be called once.
  ///
  /// Outside of a repository, without git, and where git does not answer within seconds, there is
  /// no commit and no branch. Where no branch is checked out, as on most servers that build, the
  /// branch is the one that the server tells in the environment.
  public func origin() -> RunRecord.Origin {
    var origin = RunRecord.Origin(
      command: command, host: ProcessInfo.processInfo.hostName, attempt: attempt)
    let checkout = status?.answer().map(Checkout.init(status:)) ?? Checkout(of: folder)
    guard let commit = checkout.commit else { return origin }
    origin.commit = commit
    let names = ["GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"]
    origin.branch =
      ([checkout.branch] + names.map { environment[$0] })
      .compactMap(\.self).first { !$0.isEmpty }
    origin.isModified = checkout.isModified
    return origin
  }
}

/// What is checked out.
private struct Checkout {
  var commit: String?
  var branch: String?
  var isModified: Bool?

  /// Reads the answer of `git status --porcelain=v2 --branch`.
  init(status: String) {
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

  /// Asks for no more than the commit and the branch, which git tells when comparing all files takes
  /// too long.
  init(of folder: URL) {
    let commit = GitQuestion("rev-parse", "HEAD", in: folder)
    let branch = GitQuestion("branch", "--show-current", in: folder)
    self.commit = commit?.answer()
    self.branch = branch?.answer()
  }

  private static func value(of name: String, in line: Substring) -> String? {
    line.hasPrefix(name) ? String(line.dropFirst(name.count)) : nil
  }
}
