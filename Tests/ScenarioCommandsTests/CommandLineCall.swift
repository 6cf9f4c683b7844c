import Foundation
import TestSupport
import Testing

/// The result of a call of the real `scenarios` executable.
struct CommandLineCall {
  /// The standard output, with real time replaced by `TIME` and Swift line numbers by `LINE`.
  var output: String

  /// The standard error, with the same replacements.
  var errors: String

  /// The exit status, or the negative number of the signal that ended the process.
  var status: Int32

  /// The number of lines of the output.
  var lineCount: Int { output.split(separator: "\n").count }

  /// The URL of the `scenarios` executable beside the tests.
  static var executable: URL { FinishedProcess.executable(named: "scenarios") }

  /// Returns a process that is ready to run in a folder, independent of the tests' own terminal.
  static func process(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    command: String = "scenarios"
  ) -> Process {
    let process = Process()
    process.executableURL = FinishedProcess.executable(named: command)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Replaces real time and Swift line numbers, which change between calls and app versions.
  static func stable(_ text: String) -> String {
    text.replacing(/\((?:[0-9.]+) m?s, story time/, with: "(TIME, story time")
      .replacing(/\.swift:\d+/, with: ".swift:LINE")
  }

  /// Expects the exit status, the output and the errors that are given.
  func expect(
    _ status: Int32? = nil, output: TextCondition..., errors: TextCondition...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var faults = output.compactMap { $0.fault(in: self.output) }
    faults += errors.compactMap { $0.fault(in: self.errors) }
    if let status, status != self.status {
      faults.append("the status is \(self.status), not \(status)")
    }
    let text = "\(faults.joined(separator: "\n"))\n\(self.output)\(self.errors)"
    #expect(faults.isEmpty, "\(text)", sourceLocation: sourceLocation)
  }
}

/// A condition on a text that a command has written; a literal is the whole text.
enum TextCondition: ExpressibleByStringInterpolation {
  case equals(String)
  case begins(String)
  case ends(String)
  case contains(String)
  case lacks(String)

  init(stringLiteral text: String) { self = .equals(text) }

  /// Returns what is wrong with a text; `nil` if the condition holds.
  func fault(in text: String) -> String? {
    switch self {
    case .equals(let other): text == other ? nil : "it is not:\n\(other)"
    case .begins(let start): text.hasPrefix(start) ? nil : "it does not begin with:\n\(start)"
    case .ends(let end): text.hasSuffix(end) ? nil : "it does not end with:\n\(end)"
    case .contains(let part): text.contains(part) ? nil : "it does not contain:\n\(part)"
    case .lacks(let part): text.contains(part) ? "it contains:\n\(part)" : nil
    }
  }
}
