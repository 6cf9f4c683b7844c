import CEvents
import Dispatch
import Measuring
import ScenarioLanguage
import Synchronization

/// Reading the same texts with libyaml alone and as stories.
struct ReadingTexts {
  let texts: [[UInt8]]

  /// libyaml's events, by a loop in C.
  func events() throws -> Measured {
    try Measured {
      try texts.reduce(0) { sum, text in
        let count = text.withUnsafeBufferPointer { count_events($0.baseAddress, $0.count) }
        guard count > 0 else { throw Refusal("libyaml can't read a text") }
        return sum + count
      }
    }
  }

  /// Stories, by our reader, several texts side by side.
  func stories(jobs: Int) throws -> Measured {
    try Measured {
      let results = Mutex<[Result<Int, Refusal>]>([])
      DispatchQueue.concurrentPerform(iterations: jobs) { job in
        let result = Result { () throws(Refusal) in
          var sum = 0
          for index in stride(from: job, to: texts.count, by: jobs) {
            sum += try scenarios(in: texts[index])
          }
          return sum
        }
        results.withLock { $0.append(result) }
      }
      return try results.withLock { try $0.reduce(0) { try $0 + $1.get() } }
    }
  }

  private func scenarios(in text: [UInt8]) throws(Refusal) -> Int {
    let file = StoryFile(reading: SourceFile(path: "facts.yaml", bytes: text))
    guard file.diagnostics.isEmpty, let story = file.stories.first else {
      throw Refusal("a story has mistakes: \(file.diagnostics.map(\.message))")
    }
    return story.scenarios.count
  }
}
