// swift-tools-version: 6.2
import PackageDescription

/// Library targets are optimised even in debug builds, because users run them far more often than
/// they debug them.
///
/// Packages that depend on this one may have such flags since version 6.2 of the tools, which the
/// first line asks for.
///
/// Whole modules take less time to build than their files one by one. With threads, the compiler
/// still writes an object for each file, which SwiftPM counts on; and it would warn of batches, which
/// SwiftPM asks for and whole modules don't have.
let optimised: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
    .when(configuration: .debug))
]

let package = Package(
  name: "swift-scenarios",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "ScenarioRunner", targets: ["ScenarioRunner"]),
    .library(name: "ScenarioTesting", targets: ["ScenarioTesting"]),
    .library(name: "ScenarioSuite", targets: ["ScenarioSuite"]),
    .library(name: "ScenarioReports", targets: ["ScenarioReports"]),
    .library(name: "ScenarioHistory", targets: ["ScenarioHistory"]),
    .library(name: "ScenarioCommands", targets: ["ScenarioCommands"]),
    .library(name: "ScenarioLive", targets: ["ScenarioLive"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CSimulation"),
    .target(
      name: "Simulation",
      dependencies: [
        "CSimulation",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: optimised),
    .target(name: "StepExpressions", swiftSettings: optimised),
    .target(
      name: "ScenarioLanguage", dependencies: ["CYAML"],
      resources: [.embedInCode("Languages/languages.yaml")],
      swiftSettings: optimised),
    .target(
      name: "ScenarioRunner",
      dependencies: [
        "ScenarioLanguage", "Simulation", "StepExpressions",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: optimised),
    .target(
      name: "ScenarioResults", dependencies: ["ScenarioLanguage", "ScenarioRunner", "Simulation"],
      swiftSettings: optimised),
    .target(name: "CWorkers"),
    // Processes in which stories run, and the one that watches over them.
    .target(
      name: "ScenarioWorkers",
      dependencies: [
        "CWorkers", "ScenarioLanguage", "ScenarioResults", "ScenarioRunner", "Simulation",
      ],
      swiftSettings: optimised),
    .target(
      name: "ScenarioReports",
      dependencies: [
        "ScenarioLanguage", "ScenarioResults", "ScenarioRunner", "Simulation", "StepExpressions",
      ],
      resources: [
        .embedInCode("HTML/Page/page.css"),
        .embedInCode("HTML/Page/listing.css"),
        .embedInCode("HTML/Page/overview.css"),
        .embedInCode("HTML/Page/scenario.css"),
        .embedInCode("HTML/Page/drawings.css"),
        .embedInCode("HTML/Page/media.css"),
        .embedInCode("HTML/Page/elements.js"),
        .embedInCode("HTML/Page/words.js"),
        .embedInCode("HTML/Page/data.js"),
        .embedInCode("HTML/Page/listing.js"),
        .embedInCode("HTML/Page/trend.js"),
        .embedInCode("HTML/Page/overview.js"),
        .embedInCode("HTML/Page/scenario.js"),
        .embedInCode("HTML/Page/storyboard.js"),
        .embedInCode("HTML/Page/sequence.js"),
        .embedInCode("HTML/Page/report.js"),
      ],
      swiftSettings: optimised),
    // Apart from the reports, so that only who keeps a history builds SQLite's library.
    .target(
      name: "ScenarioHistory",
      dependencies: ["ScenarioReports", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "ScenarioTesting",
      dependencies: ["ScenarioLanguage", "ScenarioReports", "ScenarioRunner", "ScenarioWorkers"],
      swiftSettings: optimised),
    // Apart from the bridge: its tests are found in every test process that it is linked into.
    .target(name: "ScenarioSuite", dependencies: ["ScenarioTesting"], swiftSettings: optimised),
    .target(
      name: "ScenarioCommands",
      dependencies: [
        "ScenarioLanguage", "ScenarioReports", "ScenarioRunner", "ScenarioWorkers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
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
        "ReaderApp", "ScenarioRunner", .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .target(
      name: "ScenarioLive",
      dependencies: [
        "ScenarioRunner", .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    // Without a product of its own, which would take the place of the command `scenarios` of every
    // package that depends on this one.
    .executableTarget(
      name: "scenarios",
      dependencies: ["ReaderStories", "ScenarioCommands", "ScenarioHistory", "ScenarioLive"]),

    // A process for the tests of isolation to crash.
    .executableTarget(
      name: "IsolationTable", dependencies: ["Simulation"], path: "Tests/IsolationTable"),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["IsolationTable", "Simulation", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(name: "StepExpressionsTests", dependencies: ["StepExpressions"]),
    .testTarget(
      name: "ScenarioLanguageTests", dependencies: ["ScenarioLanguage"], exclude: ["Cases"]),
    .testTarget(
      name: "ScenarioRunnerTests",
      dependencies: [
        "CYAML", "ScenarioLanguage", "ScenarioRunner", "Simulation", "StepExpressions",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Cases"]),
    .testTarget(
      name: "ScenarioReportsTests",
      dependencies: [
        "ReaderStories", "ScenarioLanguage", "ScenarioReports", "ScenarioResults",
        "ScenarioRunner", "Simulation", "scenarios",
      ],
      exclude: ["Browser/browse.py", "Formats/Expected", "Language/Cases"]),
    // A process for the tests of histories to kill.
    .executableTarget(
      name: "HistoryWriter", dependencies: ["ScenarioHistory", "ScenarioReports"],
      path: "Tests/HistoryWriter"),
    // A command whose modules do the worst that apps do, for tests and `Tests/HostileStories/torture`.
    .executableTarget(
      name: "HostileStories",
      dependencies: ["ScenarioCommands", "ScenarioHistory", "ScenarioRunner"],
      path: "Tests/HostileStories", exclude: ["Stories", "torture"]),
    .testTarget(
      name: "ScenarioHistoryTests",
      dependencies: [
        "HistoryWriter", "ScenarioHistory", "ScenarioReports",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "ScenarioWorkersTests",
      dependencies: [
        "CWorkers", "ScenarioLanguage", "ScenarioResults", "ScenarioRunner", "ScenarioWorkers",
        "Simulation",
      ]),
    .testTarget(
      name: "ScenarioTestingTests",
      dependencies: ["HostileStories", "ScenarioRunner", "ScenarioTesting"]),
    .testTarget(
      name: "ScenarioSuiteTests", dependencies: ["ScenarioSuite", "ScenarioTesting"]),
    .testTarget(
      name: "ScenarioCommandsTests",
      dependencies: [
        "HostileStories", "ReaderStories", "ScenarioCommands", "ScenarioHistory",
        "ScenarioLanguage", "ScenarioReports", "ScenarioRunner", "ScenarioWorkers", "scenarios",
      ],
      exclude: ["Editors/validate.py"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ScenarioCommands", "ScenarioLanguage", "ScenarioLive", "ScenarioReports",
        "ScenarioRunner", "ScenarioSuite", "ScenarioTesting", "Simulation", "StepExpressions",
        "scenarios",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ], exclude: ["Samples/fixtures"]),
    .testTarget(
      name: "ReaderAppTests",
      dependencies: ["ReaderApp", .product(name: "HTTPTypes", package: "swift-http-types")]),
    .testTarget(name: "Stories", dependencies: ["ReaderStories", "ScenarioSuite"]),
  ],
  swiftLanguageModes: [.v6]
)
