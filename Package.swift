// swift-tools-version: 6.2
import PackageDescription

/// Defines `STORY_TIME`, without which no simulation can start, but everything else works.
///
/// Sources/Simulation/Platform.swift lists what story time needs. Contributors set
/// `SCENARIOS_WITHOUT_STORY_TIME` to build what other platforms get, and the tests that fit it.
let hasStoryTime = Context.environment["SCENARIOS_WITHOUT_STORY_TIME"] == nil
let storyTime: [SwiftSetting] =
  hasStoryTime ? [.define("STORY_TIME", .when(platforms: [.linux]))] : []
let storyTimeInC: [CSetting] =
  hasStoryTime ? [.define("STORY_TIME", .when(platforms: [.linux]))] : []

/// The functions that CTransfers has in place of libcurl's and Foundation's.
///
/// Foundation's library names the version of each, and the linker exports a function of a program
/// for a library only if their names are equal. So it is told to.
let transferFunctions =
  [
    "easy_init", "easy_setopt", "easy_getinfo", "easy_pause", "easy_cleanup", "multi_init",
    "multi_setopt", "multi_add_handle", "multi_remove_handle", "multi_socket_action",
    "multi_info_read", "multi_assign", "multi_cleanup",
  ].map { "curl_\($0)" } + ["$s10Foundation7NSErrorC6domain4code8userInfoACSS_SiSDySSypGSgtcfc"]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "swift-scenarios",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "StepExpressions", targets: ["StepExpressions"]),
    .library(name: "ScenarioLanguage", targets: ["ScenarioLanguage"]),
    .library(name: "ScenarioKit", targets: ["ScenarioKit"]),
    .library(name: "ScenarioValues", targets: ["ScenarioValues"]),
    .library(name: "ScenarioHTTP", targets: ["ScenarioHTTP"]),
    .library(name: "ScenarioTransports", targets: ["ScenarioTransports"]),
    .library(name: "ScenarioPlanning", targets: ["ScenarioPlanning"]),
    .library(name: "ScenarioRunning", targets: ["ScenarioRunning"]),
    .library(name: "ScenarioResults", targets: ["ScenarioResults"]),
    .library(name: "ScenarioReports", targets: ["ScenarioReports"]),
    .library(name: "ScenarioHistory", targets: ["ScenarioHistory"]),
    .library(name: "ScenarioLive", targets: ["ScenarioLive"]),
    .library(name: "ScenarioCommands", targets: ["ScenarioCommands"]),
    .library(name: "ScenarioTesting", targets: ["ScenarioTesting"]),
    .library(name: "ScenarioSuite", targets: ["ScenarioSuite"]),
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
    // libcurl for `URLSession` in a simulation.
    .target(
      name: "CTransfers", dependencies: ["CSimulation"], cSettings: storyTimeInC,
      linkerSettings: [
        .unsafeFlags(
          transferFunctions.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] },
          .when(platforms: [.linux]))
      ]),
    .target(
      name: "Simulation",
      dependencies: [
        "CSimulation", "DisplayText",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: storyTime),
    // Text for people: widths, marks below a text, suggestions, numbers with nouns.
    .target(name: "DisplayText"),
    .target(name: "StepExpressions", dependencies: ["DisplayText"]),
    // The words of the languages that stories are written in.
    .target(name: "CLanguages"),
    .target(
      name: "ScenarioLanguage", dependencies: ["CLanguages", "CYAML", "DisplayText"],
      exclude: ["Languages/Files"]),
    // Values of apps, the values that stories expect, and their differences.
    .target(
      name: "ScenarioValues", dependencies: ["DisplayText", "ScenarioLanguage", "StepExpressions"]),
    // What the author of a module imports.
    .target(
      name: "ScenarioKit",
      dependencies: [
        "DisplayText", "ScenarioLanguage", "ScenarioValues", "Simulation", "StepExpressions",
      ]),
    // The fake server, for modules whose app talks to one.
    .target(
      name: "ScenarioHTTP",
      dependencies: [
        "CTransfers", "DisplayText", "ScenarioKit", "ScenarioLanguage", "Simulation",
        "StepExpressions",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: storyTime),
    // The fake server, for modules whose app uses `URLRequest`.
    .target(
      name: "ScenarioTransports",
      dependencies: [
        "ScenarioHTTP", "ScenarioKit",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ]),
    // Stories and vocabularies → planned scenarios.
    .target(
      name: "ScenarioPlanning",
      dependencies: [
        "DisplayText", "ScenarioKit", "ScenarioLanguage", "ScenarioValues", "StepExpressions",
      ]),
    // A planned scenario → its report.
    .target(
      name: "ScenarioRunning",
      dependencies: [
        "DisplayText", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioResults",
        "Simulation",
      ]),
    // The same in real time, with a real server on this machine.
    .target(
      name: "ScenarioLive",
      dependencies: [
        "DisplayText", "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning",
        "ScenarioResults", "ScenarioRunning", "Simulation",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: storyTime),
    // The results of scenarios and runs, and their comparison: no planner, no runner.
    .target(
      name: "ScenarioResults", dependencies: ["DisplayText", "ScenarioLanguage", "ScenarioValues"]),
    .target(name: "CWorkers"),
    // Processes in which stories run, and the one that watches over them.
    .target(
      name: "ScenarioWorkers",
      dependencies: [
        "CSimulation", "CWorkers", "DisplayText", "ScenarioKit", "ScenarioLanguage",
        "ScenarioPlanning", "ScenarioResults", "ScenarioRunning", "Simulation",
      ]),
    // What helps to write stories: accepting, JSON Schema, the guide, starter stories.
    .target(
      name: "ScenarioAuthoring",
      dependencies: [
        "DisplayText", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioResults",
        "ScenarioValues", "StepExpressions",
      ],
      resources: [.embedInCode("Guide/guide.html"), .embedInCode("Schema/schema.json")]),
    // Answers about stories that are being written, for editors: no code of the app.
    .target(
      name: "ScenarioLanguageService",
      dependencies: [
        "DisplayText", "ScenarioAuthoring", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning",
        "ScenarioResults", "ScenarioValues", "StepExpressions",
      ]),
    .target(
      name: "ScenarioReports",
      dependencies: [
        "DisplayText", "ScenarioLanguage", "ScenarioResults", "ScenarioValues",
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
        .embedInCode("HTML/Studio/studio.css"),
        .embedInCode("HTML/Studio/server.js"),
        .embedInCode("HTML/Studio/asking.js"),
        .embedInCode("HTML/Studio/editor.js"),
        .embedInCode("HTML/Studio/suggestions.js"),
        .embedInCode("HTML/Studio/steps.js"),
        .embedInCode("HTML/Studio/list.js"),
        .embedInCode("HTML/Studio/story.js"),
        .embedInCode("HTML/Studio/running.js"),
        .embedInCode("HTML/Studio/ahead.js"),
        .embedInCode("HTML/Studio/checks.js"),
        .embedInCode("HTML/Studio/examples.js"),
        .embedInCode("HTML/Studio/vocabulary.js"),
        .embedInCode("HTML/Studio/saving.js"),
        .embedInCode("HTML/Studio/merging.js"),
        .embedInCode("HTML/Studio/following.js"),
        .embedInCode("HTML/Studio/adding.js"),
        .embedInCode("HTML/Studio/blanks.js"),
        .embedInCode("HTML/Studio/begin.js"),
      ]),
    // Apart from the results, so that only those who keep a history build SQLite's library.
    .target(
      name: "ScenarioHistory",
      dependencies: ["ScenarioLanguage", "ScenarioResults", grdb]),
    .target(
      name: "ScenarioTesting",
      dependencies: [
        "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioReports", "ScenarioResults",
        "ScenarioRunning", "ScenarioWorkers",
      ]),
    // Apart from the bridge: its tests are found in every test process that it is linked into.
    .target(name: "ScenarioSuite", dependencies: ["ScenarioTesting"]),
    .target(
      name: "ScenarioCommands",
      dependencies: [
        "DisplayText", "ScenarioAuthoring", "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage",
        "ScenarioLanguageService", "ScenarioLive", "ScenarioPlanning", "ScenarioReports",
        "ScenarioResults", "ScenarioValues", "ScenarioWorkers", "StepExpressions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: storyTime),
    .target(
      name: "ReaderApp",
      dependencies: [
        grdb,
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ]),
    .target(
      name: "ReaderStories",
      dependencies: [
        "ReaderApp", "ScenarioHTTP", "ScenarioKit",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    // Without a product of its own, which would take the place of the command `scenarios` of every
    // package that depends on this one.
    .executableTarget(
      name: "scenarios",
      dependencies: ["ReaderStories", "ScenarioCommands", "ScenarioHistory"]),

    // A process for the tests of isolation to crash.
    .executableTarget(
      name: "IsolationTable", dependencies: ["Simulation"], path: "Tests/IsolationTable"),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "CSimulation", "DisplayText", "IsolationTable", "Simulation", "TestSupport", grdb,
      ]),
    // What tests share: case files, temporary folders, finished processes.
    .target(
      name: "TestSupport", path: "Tests/TestSupport", exclude: ["Browser/browse.py"]),
    // Modules, stories and runs that tests of several targets share.
    .target(
      name: "StoryTestSupport",
      dependencies: [
        "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioReports",
        "ScenarioResults", "ScenarioRunning", "ScenarioValues", "Simulation", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/StoryTestSupport"),
    .testTarget(name: "StepExpressionsTests", dependencies: ["StepExpressions"]),
    .testTarget(
      name: "ScenarioLanguageTests",
      dependencies: ["DisplayText", "ScenarioLanguage", "TestSupport"], exclude: ["Cases"]),
    .testTarget(
      name: "ScenarioValuesTests",
      dependencies: [
        "CYAML", "DisplayText", "ScenarioAuthoring", "ScenarioKit", "ScenarioLanguage",
        "ScenarioValues", "StepExpressions", "StoryTestSupport",
      ]),
    .testTarget(
      name: "ScenarioKitTests",
      dependencies: [
        "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "Simulation", "StepExpressions",
        "StoryTestSupport",
      ]),
    .testTarget(
      name: "ScenarioPlanningTests",
      dependencies: [
        "ScenarioAuthoring", "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning",
        "ScenarioRunning", "ScenarioValues", "StepExpressions", "StoryTestSupport", "TestSupport",
      ],
      exclude: ["Cases"]),
    .testTarget(
      name: "ScenarioAuthoringTests",
      dependencies: [
        "ReaderStories", "ScenarioAuthoring", "ScenarioKit", "ScenarioLanguage",
        "ScenarioPlanning", "ScenarioResults", "ScenarioRunning", "ScenarioValues",
        "StoryTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ScenarioLanguageServiceTests",
      dependencies: [
        "ReaderStories", "ScenarioAuthoring", "ScenarioKit", "ScenarioLanguage",
        "ScenarioLanguageService", "ScenarioPlanning", "ScenarioResults", "ScenarioRunning",
        "StoryTestSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ScenarioRunningTests",
      dependencies: [
        "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioResults",
        "ScenarioRunning", "ScenarioValues", "Simulation", "StoryTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "ScenarioLiveTests",
      dependencies: [
        "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage", "ScenarioLive", "ScenarioPlanning",
        "ScenarioResults", "ScenarioRunning", "ScenarioValues", "StoryTestSupport",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "ScenarioResultsTests",
      dependencies: [
        "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioResults",
        "ScenarioRunning", "StoryTestSupport", "TestSupport",
      ]),
    // Modules in a target whose code is isolated to the main actor by default.
    .testTarget(
      name: "DefaultIsolationTests",
      dependencies: ["ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioRunning"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "ScenarioReportsTests",
      dependencies: [
        "DisplayText", "ReaderStories", "ScenarioAuthoring", "ScenarioCommands", "ScenarioHTTP",
        "ScenarioKit", "ScenarioLanguage", "ScenarioPlanning", "ScenarioReports",
        "ScenarioResults", "ScenarioRunning", "ScenarioValues", "Simulation", "StepExpressions",
        "StoryTestSupport", "TestSupport", "scenarios",
      ],
      exclude: ["Formats/Expected", "Language/Cases"]),
    // A process for the tests of histories to kill.
    .executableTarget(
      name: "HistoryWriter", dependencies: ["ScenarioHistory", "ScenarioResults"],
      path: "Tests/HistoryWriter"),
    // A command whose modules do the worst that apps do, for tests and `Tests/HostileStories/torture`.
    .executableTarget(
      name: "HostileStories",
      dependencies: [
        "ScenarioCommands", "ScenarioHTTP", "ScenarioHistory", "ScenarioKit", "ScenarioResults",
      ],
      path: "Tests/HostileStories", exclude: ["Stories", "torture"]),
    .testTarget(
      name: "ScenarioHistoryTests",
      dependencies: [
        "HistoryWriter", "ScenarioHistory", "ScenarioPlanning", "ScenarioReports",
        "ScenarioResults", "ScenarioRunning", "TestSupport",
        grdb,
      ]),
    .testTarget(
      name: "ScenarioWorkersTests",
      dependencies: [
        "CSimulation", "CWorkers", "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage",
        "ScenarioPlanning",
        "ScenarioResults", "ScenarioRunning", "ScenarioWorkers", "Simulation",
      ]),
    .testTarget(
      name: "ScenarioTestingTests",
      dependencies: [
        "HostileStories", "ScenarioHTTP", "ScenarioKit", "ScenarioPlanning", "ScenarioResults",
        "ScenarioRunning", "ScenarioTesting", "TestSupport",
      ]),
    .testTarget(
      name: "ScenarioHTTPTests",
      dependencies: [
        "ReaderApp", "ScenarioHTTP", "ScenarioKit", "ScenarioLanguage", "ScenarioLive",
        "ScenarioPlanning", "ScenarioReports", "ScenarioResults",
        "ScenarioRunning", "ScenarioTransports", "Simulation", "StoryTestSupport", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Cases", "Exchanges/Stories"]),
    .testTarget(
      name: "ScenarioSuiteTests", dependencies: ["ScenarioSuite", "ScenarioTesting"]),
    .testTarget(
      name: "ScenarioCommandsTests",
      dependencies: [
        "HostileStories", "ReaderStories", "ScenarioAuthoring", "ScenarioCommands", "ScenarioHTTP",
        "ScenarioHistory", "ScenarioKit", "ScenarioLanguage", "ScenarioLive", "ScenarioPlanning",
        "ScenarioReports", "ScenarioResults", "ScenarioRunning", "ScenarioWorkers",
        "StoryTestSupport", "TestSupport",
        "scenarios",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: [
        "Editors/language_server.py", "Editors/neovim.lua", "Editors/validate.py",
      ]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ReaderStories", "ScenarioAuthoring", "ScenarioCommands", "ScenarioHTTP", "ScenarioHistory",
        "ScenarioKit",
        "ScenarioLanguage", "ScenarioLive", "ScenarioPlanning", "ScenarioReports",
        "ScenarioResults", "ScenarioRunning", "ScenarioSuite", "ScenarioTesting",
        "ScenarioTransports", "ScenarioValues", "Simulation", "StepExpressions", "StoryTestSupport",
        "TestSupport",
        "scenarios",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
      ], exclude: ["Samples/fixtures", "Template"]),
    .testTarget(
      name: "ReaderAppTests",
      dependencies: [
        "ReaderApp", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]),
    .testTarget(
      name: "ReaderStoriesTests",
      dependencies: [
        "ReaderStories", "ScenarioPlanning", "ScenarioResults", "ScenarioRunning",
        "StoryTestSupport",
      ]),
    .testTarget(name: "Stories", dependencies: ["ReaderStories", "ScenarioSuite"]),
  ],
  swiftLanguageModes: [.v6]
)

/// Tests with libraries that nothing else in this package uses.
///
/// Users of this package would have to fetch the libraries, too. So contributors set
/// `SCENARIOS_LIBRARIES` for these tests.
if Context.environment["SCENARIOS_LIBRARIES"] != nil {
  package.dependencies += [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ]
  let openCombine: [Target.Dependency] = [
    .product(name: "OpenCombine", package: "OpenCombine"),
    .product(name: "OpenCombineDispatch", package: "OpenCombine"),
    .product(name: "OpenCombineFoundation", package: "OpenCombine"),
  ]
  package.targets += [
    // The command for the same stories with screens as they were before Swift concurrency.
    .executableTarget(
      name: "ReactiveReader",
      dependencies: [
        "ReaderApp", "ReaderStories", "ScenarioCommands", "ScenarioHTTP", "ScenarioKit",
      ] + openCombine, path: "Tests/ReactiveReader"),
    .testTarget(
      name: "ReactiveReaderTests",
      dependencies: [
        "ReactiveReader", "ScenarioPlanning", "ScenarioResults", "ScenarioRunning", "Simulation",
        "StoryTestSupport",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ] + openCombine),
  ]
}

// Without story time, only the sample app's command and tests that run no stories are built.
if !hasStoryTime {
  let fitting = ["scenarios", "ScenarioLanguageTests", "ScenarioLanguageServiceTests"]
  package.targets.removeAll {
    ($0.type == .test || $0.type == .executable) && !fitting.contains($0.name)
  }
  package.targets.append(
    .testTarget(
      name: "WithoutStoryTimeTests",
      dependencies: ["ReaderStories", "ScenarioKit", "ScenarioTesting", "Simulation"],
      path: "Tests/WithoutStoryTime", exclude: ["run"]))
}

/// The libraries of this package, whose frames a report omits; not the sample app.
let ownModules = package.targets
  .filter { $0.type == .regular && $0.path == nil && !$0.name.hasPrefix("Reader") }.map(\.name)
for target in package.targets where target.name == "CSimulation" {
  target.cSettings =
    storyTimeInC + [.define("SCENARIOS_MODULES", to: ownModules.joined(separator: ","))]
}
