import ScenarioKit

/// The values that observations had, and the requests that the app sent, when stories ran.
package struct ObservedValues: Sendable {
  /// The number of different values that are kept for each key.
  private static let valueLimit = 3
  /// The number of keys that are kept for each observation.
  private static let keyLimit = 30
  private static let requestLimit = 20
  private static let longestValue = 59

  /// A key, or `nil` for a value that is no mapping, with its values and one more than are shown.
  private typealias Key = (name: String?, values: [String])

  private var keys: [String: [String: [Key]]] = [:]
  private var requests: [String: [String]] = [:]

  /// Creates values without any.
  package init() {}

  /// Adds a value that an observation of a module had.
  package mutating func add(_ value: Value, of sentence: String, in module: String) {
    guard case .mapping(let pairs) = value else { return add(value, nil, of: sentence, in: module) }
    for pair in pairs { add(pair.value, pair.key, of: sentence, in: module) }
  }

  private mutating func add(
    _ value: Value, _ name: String?, of sentence: String, in module: String
  ) {
    var known = keys[module]?[sentence] ?? []
    let index = known.firstIndex { $0.name == name } ?? known.count
    if index == known.count {
      guard known.count < Self.keyLimit else { return }
      known.append((name, []))
    }
    let short = value.flowDescription.clipped(to: Self.longestValue)
    if known[index].values.count <= Self.valueLimit, !known[index].values.contains(short) {
      known[index].values.append(short)
    }
    keys[module, default: [:]][sentence] = known
  }

  /// Adds a request that the app sent, such as `GET https://info-example.com/get_info`.
  package mutating func add(request: String, in module: String) {
    guard requests[module]?.contains(request) != true,
      requests[module, default: []].count < Self.requestLimit
    else { return }
    requests[module, default: []].append(request)
  }

  /// Returns a line for each key of an observation, with some of its values.
  func lines(for sentence: String, in module: String) -> [String] {
    let known = keys[module]?[sentence] ?? []
    let width = known.compactMap { $0.name?.count }.max() ?? 0
    return known.map { key in
      let more = key.values.count > Self.valueLimit ? ", …" : ""
      let values = key.values.prefix(Self.valueLimit).joined(separator: ", ") + more
      guard let name = key.name else { return "values: \(values)" }
      return name + ":" + String(repeating: " ", count: width - name.count + 1) + values
    }
  }

  /// Returns the requests that the app sent, sorted.
  package func requests(in module: String) -> [String] { requests[module, default: []].sorted() }
}
