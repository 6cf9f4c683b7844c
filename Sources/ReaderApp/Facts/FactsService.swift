import Foundation
import HTTPTypes

/// A service that loads facts from the server.
public struct FactsService: Sendable {
  private let transport: any Transport

  /// Creates a service with a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Loads an interesting fact.
  ///
  /// - Throws: `FactsServiceError` for a response without a fact; the errors of the transport.
  public func loadFact() async throws -> Fact {
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "info-example.com", path: "/get_info",
      headerFields: [.accept: "application/json"])
    let (response, body) = try await transport.send(request, body: nil)
    guard response.status.kind == .successful else {
      throw FactsServiceError.badStatus(response.status.code)
    }
    do {
      return try JSONDecoder().decode(Fact.self, from: body)
    } catch {
      throw FactsServiceError.malformedBody(error)
    }
  }
}

/// The error for a response without a fact.
public enum FactsServiceError: Error {
  /// The server responded with a status that does not mean success.
  case badStatus(Int)

  /// The body can't be decoded as a fact; the value is the decoding error.
  case malformedBody(any Error)
}
