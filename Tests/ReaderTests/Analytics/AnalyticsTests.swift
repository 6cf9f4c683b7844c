import Foundation
import HTTPTypes
import ReaderApp
import Testing

@MainActor
@Suite("Analytics", .timeLimit(.minutes(10)))
struct AnalyticsTests {
  /// A tracker that accepts `room` events and refuses the rest.
  private final class Tracker: TracksAnalytics {
    var room = 0
    private(set) var taken: [String] = []

    func track(event: String) -> Bool {
      guard room > 0 else { return false }
      room -= 1
      taken.append(event)
      return true
    }
  }

  @Test func `the analytics controller uses the shared service and view by default`() {
    let controller = AnalyticsViewController()
    #expect(controller.analyticsService === QueuedAnalytics.shared)
    #expect(controller.contentView is AnalyticsView)
    #expect(controller.view == nil)
  }

  @Test func `the analytics queue retries refused events in order before the next event`() {
    let tracker = Tracker()
    let queue = QueuedAnalytics(before: tracker)
    #expect(["a", "b"].map { queue.track(event: $0) } == [true, true])
    tracker.room = 1
    #expect(queue.track(event: "c"))
    #expect(tracker.taken == ["a"])
    tracker.room = 9
    #expect(queue.track(event: "d"))
    #expect(tracker.taken == ["a", "b", "c", "d"])
  }

  @Test func `the analytics queue drops refused events beyond its capacity`() {
    let tracker = Tracker()
    let queue = QueuedAnalytics(before: tracker, capacity: 2)
    #expect(["a", "b", "c"].map { queue.track(event: $0) } == [true, true, false])
    tracker.room = 9
    #expect(queue.track(event: "d"))
    #expect(tracker.taken == ["a", "b", "d"])
  }

  @Test func `the analytics service refuses events while its capacity is used up`() async throws {
    let transport = HeldTransport()
    let service = AnalyticsService(transport: transport, capacity: 2)
    #expect(["a", "b", "c"].map { service.track(event: $0) } == [true, true, false])

    let first = try await transport.next()
    #expect(first.request.url?.absoluteString == "https://analytics.example/events")
    #expect(first.body == Data(#"{"events":["a"]}"#.utf8))
    first.answer("", status: .noContent)
    let second = try await transport.next()
    #expect(second.body == Data(#"{"events":["b"]}"#.utf8))
    #expect(service.track(event: "d"))
    second.answer("", status: .noContent)
    #expect(try await transport.next().body == Data(#"{"events":["d"]}"#.utf8))
  }
}
