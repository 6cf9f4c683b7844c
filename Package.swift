// swift-tools-version: 6.2
import PackageDescription

// Contributors set this variable to build what other platforms get, and the tests that fit it.
let hasStoryTime = Context.environment["SCENARIOS_WITHOUT_STORY_TIME"] == nil
let onLinux = BuildSettingCondition.when(platforms: [.linux])
let storyTime: [SwiftSetting] = hasStoryTime ? [.define("STORY_TIME", onLinux)] : []
let storyTimeInC: [CSetting] = hasStoryTime ? [.define("STORY_TIME", onLinux)] : []

/// The functions that CTransfers has in place of libcurl's and Foundation's.
///
/// The linker exports a function of a program for a library only on demand, as the library has a
/// version of each.
let transferFunctions =
  [
    "easy_init", "easy_setopt", "easy_getinfo", "easy_pause", "easy_cleanup", "multi_init",
    "multi_setopt", "multi_add_handle", "multi_remove_handle", "multi_socket_action",
    "multi_info_read", "multi_assign", "multi_cleanup",
  ].map { "curl_\($0)" } + ["$s10Foundation7NSErrorC6domain4code8userInfoACSS_SiSDySSypGSgtcfc"]

let httpTypes: [Target.Dependency] = [
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "HTTPTypesFoundation", package: "swift-http-types"),
]
let flyingFox: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]
let grdb: [Target.Dependency] = [.product(name: "GRDB", package: "GRDB.swift")]

/// The layers of the library up to a story's report: each uses the one before.
let language: [Target.Dependency] = ["DisplayText", "ScenarioLanguage"]
let kit = language + ["ScenarioKit"]
let reports = kit + ["ScenarioReports"]
let running = reports + ["ScenarioRunning"]

// The dependencies of tests of stories, and the additional ones of tests of a command.
let storyTests =
  running + httpTypes + ["ReaderApp", "ReaderStories", "ScenarioAuthoring", "ScenarioHTTP"]
  + ["Simulation", "StoryTestSupport", "TestSupport"]
let commandTests =
  storyTests + ["HostileStories", "ScenarioCommands", "ScenarioSuite", "ScenarioTesting"]
  + ["ScenarioWorkers", "scenarios"]

let package = Package(
  name: "swift-scenarios",
  platforms: [.macOS(.v15)],
  products: [
    // For the author of a module: steps, expected values, doubles, the fake server.
    .library(name: "ScenarioKit", targets: ["ScenarioKit", "ScenarioHTTP"]),
    // For the owner of a command.
    .library(name: "ScenarioCommands", targets: ["ScenarioCommands"]),
    // For the owner of a test target: the suite, or what a suite of one's own is made of.
    .library(name: "ScenarioSuite", targets: ["ScenarioSuite"]),
    .library(name: "ScenarioTesting", targets: ["ScenarioTesting"]),
    // Story time without stories.
    .library(name: "Simulation", targets: ["Simulation", "CTransfers"]),
  ],
  dependencies: [
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Text for people: widths, marks below a text, suggestions, numbers with nouns.
    .target(name: "DisplayText"),
    // Time: ordinary Swift code in a deterministic simulation.
    .target(name: "CSimulation"),
    .target(
      name: "Simulation",
      dependencies: ["CSimulation", "DisplayText"],
      swiftSettings: storyTime),
    // The files that programs carry with them: the words of languages, pages and documents.
    .target(name: "CResources"),
    // Text → stories.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(
      name: "ScenarioLanguage", dependencies: ["CResources", "CYAML", "DisplayText"],
      exclude: ["Gherkin/keywords.txt", "Languages/Files"]),
    // The API for authors of modules.
    .target(name: "ScenarioKit", dependencies: language + ["Simulation"]),
    // The fake server. CTransfers is libcurl for `URLSession` in stories.
    .target(
      name: "CTransfers", dependencies: ["CSimulation"],
      linkerSettings: [
        .unsafeFlags(
          transferFunctions.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] }, onLinux)
      ]),
    .target(
      name: "ScenarioHTTP", dependencies: kit + httpTypes + ["CTransfers", "Simulation"],
      swiftSettings: storyTime),
    // The results of scenarios and runs, and what people and machines read of them.
    .target(
      name: "ScenarioReports", dependencies: kit + ["CResources"], exclude: ["HTML/Page"]),
    // Stories → planned scenarios → their reports.
    .target(name: "ScenarioRunning", dependencies: reports + ["Simulation"]),
    // Processes in which stories run, and the one that watches over them.
    .target(name: "CWorkers"),
    .target(
      name: "ScenarioWorkers", dependencies: running + ["CSimulation", "CWorkers", "Simulation"]),
    // Help with writing stories: accepting, JSON Schema, the guide, answers for editors.
    .target(
      name: "ScenarioAuthoring", dependencies: running + ["CResources"],
      exclude: ["Schema/schema.json"]),
    // The command line, with live runs, the studio and the history of runs.
    .target(
      name: "ScenarioCommands",
      dependencies: running + flyingFox + httpTypes + [
        "CResources", "ScenarioAuthoring", "ScenarioHTTP", "ScenarioWorkers",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Studio/Page"], swiftSettings: storyTime),
    // Swift Testing. The suite is apart: its tests are found in each process that it is linked into.
    .target(name: "ScenarioTesting", dependencies: ["ScenarioWorkers"] + running.dropFirst()),
    .target(name: "ScenarioSuite", dependencies: ["ScenarioTesting"]),

    // The sample app. As a product, its command would replace the `scenarios` of other packages.
    .target(name: "ReaderApp", dependencies: grdb + httpTypes),
    .target(
      name: "ReaderStories", dependencies: httpTypes + ["ReaderApp", "ScenarioHTTP", "ScenarioKit"]),
    .executableTarget(name: "scenarios", dependencies: ["ReaderStories", "ScenarioCommands"]),

    // Support of tests: case files, folders and processes; modules and stories.
    .target(name: "TestSupport", path: "Tests/TestSupport", exclude: ["Browser/browse.py"]),
    .target(
      name: "StoryTestSupport",
      dependencies: running + httpTypes + ["ScenarioHTTP", "Simulation", "TestSupport"],
      path: "Tests/StoryTestSupport"),
    // Processes for tests: a crash, a killed writer of a history, and the worst that apps do.
    .executableTarget(
      name: "IsolationTable", dependencies: ["Simulation"], path: "Tests/IsolationTable"),
    .executableTarget(
      name: "HistoryWriter", dependencies: ["ScenarioCommands", "ScenarioReports"],
      path: "Tests/HistoryWriter"),
    .executableTarget(
      name: "HostileStories", dependencies: reports + ["ScenarioCommands", "ScenarioHTTP"],
      path: "Tests/HostileStories", exclude: ["Stories", "torture"]),
    .executableTarget(
      name: "RandomPrograms",
      dependencies: httpTypes + ["ScenarioHTTP", "ScenarioKit", "Simulation"],
      path: "Tests/RandomPrograms", exclude: ["run"]),
    .testTarget(
      name: "SimulationTests", dependencies: grdb + ["CSimulation", "IsolationTable"] + storyTests),
    .testTarget(
      name: "ScenarioLanguageTests",
      dependencies: ["DisplayText", "ScenarioLanguage", "TestSupport"],
      exclude: ["Cases", "Formatting/Layouts"]),
    .testTarget(name: "ScenarioKitTests", dependencies: storyTests),
    .testTarget(
      name: "ScenarioHTTPTests", dependencies: commandTests,
      exclude: ["Cases", "Exchanges/Stories"]),
    .testTarget(
      name: "ScenarioReportsTests", dependencies: commandTests,
      exclude: ["Formats/Expected", "Language/Cases"]),
    .testTarget(
      name: "ScenarioRunningTests", dependencies: storyTests, exclude: ["Planning/Cases"]),
    // Modules in a target whose code is isolated to the main actor by default.
    .testTarget(
      name: "DefaultIsolationTests", dependencies: running,
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(name: "ScenarioWorkersTests", dependencies: commandTests + ["CWorkers"]),
    .testTarget(
      name: "ScenarioAuthoringTests", dependencies: storyTests, exclude: ["Expected"]),
    .testTarget(
      name: "ScenarioCommandsTests",
      dependencies: commandTests + flyingFox + ["HistoryWriter"],
      exclude: [
        "Editors/language_server.py", "Editors/neovim.lua", "Editors/validate.py",
        "Importing/Cases",
      ]),
    .testTarget(name: "ScenarioTestingTests", dependencies: commandTests),
    .testTarget(
      name: "DocumentationTests", dependencies: commandTests,
      exclude: ["Samples/fixtures", "Template"]),
    .testTarget(name: "ReaderTests", dependencies: storyTests),
    .testTarget(
      name: "WithoutStoryTimeTests", dependencies: kit + ["ReaderStories", "ScenarioTesting"],
      path: "Tests/WithoutStoryTime", exclude: ["compare", "races", "run"]),
    .testTarget(name: "Stories", dependencies: ["ReaderStories", "ScenarioSuite"]),
  ],
  swiftLanguageModes: [.v6]
)

// Tests/Benchmarks sets this variable to build the program that measures parts of the library.
if Context.environment["SCENARIOS_BENCHMARKS"] != nil {
  let sources = "Tests/Benchmarks/Sources"
  package.targets += [
    .target(
      name: "CEvents", path: "\(sources)/CEvents", linkerSettings: [.linkedLibrary("yaml")]),
    .target(
      name: "FactsByHand", dependencies: httpTypes + ["ReaderApp"], path: "\(sources)/FactsByHand"),
    .target(name: "Measuring", path: "\(sources)/Measuring"),
    .executableTarget(
      name: "limits",
      dependencies: running + [
        "CEvents", "FactsByHand", "Measuring", "ReaderApp", "ReaderStories", "ScenarioHTTP",
        "Simulation",
      ],
      path: "\(sources)/limits"),
  ]
}

// Without story time, only the sample app's command, its stories, and their tests are built.
let withoutStoryTime = ["scenarios", "WithoutStoryTimeTests", "Stories"]
package.targets.removeAll {
  hasStoryTime
    ? $0.name == "WithoutStoryTimeTests"
    : ($0.type == .test || $0.type == .executable) && !withoutStoryTime.contains($0.name)
}

// A report omits frames of the library's own functions, but not those of the sample app.
let library = package.targets
  .filter { $0.type == .regular && $0.path == nil && !$0.name.hasPrefix("Reader") }
for target in library where target.name == "CSimulation" {
  let names = library.map(\.name).joined(separator: ",")
  target.cSettings = storyTimeInC + [.define("SCENARIOS_MODULES", to: names)]
}
