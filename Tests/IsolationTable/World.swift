import Foundation
import Simulation

/// The environment that runs a check.
enum World: String, CaseIterable {
  /// A process whose main thread runs the main run loop.
  case real
  /// A simulation on the main thread.
  case simulated
  /// A simulation on another thread, while the main thread runs the main run loop.
  case simulatedOffMain

  /// Runs a check, prints its answer and ends the process.
  func run(_ ask: @escaping @MainActor @Sendable () async -> String) throws {
    switch self {
    case .real:
      Task { @MainActor in finish(await ask()) }
      RunLoop.main.run()
    case .simulated:
      finish(try Simulation.perform { await ask() })
    case .simulatedOffMain:
      Thread {
        finish((try? Simulation.perform { await ask() }) ?? "no simulation")
      }.start()
      RunLoop.main.run()
    }
  }
}

private func finish(_ answer: String) -> Never {
  print(answer)
  exit(0)
}

/// Runs this executable for one answer.
func answer(_ world: World, _ location: Location, _ check: Check) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  process.arguments = [world.rawValue, location.rawValue, check.rawValue]
  // Backtraces of all crashes would take a minute in total.
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  // `waitUntilExit` polls only every 50 ms.
  let hasExited = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in hasExited.signal() }
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  hasExited.wait()
  return process.terminationReason == .exit
    ? text.trimmingCharacters(in: .whitespacesAndNewlines)
    : "signal \(process.terminationStatus)"
}

/// Prints all answers as a Markdown table.
func printTable() throws {
  print("| Place | Check | Real | Simulated | Simulated off the main thread |")
  print("| --- | --- | --- | --- | --- |")
  for location in Location.allCases {
    for check in Check.allCases {
      let answers = try World.allCases.map { try answer($0, location, check) }
      print("| \(location.words) | `\(check.code)` | \(answers.joined(separator: " | ")) |")
    }
  }
}
