// Runs random programs, natively or in story time, and prints what their logs add up to:
// RandomPrograms native|simulated|print FIRST COUNT [NUMBERS OF STATEMENTS TO LEAVE OUT]
//
// Natively, the variable SERVER has the address of a server whose answers are those of `World.Reply`.
import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import Simulation

/// Says a line at once, as the next program may end the process.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Sets the answers that the server natively has, too.
func setAnswers(of server: FakeTransport, at address: String) {
  for reply in World.Reply.allCases {
    for time in 0..<5 {
      let outcome: Answer.Outcome =
        switch reply {
        case .ok: .response(HTTPResponse(status: .ok), Data("ok".utf8))
        case .error: .response(HTTPResponse(status: .internalServerError), Data("error".utf8))
        case .lost: .failure(.connectionLost)
        case .never: .failure(.neverAnswers)
        }
      server.answer(
        "GET", "\(address)/\(reply.rawValue)/\(time)",
        with: [Answer(outcome, after: .milliseconds(time))])
    }
  }
}

func simulate(_ program: [Statement]) throws -> String {
  try Simulation.run { simulation in
    let address = "https://api.example"
    let doubles = ScenarioDoubles()
    setAnswers(of: doubles.double(FakeTransport.self), at: address)
    simulation.surroundings = doubles
    return try simulation.perform { await World(server: address).run { $0.run(program) } }
  }
}

func run(_ mode: String, from first: Int, count: Int, without leftOut: Set<Int>) async {
  let server = ProcessInfo.processInfo.environment["SERVER"] ?? "http://127.0.0.1:1"
  for seed in first..<first + count {
    var generator = Generator(seed: seed)
    let program = generator.program().without(leftOut)
    if mode == "print" {
      say("// \(program.size) statements\n\(program.source(seed: seed))\n")
      continue
    }
    say("\(seed) begins")
    do {
      let result =
        mode == "native"
        ? await World(server: server).run { $0.run(program) } : try simulate(program)
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
