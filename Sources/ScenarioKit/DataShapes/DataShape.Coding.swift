/// A shape is encoded as a list of its name, texts, parts and flags, because coding keys for each
/// case would slow down every start of the command.
extension DataShape: Codable {
  private static let plain: [String: DataShape] = [
    "text": .text, "whole number": .wholeNumber, "number": .number, "truth": .truth, "date": .date,
    "duration": .duration, "anything": .anything,
  ]

  package func encode(to encoder: any Encoder) throws {
    let (name, texts, parts, flags): (String, [String], [DataShape], [Bool]) =
      switch self {
      case .choice(let words): ("choice", words, [], [])
      case .matching(let regexp, let example): ("matching", [regexp, example], [], [])
      case .list(let shape): ("list", [], [shape], [])
      case .dictionary(let shape): ("dictionary", [], [shape], [])
      case .either(let shapes): ("either", [], shapes, [])
      case .mapping(let fields, let isOpen):
        ("mapping", fields.map(\.name), fields.map(\.shape), fields.map(\.isRequired) + [isOpen])
      case .text, .wholeNumber, .number, .truth, .date, .duration, .anything:
        (Self.plain.first { $0.value == self }?.key ?? "anything", [], [], [])
      }
    var values = encoder.unkeyedContainer()
    try values.encode(name)
    try values.encode(texts)
    try values.encode(parts)
    try values.encode(flags)
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let name = try values.decode(String.self)
    let texts = try values.decode([String].self)
    let parts = try values.decode([DataShape].self)
    let flags = try values.decode([Bool].self)
    switch (name, texts.count, parts.count, flags.count) {
    case ("choice", _, 0, 0): self = .choice(texts)
    case ("matching", 2, 0, 0): self = .matching(texts[0], example: texts[1])
    case ("list", 0, 1, 0): self = .list(parts[0])
    case ("dictionary", 0, 1, 0): self = .dictionary(parts[0])
    case ("either", 0, _, 0): self = .either(parts)
    case ("mapping", let count, texts.count, texts.count + 1):
      self = .mapping(
        (0..<count).map { Field(texts[$0], parts[$0], isRequired: flags[$0]) },
        isOpen: flags[count])
    default:
      guard let plain = Self.plain[name] else {
        throw DecodingError.dataCorruptedError(
          in: values, debugDescription: "there is no shape of data called \"\(name)\"")
      }
      self = plain
    }
  }
}

extension StepDefinition.Data: Codable {
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    switch self {
    case .none: break
    case .expected: try values.encode("expected")
    case .given(let shape, let isRequired):
      try values.encode(isRequired ? "required" : "optional")
      try values.encode(shape)
    }
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    switch values.isAtEnd ? nil : try values.decode(String.self) {
    case nil: self = .none
    case "expected": self = .expected
    case let use: self = .given(try values.decode(DataShape.self), isRequired: use == "required")
    }
  }
}
