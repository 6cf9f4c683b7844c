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
  case ("events", 3): try reading().events()
  case ("stories", 4): try reading().stories(jobs: try number(3))
  case ("run", 2): try RunningStories.measure(folder: arguments[1])
  case ("loop", 4):
    try HandWrittenLoop(
      body: try FactFile.body(of: arguments[1]), delay: .milliseconds(try number(3))
    ).measure(scenarios: try number(2))
  default: throw Refusal(usage)
  }
}
