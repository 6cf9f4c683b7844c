import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioLanguage

/// The fixtures beside a story that a recording writes.
struct RecordedFixtures {
  /// The path of the story's folder, starting in the current folder.
  private let folder: String

  /// The files to create or, where there is an old content, to replace, each with its path from the
  /// current folder.
  private(set) var files: [(path: String, old: Data?, new: Data)] = []

  init(besideStory path: String) {
    folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  /// Returns the path of a file that the story names.
  func path(of name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// Adds a file with a body, unless there is one with the same content.
  ///
  /// - Returns: The name in the story; another one than usual if a file with other content has it.
  mutating func add(_ body: Data, named fixture: FixtureName) -> String {
    var number = 1
    while true {
      let name = "fixtures/\(fixture.text(number: number))"
      let path = path(of: name)
      let old = files.first { $0.path == path }?.new ?? FileManager.default.contents(atPath: path)
      if old == body { return name }
      // A folder has no content, and its name is taken as well.
      if old == nil, !FileManager.default.fileExists(atPath: path) {
        files.append((path, nil, body))
        return name
      }
      number += 1
    }
  }

  /// Replaces the content of a file that the story names.
  ///
  /// - Returns: Whether that is possible: the file exists, and no other answer of this recording
  ///   has replaced its content by something else.
  mutating func replace(_ name: String, with body: Data) -> Bool {
    let path = path(of: name)
    if let file = files.first(where: { $0.path == path }) { return file.new == body }
    guard let old = FileManager.default.contents(atPath: path) else { return false }
    files.append((path, old, body))
    return true
  }

  /// Writes the files and returns a line about each.
  ///
  /// - Throws: `Diagnostic` for a file that can't be written.
  func write() throws(Diagnostic) -> [String] {
    var lines: [String] = []
    for file in files {
      if let old = file.old {
        do throws(Diagnostic) {
          try FileReplacement(file.path).replace(Array(old), with: Array(file.new))
        } catch { throw Diagnostic("\(file.path) was not changed: \(error.message)") }
        lines.append("replaced \(file.path)")
      } else {
        do { try file.new.write(toNewFile: file.path) } catch {
          throw Diagnostic("\(file.path) can't be written: \(error.localizedDescription)")
        }
        lines.append("wrote \(file.path)")
      }
    }
    return lines
  }
}

/// The name of a fixture for an answer, such as `users-42.json`.
struct FixtureName {
  /// The largest number of characters before the ending.
  private static let lengthLimit = 80

  /// The media types of files, by ending; the first one of a list is the usual one.
  private static let mediaTypes: [(ending: String, types: [String])] = [
    ("json", ["application/json"]), ("xml", ["application/xml", "text/xml"]),
    ("html", ["text/html"]), ("css", ["text/css"]), ("csv", ["text/csv"]),
    ("js", ["text/javascript", "application/javascript"]), ("md", ["text/markdown"]),
    ("png", ["image/png"]), ("jpg", ["image/jpeg"]), ("gif", ["image/gif"]),
    ("svg", ["image/svg+xml"]), ("webp", ["image/webp"]), ("pdf", ["application/pdf"]),
    ("zip", ["application/zip"]), ("txt", ["text/plain"]), ("bin", ["application/octet-stream"]),
  ]

  /// The name before the ending.
  let stem: String

  /// The ending, without its dot.
  let ending: String

  /// Whether the ending implies the media type of the answer.
  let impliesType: Bool

  /// Names the body of an answer after its request.
  init(_ exchange: RecordedExchange) {
    let header = exchange.answer.response.headerFields[.contentType] ?? ""
    let parts = header.lowercased().split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let type = parts.first ?? ""
    let known = Self.mediaTypes.first { $0.types.contains(type) }
    let text = exchange.answer.text
    let usual = known?.ending ?? (type.hasSuffix("+xml") ? "xml" : text == nil ? "bin" : "txt")
    ending = exchange.answer.isJSON ? "json" : usual
    impliesType =
      header.isEmpty
      || known?.ending == ending && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" }
    stem = Self.stem(of: exchange, ending: ending)
  }

  private static func stem(of exchange: RecordedExchange, ending: String) -> String {
    let url = exchange.request.url.split(separator: "?", maxSplits: 1)
    var path = url[0].split(separator: "/").dropFirst().map(String.init)
    if path.count > 1 { path.removeFirst() }
    if let last = path.last, last.lowercased().hasSuffix(".\(ending)") {
      path[path.count - 1] = String(last.dropLast(ending.count + 1))
    }
    let words =
      (exchange.request.method == "GET" ? [] : [exchange.request.method.lowercased()]) + path
      + url.dropFirst().map(String.init)
    // Other characters, such as those of percent escapes, would have to be escaped in shells.
    let name = words.joined(separator: "-").replacing(/[^A-Za-z0-9_]/, with: "-")
    let parts = name.split(separator: "-").joined(separator: "-").prefix(lengthLimit)
    return parts.isEmpty ? "answer" : String(parts)
  }

  /// Returns the name with a number, from 1; the first one has none.
  func text(number n: Int) -> String { n == 1 ? "\(stem).\(ending)" : "\(stem)-\(n).\(ending)" }
}
