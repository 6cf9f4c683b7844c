import Foundation
import ScenarioKit
import ScenarioLanguage

/// Finds the lines of a package's Swift code at which steps are defined.
///
/// Code knows its module and file, but not the folder that the module's code lies in. Where that
/// can't be found, the place is `Module/File.swift` without the line's text.
struct SwiftPlaces {
  /// How many files are looked at; a call in the wrong folder must not cost minutes.
  private static let limit = 20_000

  /// The files of each module by their names, as paths from the root.
  private var paths: [String: String] = [:]

  private let root: URL

  /// Looks for the Swift files of a package.
  ///
  /// - Parameter root: The package's folder, absolute.
  init(root: String) {
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

  /// The place of a step's definition.
  func place(of origin: StepDefinition.Origin) -> Place {
    let unknown = Place(path: origin.fileID, range: Self.range(line: origin.line), lineText: "")
    guard let path = paths[origin.fileID],
      let data = try? Data(contentsOf: root.appending(path: path))
    else { return unknown }
    let text = SourceFile(path: path, bytes: Array(data)).lineText(origin.line)
    let indentation = text.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
    let length = text.unicodeScalars.count
    return Place(
      path: path,
      range: Self.range(line: origin.line, columns: indentation + 1...max(length, indentation) + 1),
      lineText: text)
  }

  private static func range(line: Int, columns: ClosedRange<Int> = 1...1) -> SourceRange {
    // Nobody looks at the offset of a place in another file.
    SourceRange(
      start: Position(line: line, column: columns.lowerBound, offset: line),
      end: Position(line: line, column: columns.upperBound, offset: line))
  }
}
