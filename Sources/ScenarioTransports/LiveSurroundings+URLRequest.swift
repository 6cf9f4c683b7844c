import Foundation
import HTTPTypesFoundation
import ScenarioHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension LiveSurroundings {
  /// Returns a request to the app's server, redirected to the live server on this machine.
  ///
  /// The app's own code sends the result, so that a live run uses it.
  ///
  /// - Throws: The errors of ``LiveSurroundings/redirected(_:body:)``, and `URLError` for a request
  ///   without an HTTP address (`unsupportedURL`).
  public func redirected(_ request: URLRequest) async throws -> URLRequest {
    let body = try request.body
    let redirected = try await redirected(
      request.plain(["http", "https", "ws", "wss"]), body: body)
    guard let url = redirected.url else { throw URLError(.badURL) }
    var result = request
    result.url = url
    for field in redirected.headerFields {
      result.setValue(field.value, forHTTPHeaderField: field.name.rawName)
    }
    // The stream has been read.
    if result.httpBodyStream != nil { result.httpBody = body }
    return result
  }
}
