import Foundation

/// The Swift code in `Samples`, which is compiled with the tests.
enum SwiftSamples {
  private static let files: [[String]] = {
    let folder = Page.root.appending(path: "Tests/DocumentationTests/Samples")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map {
        lines($0.split(separator: "\n").map(String.init))
      }
    }
  }()

  /// Returns whether one of the files contains a block, ignoring indentation and empty lines.
  ///
  /// The block's imports can be anywhere in that file. The comparison ignores code that compiles
  /// only in another package with several targets: `@main`, the imports of that package's own
  /// targets, and `@retroactive` conformances.
  static func contain(_ block: Page.Block) -> Bool {
    let ofPackage = ["@main", "import Counter", "import CounterStories"]
    let lines = lines(block.lines).filter { !ofPackage.contains($0) }
      .map { $0.replacing("@retroactive ", with: "") }
    let code = Array(lines.drop { $0.hasPrefix("import ") })
    let imports = lines.prefix(lines.count - code.count)
    return files.contains { file in
      imports.allSatisfy(file.contains) && Lines(file.joined(separator: "\n")).contain(code)
    }
  }

  private static func lines(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
