// Runs random programs, natively or in story time, and prints what their logs add up to:
// RandomPrograms native|simulated|print FIRST COUNT [NUMBERS OF STATEMENTS TO LEAVE OUT]
import Foundation
import Simulation

/// Says a line at once, as the next program may end the process.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func run(_ mode: String, from first: Int, count: Int, without leftOut: Set<Int>) async {
  for seed in first..<first + count {
    var generator = Generator(seed: seed)
    let program = generator.program().without(leftOut)
    if mode == "print" {
      say("\(seed), \(program.size) statements\n\(program.text())")
      continue
    }
    say("\(seed) begins")
    do {
      let result =
        mode == "native"
        ? await World().run(program)
        : try Simulation.perform { await World().run(program) }
      say("\(seed) \(result)")
    } catch {
      say("\(seed) ERROR \(error)")
    }
  }
  exit(0)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let first = Int(arguments[2]), let count = Int(arguments[3]) else {
  fatalError("RandomPrograms native|simulated|print FIRST COUNT [NUMBERS]")
}
let leftOut = Set(arguments.dropFirst(4).compactMap { Int($0) })
Task.detached { await run(arguments[1], from: first, count: count, without: leftOut) }
RunLoop.main.run(until: .distantFuture)
