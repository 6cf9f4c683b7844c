import Foundation
import TestSupport

/// A manifest that an article shows.
struct PackageManifest {
  /// The products that the manifest uses from this package but that this package does not have.
  let strangers: [String]

  /// Compiles the manifest.
  init(_ block: Page.Block) throws {
    let folder = try TemporaryFolder(["Package.swift": block.text])
    let dump = try FinishedProcess(
      of: "swift", ["package", "--package-path", folder.url.path, "dump-package"])
    struct Unreadable: Error { var text: String }
    guard dump.status == 0 else { throw Unreadable(text: dump.output + dump.errors) }
    let ours = try Page.packageManifest()
    strangers = block.text.matches(of: /\.product\(name: "(\w+)", package: "swift-scenarios"\)/)
      .map { String($0.1) }.filter { !ours.contains(".library(name: \"\($0)\"") }
  }
}
