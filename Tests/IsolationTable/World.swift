import Foundation
import Simulation

/// What runs the code that is asked.
enum World: String, CaseIterable {
  /// A process whose main thread runs the main run loop.
  case real
  /// A simulation on the main thread.
  case simulated
  /// A simulation on another thread, while the main thread runs the main run loop.
  case simulatedOffMain

  /// Prints the answer and ends the process.
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
func answer(_ world: World, _ place: Place, _ check: Check) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  process.arguments = [world.rawValue, place.rawValue, check.rawValue]
  // A backtrace of each crash would take a minute in all.
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  // `waitUntilExit` looks only every 50 ms.
  let hasExited = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in hasExited.signal() }
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  hasExited.wait()
  return process.terminationReason == .exit
    ? text.trimmingCharacters(in: .whitespacesAndNewlines)
    : "signal \(process.terminationStatus)"
}

/// Prints all answers in Markdown.
func printTable() throws {
  print("| Place | Check | Real | Simulated | Simulated off the main thread |")
  print("| --- | --- | --- | --- | --- |")
  for place in Place.allCases {
    for check in Check.allCases {
      let answers = try World.allCases.map { try answer($0, place, check) }
      print("| \(place.words) | `\(check.code)` | \(answers.joined(separator: " | ")) |")
    }
  }
}
