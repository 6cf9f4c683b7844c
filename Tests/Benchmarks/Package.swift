// swift-tools-version: 6.2
import PackageDescription

// Code with which the stories are compared. The sample app is no product of the package, so its
// sources, and those of its command line, are linked here. `limits` is in the manifest of the package,
// as it uses what is not public.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-scenarios", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
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
    .target(
      name: "FactsByHand",
      dependencies: ["ReaderApp", .product(name: "HTTPTypes", package: "swift-http-types")]),
    .target(name: "Measuring"),
    .executableTarget(name: "nodes", dependencies: ["Measuring", "Yams"]),
    // Linked with all that `scenarios` is, and does nothing.
    .executableTarget(
      name: "idle",
      dependencies: [
        "ReaderStories",
        .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
    .testTarget(name: "EmptyTests"),
    .testTarget(name: "HandWrittenTests", dependencies: ["FactsByHand"]),
    .testTarget(
      name: "StoryTests",
      dependencies: [
        "ReaderStories", .product(name: "ScenarioSuite", package: "swift-scenarios"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
