// swift-tools-version: 6.2
import PackageDescription

let httpTypes: [Target.Dependency] = [
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
]
let openCombine: [Target.Dependency] = [
  .product(name: "OpenCombine", package: "OpenCombine"),
  .product(name: "OpenCombineDispatch", package: "OpenCombine"),
  .product(name: "OpenCombineFoundation", package: "OpenCombine"),
]

// A package of somebody else: it sees only what this library makes public. Its doubles are of its
// own, and it uses libraries that nothing else here uses.
let package = Package(
  name: "habits",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "scenarios", targets: ["HabitScenarios"])],
  dependencies: [
    .package(name: "swift-scenarios", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "CHabits", cSettings: [.unsafeFlags(["-fsanitize=undefined"])]),
    .target(name: "Habits", dependencies: ["CHabits"]),
    .target(
      name: "HabitStories",
      dependencies: [
        "Habits", .product(name: "ScenarioKit", package: "swift-scenarios"),
        .product(name: "Simulation", package: "swift-scenarios"),
      ]),
    .executableTarget(
      name: "HabitScenarios",
      dependencies: [
        "HabitStories", .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
    .testTarget(
      name: "Stories",
      dependencies: [
        "HabitStories", .product(name: "ScenarioTesting", package: "swift-scenarios"),
      ]),
    // The sample app is no product, so its sources are linked here.
    .target(
      name: "ReaderApp",
      dependencies: httpTypes + [.product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "ReaderStories",
      dependencies: httpTypes + [
        "ReaderApp", .product(name: "ScenarioKit", package: "swift-scenarios"),
        .product(name: "Simulation", package: "swift-scenarios"),
      ]),
    // The command for the same stories with screens as they were before Swift concurrency.
    .executableTarget(
      name: "ReactiveReader",
      dependencies: openCombine + [
        "ReaderApp", "ReaderStories",
        .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
    .testTarget(
      name: "LibraryTests",
      dependencies: openCombine + [
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Simulation", package: "swift-scenarios"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
