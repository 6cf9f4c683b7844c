import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// The issues that Swift Testing reports in a process that runs no test.
enum TestIssues {
  private typealias Handler =
    @convention(c) (
      _ version: UnsafePointer<CChar>, _ record: UnsafeRawPointer, _ count: Int,
      _ reserved: UnsafeRawPointer?
    ) -> Void

  /// A record in Swift Testing's event stream, which is JSON.
  private struct Record: Decodable {
    struct Event: Decodable {
      var issue: Issue?
      var messages: [Message]
    }
    struct Issue: Decodable {
      var isFailure: Bool
      var sourceLocation: SourceLocation?
    }
    struct SourceLocation: Decodable {
      var fileID: String
      var line: Int
    }
    struct Message: Decodable { var text: String }

    var payload: Event
  }

  /// Adds the issues to ``RecordedIssues`` from now on.
  ///
  /// The function is looked up, because most commands are not linked with Swift Testing. It only
  /// accepts the first handler.
  static func receive() { _ = isReceiving }

  private static let isReceiving: Bool = {
    guard let function = dlsym(nil, "_swift_testing_installFallbackEventHandler") else {
      return false
    }
    let install = unsafeBitCast(function, to: (@convention(c) (Handler) -> CBool).self)
    return install { _, record, count, _ in add(Data(bytes: record, count: count)) }
  }()

  private static func add(_ record: Data) {
    let event: Record.Event
    do { event = try JSONDecoder().decode(Record.self, from: record).payload } catch {
      return RecordedIssues.add(CheckFailure("an issue can't be read: \(error)"))
    }
    guard let issue = event.issue else { return }
    var texts = event.messages.map(\.text)[...]
    var message = texts.popFirst() ?? "an issue was recorded"
    if message == "Issue recorded", let comment = texts.popFirst() {
      message = comment
    } else {
      message = message.prefix(1).lowercased() + message.dropFirst()
    }
    let location = issue.sourceLocation.map { location in
      "Recorded at \(location.fileID.split(separator: "/").last ?? ""):\(location.line)"
    }
    guard issue.isFailure else { return RecordedIssues.add(warning: message) }
    RecordedIssues.add(CheckFailure(message, details: texts + (location.map { [$0] } ?? [])))
  }
}
