import Foundation
import HTTPTypes

/// Knows where facts come from and how they are asked for.
public struct FactsService: Sendable {
  private let transport: any Transport

  /// Creates a service that asks through a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Loads an interesting fact.
  ///
  /// - Throws: `FactsServiceError` for a response without a fact; the transport's own errors.
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

/// Why a response holds no fact.
public enum FactsServiceError: Error {
  /// The server answered with this status, which isn't one of success.
  case badStatus(Int)

  /// The body is no fact, for the reason that decoding it gave.
  case malformedBody(any Error)
}
