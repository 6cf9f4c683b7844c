import FactsByHand
import Foundation
import Measuring

// Does one piece of work and prints what it took. `run` calls it in turn with the peers.
let arguments = Array(CommandLine.arguments.dropFirst())
let usage = """
  limits events FOLDER BYTES
  limits stories FOLDER BYTES JOBS
  limits run FOLDER JOBS
  limits loop INFO.JSON SCENARIOS MILLISECONDS
  limits hops actor|queue COUNT
  limits requests session|transport|outside COUNT
  limits requests loopback COUNT ADDRESS
  """

func number(_ index: Int) throws -> Int {
  guard let number = Int(arguments[index]) else { throw Refusal(usage) }
  return number
}

func reading() throws -> ReadingTexts {
  ReadingTexts(texts: try Texts(folder: arguments[1], bytes: try number(2)).all)
}

await printMeasured {
  switch (arguments.first, arguments.count) {
  case ("events", 3): return try reading().events()
  case ("stories", 4): return try reading().stories(jobs: try number(3))
  case ("run", 2): return try RunningStories.measure(folder: arguments[1])
  case ("loop", 4):
    return try HandWrittenLoop(
      body: try FactFile.body(of: arguments[1]), delay: .milliseconds(try number(3))
    ).measure(scenarios: try number(2))
  case ("hops", 3):
    guard let hops = Hops(rawValue: arguments[1]) else { throw Refusal(usage) }
    return try hops.measure(count: try number(2))
  case ("requests", 3...4):
    guard let requests = Requests(rawValue: arguments[1]),
      (requests == .loopback) == (arguments.count == 4)
    else { throw Refusal(usage) }
    let address = arguments.count == 4 ? arguments[3] : nil
    return try await requests.measure(count: try number(2), to: address)
  default: throw Refusal(usage)
  }
}
