// swift-tools-version: 6.2
import PackageDescription

// Ten small screens, each with a bug that the environment variable `PLANTED` switches on.
let package = Package(
  name: "planted-bugs",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "scenarios", targets: ["PlantedScenarios"])],
  dependencies: [.package(name: "swift-scenarios", path: "../..")],
  targets: [
    .target(
      name: "PlantedStories",
      dependencies: [.product(name: "ScenarioKit", package: "swift-scenarios")]),
    .executableTarget(
      name: "PlantedScenarios",
      dependencies: [
        "PlantedStories", .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
