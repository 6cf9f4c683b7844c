extension Value {
  /// What a value is, in the words of a message.
  var kindInWords: String {
    switch self {
    case .absent: "nothing"
    case .bool: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The value as a number, also where it is a text that is nothing but a number.
  var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .text(let text): NumberText.number(text)
    default: nil
    }
  }

  /// Whether the value is a list or a mapping.
  var isCollection: Bool {
    switch self {
    case .list, .mapping: true
    case .absent, .bool, .integer, .number, .text: false
    }
  }

  /// An order over all values, used only to make what has no order come out the same each time.
  static func precedes(_ left: Value, _ right: Value) -> Bool {
    compare(left, right) < 0
  }

  private static func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.bool(let left), .bool(let right)):
      return (left ? 1 : 0) - (right ? 1 : 0)
    case (.integer(let left), .integer(let right)):
      return left < right ? -1 : left > right ? 1 : 0
    case (.number(let left), .number(let right)):
      return left < right ? -1 : left > right ? 1 : 0
    case (.text(let left), .text(let right)):
      return left < right ? -1 : left > right ? 1 : 0
    case (.list(let left), .list(let right)):
      for (left, right) in zip(left, right) {
        let order = compare(left, right)
        if order != 0 { return order }
      }
      return left.count - right.count
    case (.mapping(let left), .mapping(let right)):
      for (left, right) in zip(left, right) {
        if left.key != right.key { return left.key < right.key ? -1 : 1 }
        let order = compare(left.value, right.value)
        if order != 0 { return order }
      }
      return left.count - right.count
    default:
      return left.rank - right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .absent: 0
    case .bool: 1
    case .integer: 2
    case .number: 3
    case .text: 4
    case .list: 5
    case .mapping: 6
    }
  }
}
