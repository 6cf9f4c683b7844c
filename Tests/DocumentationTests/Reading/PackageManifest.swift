import Foundation

/// A manifest that an article shows.
struct PackageManifest {
  /// The products that the manifest uses from this package but that this package does not have.
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
