import ScenarioKit

/// The changes in an observation's value during a timeline.
struct ObservedChanges {
  /// The result of one evaluation.
  enum Sample: Equatable {
    case value(Value)
    /// The description of an error that the observation threw.
    case error(String)

    /// The sample as a story would write it.
    var words: String {
      switch self {
      case .value(let value): value.description
      case .error(let message): "an error: \(message)"
      }
    }
  }

  /// The sample after the first column had settled.
  private(set) var opening: Sample?

  /// The changed samples, by column.
  private(set) var byColumn: [Int: [Sample]] = [:]

  /// The last sample.
  private(set) var last: Sample?

  /// Adds a sample; `column` is `nil` before the first column.
  mutating func add(_ sample: Sample, column: Int?) {
    defer { last = sample }
    if column == 0, opening == nil { opening = sample }
    guard let last, let column, sample != last else { return }
    byColumn[column, default: []].append(sample)
  }
}
