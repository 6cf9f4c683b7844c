import Foundation
import ScenarioLanguage

/// The fixtures beside a story that a recording writes.
struct RecordedFixtures {
  /// A file to create or to replace.
  struct File {
    /// The path, starting in the current folder.
    let path: String
    /// The content to replace; `nil` to create the file.
    let old: Data?
    let new: Data
  }

  /// The path of the story's folder, starting in the current folder.
  private let folder: String

  private(set) var files: [File] = []

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
        files.append(File(path: path, old: nil, new: body))
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
    files.append(File(path: path, old: old, new: body))
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
