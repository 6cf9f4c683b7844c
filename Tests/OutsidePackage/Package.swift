// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else: it sees only what this library makes public. Its doubles are of its own.
let package = Package(
  name: "habits",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "scenarios", targets: ["HabitScenarios"])],
  dependencies: [.package(name: "swift-scenarios", path: "../..")],
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
  ],
  swiftLanguageModes: [.v6]
)
