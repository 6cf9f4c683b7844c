import Foundation
import HTTPTypes

/// A service that counts events on the server.
///
/// Events that can't be sent are kept, up to a limit, and sent with the next one.
@MainActor
public final class AnalyticsService: TracksAnalytics {
  /// The app's shared service.
  public static let shared = AnalyticsService()

  private struct Message: Encodable {
    var events: [String]
  }

  private let transport: any Transport
  private let capacity: Int
  private var unsent: [String] = []
  private var sending: Task<Void, Never>?

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - transport: The transport for events; the real network by default.
  ///   - capacity: The maximum number of unsent events; 100 by default.
  public init(transport: any Transport = LiveTransport(), capacity: Int = 100) {
    self.transport = transport
    self.capacity = capacity
  }

  deinit {
    sending?.cancel()
  }

  /// Accepts an event and sends it; refuses it if there is no room for it.
  public func track(event: String) -> Bool {
    let hasRoom = unsent.count < capacity
    if hasRoom { unsent.append(event) }
    // Sending is the only way to make room, so a refused event triggers it, too.
    send()
    return hasRoom
  }

  private func send() {
    guard sending == nil, !unsent.isEmpty else { return }
    let events = unsent
    sending = Task { [weak self, transport] in
      let wasSent = await Self.post(Message(events: events), through: transport)
      guard !Task.isCancelled else { return }
      self?.sendingEnded(count: wasSent ? events.count : nil)
    }
  }

  private func sendingEnded(count: Int?) {
    sending = nil
    // The next event triggers another attempt; immediate retries would drain the battery.
    guard let count else { return }
    unsent.removeFirst(count)
    send()
  }

  private static func post(_ message: Message, through transport: any Transport) async -> Bool {
    let request = HTTPRequest(
      method: .post, scheme: "https", authority: "analytics.example", path: "/events",
      headerFields: [.contentType: "application/json"])
    do {
      let body = try JSONEncoder().encode(message)
      return try await transport.send(request, body: body).0.status.kind == .successful
    } catch {
      return false
    }
  }
}
