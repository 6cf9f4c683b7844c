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

  /// Whether a block stands in one of the files, but for indentation and empty lines.
  ///
  /// What only a package of several targets can say is left out: `@main`, and the imports of its
  /// own targets.
  static func contain(_ block: Page.Block) -> Bool {
    let ofPackage = ["@main", "import Counter", "import CounterStories"]
    let lines = lines(block.lines).filter { !ofPackage.contains($0) }
    return files.contains { Lines($0.joined(separator: "\n")).contain(lines) }
  }

  private static func lines(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

/// A manifest that an article shows.
struct PackageManifest {
  /// The products that it takes of this package, and that this package has not.
  let strangers: [String]

  /// Compiles the manifest.
  init(_ block: Page.Block) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "manifest-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try block.text.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    let dump = try Tool.run(
      "/usr/bin/env", ["swift", "package", "--package-path", folder.path, "dump-package"])
    struct Unreadable: Error { var text: String }
    guard dump.status == 0 else { throw Unreadable(text: dump.output) }
    let ours = try String(
      contentsOf: Page.root.appending(path: "Package.swift"), encoding: .utf8)
    strangers = block.text.matches(of: /\.product\(name: "(\w+)", package: "swift-scenarios"\)/)
      .map { String($0.1) }.filter { !ours.contains(".library(name: \"\($0)\"") }
  }
}

/// Runs tools.
enum Tool {
  /// Runs a tool to its end.
  static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
