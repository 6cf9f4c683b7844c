import ScenarioKit

/// What an observation showed in the course of a timeline, change by change.
struct ObservedCourse {
  /// What one look found.
  enum Sample: Equatable {
    case value(Value)
    /// The observation threw an error, here in words.
    case error(String)

    /// What was seen, as a story would write it.
    var words: String {
      switch self {
      case .value(let value): value.description
      case .error(let message): "an error: \(message)"
      }
    }
  }

  /// What was seen first.
  private(set) var first: Sample?

  /// What was seen when the first column had settled.
  private(set) var opening: Sample?

  /// The changes by column.
  private(set) var changes: [Int: [Sample]] = [:]

  /// When each column's last change was seen.
  private(set) var times: [Int: Duration] = [:]

  private var last: Sample?

  /// Takes a look into account; one before the first column has none.
  mutating func add(_ sample: Sample, column: Int?, at time: Duration) {
    defer { last = sample }
    if column == 0, opening == nil { opening = sample }
    guard let last, let column else {
      first = first ?? sample
      return
    }
    guard sample != last else { return }
    changes[column, default: []].append(sample)
    times[column] = time
  }
}
