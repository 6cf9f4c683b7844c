import ScenarioKit

/// A part of a list that fits into the answer of a tool.
struct AnswerPage {
  /// The size of an answer in bytes, as JSON.
  static let limit = 8_000

  let items: [Value]

  /// What was left out, and how to get it; `nil` if nothing was.
  let more: Value?

  /// - Parameters:
  ///   - first: The number of the first item, from 1; the argument `from` of the tool.
  ///   - used: The size of the rest of the answer in bytes.
  init(_ all: [Value], from first: Value?, used: Int = 300) throws {
    let start = min(max(1, first?.number ?? 1) - 1, all.count)
    var room = Self.limit - used
    var items: [Value] = []
    for item in all[start...] {
      room -= try item.json().utf8.count + 1
      // One item is there in any case, so that the list can be read to its end.
      guard room >= 0 || items.isEmpty else { break }
      items.append(item)
    }
    self.items = items
    let rest = all.count - start - items.count
    more = rest > 0 ? .text("\(rest) more; call again with from: \(start + items.count + 1)") : nil
  }
}

extension Value {
  /// Returns the value with its long parts cut off, so that it fills no more than half an answer.
  func clipped() throws -> Value {
    var (value, length, count) = (self, 1_000, 50)
    while count > 0, try value.json().utf8.count > AnswerPage.limit / 2 {
      value = clipped(to: length, count)
      (length, count) = (length / 2, count / 2)
    }
    return value
  }

  private func clipped(to length: Int, _ count: Int) -> Value {
    func rest(_ all: Int, _ kept: Int) -> Value { .text("… \(all - kept) more") }
    switch self {
    case .text(let text) where text.count > length:
      return .text("\(text.prefix(length))… (\(text.count - length) more characters)")
    case .list(let elements):
      let kept = elements.prefix(count).map { $0.clipped(to: length, count) }
      return .list(kept + (elements.count > count ? [rest(elements.count, count)] : []))
    case .mapping(let pairs):
      let kept = pairs.prefix(count).map { Pair($0.key, $0.value.clipped(to: length, count)) }
      return .mapping(kept + (pairs.count > count ? [Pair("…", rest(pairs.count, count))] : []))
    default: return self
    }
  }
}
