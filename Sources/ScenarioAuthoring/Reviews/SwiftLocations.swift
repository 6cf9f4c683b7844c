import Foundation
import ScenarioKit
import ScenarioLanguage

/// Finds the lines of a package's Swift code at which step definitions are.
///
/// A step definition has its module and file, but not the module's folder. If the folder can't be
/// found, the location is `Module/File.swift` without the text of the line.
package struct SwiftLocations {
  /// The largest number of files to search, so that a call in the wrong folder does not take
  /// minutes.
  private static let limit = 20_000

  /// The paths of files from the root, by `Module/File.swift`.
  private var paths: [String: String] = [:]

  private let root: URL

  /// Searches a package for Swift files.
  ///
  /// - Parameter root: The absolute path of the package's folder.
  package init(root: String) {
    self.root = URL(filePath: root, directoryHint: .isDirectory)
    for folder in ["Sources", "Tests"] {
      let url = self.root.appending(path: folder)
      guard let found = FileManager.default.enumerator(atPath: url.path) else { continue }
      for case let path as String in found.prefix(Self.limit) where path.hasSuffix(".swift") {
        let parts = path.split(separator: "/")
        guard let module = parts.first, let file = parts.last, parts.count > 1 else { continue }
        paths["\(module)/\(file)"] = "\(folder)/\(path)"
      }
    }
  }

  /// Returns the source location of a step definition.
  package func location(of origin: StepDefinition.Origin) -> Location {
    location(paths[origin.fileID] ?? origin.fileID, origin.line)
  }

  /// Returns the source location of a line, with a path from the root if the file is below it.
  ///
  /// - Parameter path: The path of the file, from the root or absolute.
  package func location(_ path: String, _ line: Int) -> Location {
    let folder = root.path.hasSuffix("/") ? root.path : root.path + "/"
    let path = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    let file = path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
    // Without the file, a line has no text.
    let bytes = (try? Data(contentsOf: file)).map { Array($0) } ?? []
    let text = SourceFile(path: path, bytes: bytes).lineText(line)
    let indentation = text.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
    let length = text.unicodeScalars.count
    // The offset of a location in a Swift file is never used.
    func position(_ column: Int) -> Position { Position(line: line, column: column, offset: line) }
    let end = position(max(length, indentation) + 1)
    return Location(
      path: path, range: SourceRange(start: position(indentation + 1), end: end), lineText: text)
  }

  /// Returns the absolute path of the file of a location.
  package func file(_ location: Location) -> String { root.appending(path: location.path).path }
}
