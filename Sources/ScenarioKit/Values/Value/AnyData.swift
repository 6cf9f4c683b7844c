/// Data of any form, which is only written.
package struct AnyData: Codable, Sendable {
  private let value: Value

  package init(_ value: Value) { self.value = value }

  /// Reads nothing, because only the keys beside it are read from placeholders.
  package init(from decoder: any Decoder) { value = .absent }

  package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
