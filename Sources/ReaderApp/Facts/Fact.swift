public import Foundation

/// An interesting fact, as the server sends it.
public struct Fact: Sendable, Hashable {
  /// The fact itself, in the words that the reader sees.
  public var infoText: String

  /// The number by which the server knows it.
  public var identifier: Int

  /// When it was published.
  public var creationDate: Date

  /// Creates a fact.
  public init(infoText: String, identifier: Int, creationDate: Date) {
    self.infoText = infoText
    self.identifier = identifier
    self.creationDate = creationDate
  }
}

extension Fact: Decodable {
  private enum CodingKeys: String, CodingKey {
    case infoText
    case identifier
    case creationDate
  }

  /// Reads a fact whose date is `2021-09-22T10:32:36.917`, in UTC, the fraction optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    infoText = try container.decode(String.self, forKey: .infoText)
    identifier = try container.decode(Int.self, forKey: .identifier)
    let date = try container.decode(String.self, forKey: .creationDate)
    guard let creationDate = ServerDate.date(from: date) else {
      throw DecodingError.dataCorruptedError(
        forKey: .creationDate, in: container,
        debugDescription: "\"\(date)\" is not a date such as 2021-09-22T10:32:36.917")
    }
    self.creationDate = creationDate
  }
}
