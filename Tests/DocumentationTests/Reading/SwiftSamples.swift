import Foundation

/// The Swift code of `Samples`, which is compiled with the tests.
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

  /// Whether a block stands in one of the files, but for indentation and empty lines; its imports
  /// may stand anywhere in that file.
  ///
  /// What only another package, of several targets, can say is left out: `@main`, the imports of
  /// its own targets, and that it conforms a type of this package to a protocol of this package.
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
