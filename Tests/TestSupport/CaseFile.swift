import Foundation
import Testing

/// A story in a folder of cases, with the text that it leads to in a file beside it.
package struct CaseFile: Sendable, CustomTestStringConvertible {
  /// The folder of the case.
  package let folder: URL

  /// The name of both files, without the extension.
  package let name: String

  /// The case with a name, in a folder beside a source file.
  package init(_ name: String, in folder: String, besides source: String = #filePath) {
    self.folder = URL(filePath: source).deletingLastPathComponent().appending(path: folder)
    self.name = name
  }

  /// Returns the cases in a folder beside a source file, in the order of their names.
  ///
  /// It traps if there is none, because a test without arguments is skipped, which is green.
  package static func all(in folder: String, besides source: String = #filePath) -> [CaseFile] {
    let path = URL(filePath: source).deletingLastPathComponent().appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let cases = names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      CaseFile(String($0.dropLast(5)), in: folder, besides: source)
    }
    precondition(!cases.isEmpty, "there is no case in \(path)")
    return cases
  }

  package var testDescription: String { name }

  /// The file of the story.
  package var story: URL { folder.appending(path: "\(name).yaml") }

  /// The bytes of the story.
  package func bytes() throws -> [UInt8] { Array(try Data(contentsOf: story)) }

  /// Expects the story to lead to the text in the file beside it.
  package func expect(_ text: String) throws {
    try expectText(text, toBeIn: folder.appending(path: "\(name).txt"))
  }
}

/// Expects a file to contain a text.
///
/// With `WRITE_CASES` in the environment, it writes the file anew, for review after an intended
/// change, and the test fails.
package func expectText(_ text: String, toBeIn file: URL) throws {
  if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("the expected text was written anew, not checked")
  } else {
    let (lines, expected) = (text.lines, try String(contentsOf: file, encoding: .utf8).lines)
    // Of long texts, a failed expectation shows nothing.
    let index = zip(lines, expected).prefix { $0 == $1 }.count
    #expect(
      lines.dropFirst(index).first == expected.dropFirst(index).first,
      "line \(index + 1) of \(file.lastPathComponent); the text is:\n\(text)")
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
