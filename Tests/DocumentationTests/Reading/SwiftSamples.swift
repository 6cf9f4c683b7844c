import Foundation

/// The Swift code in `Samples`, of the outside package, the exchanges and the sample app, which CI
/// compiles.
enum SwiftSamples {
  private static let files: [[String]] =
    [
      "DocumentationTests/Samples", "OutsidePackage/Sources/HabitStories",
      "OutsidePackage/Sources/ReactiveReader", "ScenarioHTTPTests/Exchanges",
      "../Sources/ReaderApp/Search", "../Sources/ReaderStories/Posts",
      "../Sources/ReaderStories/Search", "../Sources/ReaderStories/SignIn",
    ].flatMap { folder in
      TestFiles.texts(in: folder, endingIn: ".swift").values.map { (text: String) in
        lines(text.split(separator: "\n").map { String($0) })
      }
    }

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
