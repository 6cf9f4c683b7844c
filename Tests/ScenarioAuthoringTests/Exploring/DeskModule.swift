import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

/// A desk with news, switches, a timer, letters and a bin.
@MainActor
final class Desk {
  enum Mistake: Sendable {
    /// After news that can't be loaded, no news are asked for.
    case stopsAfterFailure
    /// A switch that can't be saved brings all switches back.
    case revertsAll
    /// A pause does not end the loop that counts.
    case keepsTicking
    /// The failures of all pages of a letter are counted together.
    case countsAllFailures
    /// A second thing in the bin takes the place of the first one.
    case forgetsFirst
  }

  struct Shown: Codable, Sendable, Equatable {
    var news: [String] = []
    var switches: [String: Bool] = ["fan": false, "lamp": false]
    var state = "idle"
    var seconds = 0
    var letter = "empty"
    var things = ["pen", "cup"]
    var message: String?
  }

  private(set) var shown = Shown()
  private let transport: FakeTransport
  private let mistake: Mistake?
  private var ticking: Task<Void, Never>?
  private var emptying: Task<Void, Never>?
  private var bin: String?

  init(_ transport: FakeTransport, _ mistake: Mistake?) {
    (self.transport, self.mistake) = (transport, mistake)
  }

  private func send(_ method: HTTPRequest.Method, _ path: String) async throws -> Data {
    let request = HTTPRequest(
      method: method, scheme: "https", authority: "desk.example", path: path)
    let (response, data) = try await transport.send(request, body: nil)
    guard response.status == .ok else { throw URLError(.badServerResponse) }
    return data
  }

  func watch() {
    Task {
      for _ in 0..<5 {
        do {
          let data = try await send(.get, "/news")
          shown.news = try JSONDecoder().decode([String].self, from: data)
        } catch {
          if mistake == .stopsAfterFailure { return }
        }
        guard (try? await Task.sleep(for: .seconds(10))) != nil else { return }
      }
    }
  }

  func tap(_ name: String) {
    let before = shown.switches
    shown.switches[name]?.toggle()
    shown.message = nil
    Task {
      guard (try? await send(.put, "/switches/\(name)")) == nil else { return }
      if mistake == .revertsAll {
        shown.switches = before
      } else {
        shown.switches[name] = before[name]
      }
      shown.message = "The switch is not saved"
    }
  }

  func start() {
    ticking?.cancel()
    (shown.state, shown.seconds) = ("running", 5)
    tick()
  }

  func pause() {
    guard shown.state == "running" else { return }
    shown.state = "paused"
    if mistake != .keepsTicking { ticking?.cancel() }
  }

  func goOn() {
    guard shown.state == "paused" else { return }
    shown.state = "running"
    tick()
  }

  private func tick() {
    ticking = Task {
      while (try? await Task.sleep(for: .seconds(1))) != nil, shown.state == "running" {
        shown.seconds -= 1
        if shown.seconds == 0 { shown.state = "done" }
      }
    }
  }

  func write() {
    shown.letter = "sending"
    Task {
      var failures = 0
      for _ in 1...2 {
        while (try? await send(.put, "/pages")) == nil {
          failures += 1
          guard failures < 2 else { return shown.letter = "failed" }
        }
        if mistake != .countsAllFailures { failures = 0 }
      }
      shown.letter = "sent"
    }
  }

  func throwAway(_ thing: String) {
    guard shown.things.contains(thing) else { return }
    shown.things.removeAll { $0 == thing }
    emptying?.cancel()
    if let bin, mistake != .forgetsFirst { empty(bin) }
    bin = thing
    emptying = Task {
      guard (try? await Task.sleep(for: .seconds(5))) != nil, let bin else { return }
      self.bin = nil
      empty(bin)
    }
  }

  private func empty(_ thing: String) {
    Task { if (try? await send(.delete, "/things/\(thing)")) == nil { shown.things.append(thing) } }
  }
}

/// A module of a desk with a mistake.
protocol DeskModule: Module {
  static var mistake: Desk.Mistake? { get }
  var desk: Desk { get }
}

extension DeskModule {
  static var name: String { "desk" }

  @StepsBuilder<Self> static var steps: Steps {
    Steps.server
    When("the news are watched") { module in module.desk.watch() }
    When("the switch {string} is tapped") { (module, name: String) in module.desk.tap(name) }
    When("the timer starts") { module in module.desk.start() }
    When("the timer pauses") { module in module.desk.pause() }
    When("the timer goes on") { module in module.desk.goOn() }
    When("a letter is written") { module in module.desk.write() }
    When("the {string} is thrown away") { (module, thing: String) in module.desk.throwAway(thing) }
    Observe("the desk shows") { module in module.desk.shown }
  }
}

final class CarefulDesk: DeskModule {
  static var mistake: Desk.Mistake? { nil }
  let desk: Desk
  init(_ context: ScenarioContext) { desk = Desk(context.transport, Self.mistake) }
}

final class StopsAfterFailureDesk: DeskModule {
  static var mistake: Desk.Mistake? { .stopsAfterFailure }
  let desk: Desk
  init(_ context: ScenarioContext) { desk = Desk(context.transport, Self.mistake) }
}

final class RevertsAllDesk: DeskModule {
  static var mistake: Desk.Mistake? { .revertsAll }
  let desk: Desk
  init(_ context: ScenarioContext) { desk = Desk(context.transport, Self.mistake) }
}

final class KeepsTickingDesk: DeskModule {
  static var mistake: Desk.Mistake? { .keepsTicking }
  let desk: Desk
  init(_ context: ScenarioContext) { desk = Desk(context.transport, Self.mistake) }
}

final class CountsAllFailuresDesk: DeskModule {
  static var mistake: Desk.Mistake? { .countsAllFailures }
  let desk: Desk
  init(_ context: ScenarioContext) { desk = Desk(context.transport, Self.mistake) }
}

final class ForgetsFirstDesk: DeskModule {
  static var mistake: Desk.Mistake? { .forgetsFirst }
  let desk: Desk
  init(_ context: ScenarioContext) { desk = Desk(context.transport, Self.mistake) }
}
