// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "counter",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "scenarios", targets: ["CounterScenarios"])],
  dependencies: [.package(path: "../swift-scenarios")],
  targets: [
    .target(name: "Counter"),
    .target(
      name: "CounterStories",
      dependencies: [
        "Counter", .product(name: "ScenarioKit", package: "swift-scenarios"),
      ]),
    .executableTarget(
      name: "CounterScenarios",
      dependencies: [
        "CounterStories", .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
    .testTarget(
      name: "Stories",
      dependencies: [
        "CounterStories", .product(name: "ScenarioTesting", package: "swift-scenarios"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
