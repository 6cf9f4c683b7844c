import Foundation

/// A headless Chromium, controlled by the Python script beside this file.
package struct Browser {
  /// An action on the page.
  package enum Step {
    /// Evaluates a JavaScript expression.
    case evaluate(String)
    /// Presses a key, such as `j` or `Control+s`.
    case press(String)
    /// Presses Tab until the element that a selector matches has the focus.
    case tab(to: String)
    /// Types a text.
    case type(String)
    /// Loads the page again.
    case reload
    /// Clicks the element that a selector matches.
    case click(String)
    /// Changes the width of the window, and whether its colours are dark.
    case resize(width: Int, isDark: Bool = false)
  }

  /// The results of a visit.
  package struct Visit {
    /// The values of the expressions, as JSON.
    package var values: [String]
    /// The console errors and uncaught exceptions.
    package var problems: [String]
    /// The requested URLs besides the page.
    package var requests: [String]
  }

  /// The error of a visit that failed.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Ending: Decodable {
    var problems: [String]
    var requests: [String]
  }

  /// Whether the browser is installed.
  ///
  /// If the environment variable `SCENARIOS_CI` is set, the browser is required.
  package static let isThere: Bool =
    Sample.isInCI
    || (try? FinishedProcess(of: URL(filePath: "/usr/bin/env"), words(["--is-there"])).status) == 0

  /// Opens an HTML page, performs steps, and closes it.
  ///
  /// - Parameter address: The fragment of the page's URL, after the `#`.
  package static func visit(_ html: String, address: String = "", _ steps: [Step]) async throws
    -> Visit
  {
    let folder = try TemporaryFolder(["report.html": html])
    return try await visit(folder.file("report.html"), address: address, steps)
  }

  /// Opens a page from a file, performs steps, and closes it.
  package static func visit(
    _ page: URL, address: String = "", _ steps: [Step]
  ) async throws -> Visit {
    try await visit(at: page.path, address: address, steps)
  }

  private static func visit(at page: String, address: String, _ steps: [Step]) async throws
    -> Visit
  {
    let list = steps.map { step in
      switch step {
      case .evaluate(let expression): ["do": expression]
      case .press(let key): ["key": key]
      case .tab(let selector): ["tab": selector]
      case .type(let text): ["type": text]
      case .click(let selector): ["click": selector]
      case .reload: ["reload": ""]
      case .resize(let width, let isDark): ["resize": "\(width) \(isDark ? "dark" : "light")"]
      }
    }
    let plan = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
    let folder = try TemporaryFolder(["steps.json": plan])
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words([page, folder.file("steps.json").path, address])
    process.standardInput = FileHandle.nullDevice
    let call = try await turns.take { try await FinishedProcess(process) }
    guard call.status == 0 else { throw Problem(description: call.errors) }
    var lines = call.output.split(separator: "\n").map(String.init)
    let ending = try JSONDecoder().decode(Ending.self, from: Data(lines.removeLast().utf8))
    return Visit(values: lines, problems: ending.problems, requests: ending.requests)
  }

  /// Opens a page of a server, performs steps, and closes it.
  package static func visit(server address: String, _ steps: [Step]) async throws -> Visit {
    try await visit(at: address, address: "", steps)
  }

  /// Dozens of browsers would be too slow for what pages wait for.
  private static let turns = Turns(1)

  private static func words(_ arguments: [String]) -> [String] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browse.py")
    return ["python3", "-W", "ignore", script.path] + arguments
  }
}
