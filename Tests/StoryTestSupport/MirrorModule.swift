import ScenarioKit
import ScenarioLanguage

/// A module that shows the value it was given.
package final class MirrorModule: Module {
  package static let name = "mirror"

  private var shown = Mirrored(value: .absent)

  package init(_ context: ScenarioContext) {}

  package static var steps: Steps {
    When("the app shows", data: Mirrored.self) { module, shown in module.shown = shown }
    When("the app fails") { _ in throw CheckFailure("it is broken") }
    When("the app shows {int} after {duration}") { (module, number: Int, delay: Duration) in
      Task {
        try await Task.sleep(for: delay)
        module.shown = Mirrored(value: .integer(Int64(number)))
      }
    }
    Observe("it shows") { module in module.shown }
    Observe("it shows {string}") { (module, key: String) in
      guard let value = module.shown.value[key] else { throw CheckFailure("there is no \(key)") }
      return Mirrored(value: value)
    }
    Then("it is {int}") { (_, number: Int) in throw CheckFailure("it is not \(number)") }
    Then("it is") { _ in throw CheckFailure("it is not") }
  }
}

/// A value of any kind that can be decoded from a story and encoded for checks.
package struct Mirrored: Codable, Sendable {
  package var value: Value

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(value: Value) { self.value = value }

  package init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .absent
    } else if let bool = try? single.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? single.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? single.decode(Double.self) {
      value = .number(number)
    } else if let text = try? single.decode(String.self) {
      value = .text(text)
    } else if let list = try? single.decode([Mirrored].self) {
      value = .list(list.map(\.value))
    } else {
      let container = try decoder.container(keyedBy: Key.self)
      value = .mapping(
        try container.allKeys.map {
          Value.Pair($0.stringValue, try container.decode(Mirrored.self, forKey: $0).value)
        })
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch value {
    case .absent:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .bool(let bool): try bool.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .list(let list): try list.map { Mirrored(value: $0) }.encode(to: encoder)
    case .mapping(let pairs):
      var container = encoder.container(keyedBy: Key.self)
      for pair in pairs {
        try container.encode(Mirrored(value: pair.value), forKey: Key(stringValue: pair.key))
      }
    }
  }
}
