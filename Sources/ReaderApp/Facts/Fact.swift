public import Foundation

/// An interesting fact from the server.
public struct Fact: Sendable, Hashable {
  /// The text of the fact, as shown to the reader.
  public var infoText: String

  /// The identifier of the fact on the server.
  public var identifier: Int

  /// The date of publication.
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

  /// Decodes a fact whose date has the form `2021-09-22T10:32:36.917`, in UTC.
  ///
  /// The fraction is optional.
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
