extension Value {
  /// The length up to which a value is written on one line, in characters.
  private static let lineLength = 88
  /// The number of lines of one part of a value.
  private static let partLimit = 6
  /// The number of keys or elements.
  private static let countLimit = 20

  /// The value in the notation of stories, one or more lines, shortened so that a person can read
  /// it.
  ///
  /// Every key of a mapping is shown, up to twenty, with at most six lines for each.
  package var outline: [String] {
    let line = description
    if line.count <= Self.lineLength, !line.contains("\n") { return [line] }
    let parts: [[String]] =
      switch self {
      case .mapping(let pairs):
        pairs.prefix(Self.countLimit).map {
          Self.part(.mapping([$0]), "\(Notation.text($0.key, in: .block)): \($0.value)")
        }
      case .list(let elements):
        elements.prefix(Self.countLimit).map { Self.part(.list([$0]), "- \($0)") }
      case .absent, .bool, .integer, .number, .text: [Self.part(self, line)]
      }
    let rest = count - Self.countLimit
    return parts.flatMap(\.self) + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  /// The number of keys or elements.
  package var count: Int {
    switch self {
    case .mapping(let pairs): pairs.count
    case .list(let elements): elements.count
    case .absent, .bool, .integer, .number, .text: 0
    }
  }

  /// Returns the lines of a mapping with one key, of a list with one element, or of another value,
  /// which may fit on one line.
  private static func part(_ value: Value, _ line: String) -> [String] {
    if line.count <= lineLength, !line.contains("\n") { return [line] }
    let lines = value.blockDescription.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.count - partLimit
    return lines.prefix(rest > 1 ? partLimit : lines.count).map { $0.clipped(to: 2 * lineLength) }
      + (rest > 1 ? ["  … and \(rest) more lines"] : [])
  }
}
