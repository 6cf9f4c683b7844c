import ScenarioLanguage
import ScenarioReports

/// An event of a run: processes send it, and everything that shows, keeps or counts results is made
/// from it.
package enum RunEvent {
  /// A file, or a part of one, was read and planned.
  case planned(FileSummary)
  /// A scenario ended. Scenarios end in any order; ``OrderedResults`` has the one of the files.
  case ended(RunPosition, ScenarioReport)
  /// The values that the app showed after the steps of a scenario that has ended, in another run.
  case shown(RunPosition, [StepResult])
  /// The step definitions of modules have errors; nothing can run.
  case problems([Diagnostic])

  // Only between a worker and its supervisor:

  /// A worker began; its first event.
  case workerBegan(version: Int)
  /// All scenarios of a file have run.
  case fileEnded(file: Int, part: Int)
  /// A scenario did not pass in the worker itself, which can't fork any more; another worker must
  /// run the job in processes that are forked.
  case handsOver
  /// The worker's last event, with the exit status of a command.
  case workerEnded(status: Int32)
}

/// The position of a scenario in a run.
package struct RunPosition: Hashable, Comparable, Sendable {
  package var file: Int
  package var part: Int
  /// The index among the chosen scenarios of the part.
  package var index: Int

  package init(file: Int, part: Int = 0, index: Int) {
    (self.file, self.part, self.index) = (file, part, index)
  }

  package static func < (left: RunPosition, right: RunPosition) -> Bool {
    (left.file, left.part, left.index) < (right.file, right.part, right.index)
  }
}

/// The result of planning a file.
package struct FileSummary: Sendable {
  package var number: Int
  package var part: Int
  package var parts: Int
  /// The file's path as shown to users.
  package var path: String
  /// The number of chosen scenarios in this part.
  package var scenarios: Int
  /// The number of scenarios of the file at the paths and lines of the selection.
  package var searched: Int
  /// The number of those that the selection contains, whether or not they can run live.
  package var selected: Int
  package var broken: BrokenFile?
  package var warningCount: Int
  /// The warnings; empty unless ``StoryJob/namesWarnings`` is set.
  package var warnings: [Diagnostic]
  /// The problems of the file; empty unless ``StoryJob/reportsDiagnostics`` is set.
  package var diagnostics: [Diagnostic] = []
  /// The tags in the file.
  package var tags: [String]
  /// The files that its stories name; empty unless ``StoryJob/namesFiles`` is set.
  package var namedFiles: [[String]]
  /// The file's text; `nil` unless reports have texts.
  package var text: String?
  /// The scenarios of each part of a run that is divided over machines; `nil` for other runs.
  package var shares: Division.Shares?
}

// MARK: - Coding
//
// Events are encoded without keys. For each type of keys, Swift's runtime searches its tables of
// conformances several times, 0.1 ms each, which would slow every start of the command.

extension UnkeyedEncodingContainer {
  fileprivate mutating func encode<each Part: Encodable>(all part: repeat each Part) throws {
    repeat try encode(each part)
  }
}

extension UnkeyedDecodingContainer {
  fileprivate mutating func decodeAll<each Part: Decodable>() throws -> (repeat each Part) {
    (repeat try decode((each Part).self))
  }
}

extension RunEvent: Codable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    switch self {
    case .workerBegan(let version): try values.encode(all: 0, version)
    case .problems(let problems): try values.encode(all: 1, problems)
    case .planned(let summary): try values.encode(all: 2, summary)
    case .ended(let position, let report): try values.encode(all: 3, position, report)
    case .fileEnded(let file, let part): try values.encode(all: 4, file, part)
    case .workerEnded(let status): try values.encode(all: 5, status)
    case .handsOver: try values.encode(6)
    case .shown(let position, let steps): try values.encode(all: 7, position, steps)
    }
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    switch try values.decode(Int.self) {
    case 0: self = try .workerBegan(version: values.decode(Int.self))
    case 1: self = try .problems(values.decode([Diagnostic].self))
    case 2: self = try .planned(values.decode(FileSummary.self))
    case 3: self = try .ended(values.decode(RunPosition.self), values.decode(ScenarioReport.self))
    case 4: self = try .fileEnded(file: values.decode(Int.self), part: values.decode(Int.self))
    case 5: self = try .workerEnded(status: values.decode(Int32.self))
    case 6: self = .handsOver
    case 7: self = try .shown(values.decode(RunPosition.self), values.decode([StepResult].self))
    default: throw BinaryDecoder.Damage()
    }
  }
}

extension RunPosition: Codable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(all: file, part, index)
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    (file, part, index) = try values.decodeAll()
  }
}

extension FileSummary: Codable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(
      all: number, part, parts, path, scenarios, searched, selected, broken.map { [$0] } ?? [],
      warningCount, warnings, diagnostics, tags, namedFiles, text.map { [$0] } ?? [],
      shares.map { [$0] } ?? [])
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let (files, texts, divided): ([BrokenFile], [String], [Division.Shares])
    (
      number, part, parts, path, scenarios, searched, selected, files, warningCount, warnings,
      diagnostics, tags, namedFiles, texts, divided
    ) = try values.decodeAll()
    (broken, text, shares) = (files.first, texts.first, divided.first)
  }
}
