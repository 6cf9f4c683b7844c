// swift-tools-version: 6.2
import PackageDescription

let kit: [Target.Dependency] = [.product(name: "ScenarioKit", package: "swift-scenarios")]

// Small screens, each with bugs that the environment variable `PLANTED` switches on by their names,
// and three apps without planted bugs.
let package = Package(
  name: "planted-bugs",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "scenarios", targets: ["PlantedScenarios"])],
  dependencies: [
    .package(name: "swift-scenarios", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(name: "PlantedStories", dependencies: kit),
    .target(name: "PlantedScreens", dependencies: kit + ["PlantedStories"]),
    .target(name: "Tickets", dependencies: kit),
    .target(
      name: "Departures",
      dependencies: kit + [
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ]),
    .target(name: "Journal", dependencies: kit),
    .executableTarget(
      name: "PlantedScenarios",
      dependencies: [
        "Departures", "Journal", "PlantedScreens", "PlantedStories", "Tickets",
        .product(name: "ScenarioCommands", package: "swift-scenarios"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
