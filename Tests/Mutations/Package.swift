// swift-tools-version: 6.2
import PackageDescription

// The sample app is no product of the package, so its sources are linked here. `run` builds a copy
// of this package, in which the app has all mutations of the list.
let package = Package(
  name: "Mutations",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-scenarios", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "ReaderApp",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ]),
    .target(
      name: "ReaderStories",
      dependencies: [
        "ReaderApp", .product(name: "ScenarioKit", package: "swift-scenarios"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .executableTarget(
      name: "scenarios",
      dependencies: [
        "ReaderStories",
        .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
