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

  /// Adds the issue of a record in Swift Testing's event stream, which is JSON.
  private static func add(_ record: Data) {
    let json = String(decoding: record, as: UTF8.self)
    guard let event = Value(json: json)?["payload"] else {
      return RecordedIssues.add(CheckFailure("an issue can't be read: \(json)"))
    }
    guard let issue = event["issue"] else { return }
    var texts = (event["messages"]?.elements ?? []).compactMap { $0["text"]?.text }[...]
    var message = texts.popFirst() ?? "an issue was recorded"
    if message == "Issue recorded", let comment = texts.popFirst() {
      message = comment
    } else {
      message = message.prefix(1).lowercased() + message.dropFirst()
    }
    let location = issue["sourceLocation"].map { location in
      let file = location["fileID"]?.text?.split(separator: "/").last ?? ""
      return "Recorded at \(file):\(location["line"]?.number ?? 0)"
    }
    guard issue["isFailure"] != false else { return RecordedIssues.add(warning: message) }
    RecordedIssues.add(CheckFailure(message, details: texts + (location.map { [$0] } ?? [])))
  }
}
