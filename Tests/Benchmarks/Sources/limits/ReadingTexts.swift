import CEvents
import Measuring
import ScenarioLanguage

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

  /// Stories, by our reader.
  func stories() throws -> Measured {
    try Measured {
      try texts.reduce(0) { sum, text in
        let file = StoryFile(reading: SourceFile(path: "facts.yaml", bytes: text))
        guard file.mistakes.isEmpty, let story = file.stories.first else {
          throw Refusal("a story has mistakes: \(file.mistakes.map(\.message))")
        }
        return sum + story.scenarios.count
      }
    }
  }
}
