import Foundation
import Testing

/// Opens pages in a headless Chromium, through a script in Python beside this file.
struct Browser {
  /// Something that is done with the page.
  enum Step {
    /// An expression of JavaScript is evaluated.
    case evaluate(String)
    /// A key is pressed.
    case press(String)
  }

  /// What was found.
  struct Visit {
    /// The values of the expressions, as JSON.
    var values: [String]
    /// What the console said, and what was thrown.
    var problems: [String]
    /// What was asked for besides the page.
    var requests: [String]
  }

  private struct Ending: Decodable {
    var problems: [String]
    var requests: [String]
  }

  /// Whether the tests can use it.
  ///
  /// Where the variable `SCENARIOS_CI` is set it has to be there.
  static let isThere: Bool =
    ProcessInfo.processInfo.environment["SCENARIOS_CI"] != nil
    || (try? run(["--is-there"]).status) == 0

  /// Opens a page, takes steps, and closes it.
  ///
  /// - Parameter address: What follows the `#` of the page's address.
  static func visit(_ html: String, address: String = "", _ steps: [Step]) throws -> Visit {
    let page = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: page) }
    try Data(html.utf8).write(to: page)
    return try visit(page, address: address, steps)
  }

  /// Opens a page from the disk, takes steps, and closes it.
  static func visit(_ page: URL, address: String = "", _ steps: [Step]) throws -> Visit {
    let plan = FileManager.default.temporaryDirectory.appending(path: "steps-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: plan) }
    let list = steps.map { step in
      switch step {
      case .evaluate(let expression): ["do": expression]
      case .press(let key): ["key": key]
      }
    }
    try JSONEncoder().encode(list).write(to: plan)
    let call = try run([page.path, plan.path, address])
    try #require(call.status == 0, "\(call.output)")
    var lines = call.output.split(separator: "\n").map(String.init)
    let ending = try JSONDecoder().decode(Ending.self, from: Data(lines.removeLast().utf8))
    return Visit(values: lines, problems: ending.problems, requests: ending.requests)
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "browse.py")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "ignore", script.path] + arguments
    let output = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID()).txt")
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self)
    )
  }
}
