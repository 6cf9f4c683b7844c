import Dispatch
import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import Synchronization

/// A module whose steps violate the rules of the simulation.
final class MischiefModule: Module {
  static let name = "mischief"

  /// The number of runs of a step that behaves differently in each run.
  nonisolated private static let runs = Atomic<Int>(0)

  static let lastingTimers: Set = ["Ticking.startClock()", "Ticking.nextTick()"]

  private let presenter = Presenter()
  private let screens = [Presenter(), Presenter()]
  private var isDone = false
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ context: ScenarioContext) {
    context.expectReleased(presenter, "the presenter")
    for screen in screens { context.expectReleased(screen, "the screen") }
  }

  static var steps: Steps {
    When("nobody answers") { _ in
      Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
    When("it waits for an answer that never comes") { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    When("it starts a sleep of {duration}") { (module, span: Duration) in
      Task { [weak module] in
        try await Task.sleep(for: span)
        module?.isDone = true
      }
    }
    When("it sleeps {duration}") { (_, span: Duration) in try await Task.sleep(for: span) }
    When("it starts a timer") { _ in Ticking.startTimer() }
    When("it starts a timer of a queue") { _ in Ticking.startSource() }
    When("it ticks again and again") { _ in Ticking.again() }
    When("it does something in {duration}") { (_, span: Duration) in Ticking.once(in: span) }
    When("it starts a clock that may go on") { _ in
      Ticking.startClock()
      Ticking.nextTick()
    }
    When("it keeps itself alive") { module in module.presenter.keepAlive() }
    When("it keeps its last screen alive") { module in module.screens.last?.keepAlive() }
    When("it goes round in circles") { _ in while !Task.isCancelled { await Task.yield() } }
    When("it starts going round in circles") { _ in
      Task { while !Task.isCancelled { await Task.yield() } }
    }
    When("it starts a thread") { _ in Thread.detachNewThread {} }
    When("it starts {int} thread(s)") { (_, count: Int) in
      for _ in 0..<count { Thread.detachNewThread {} }
    }
    When("it puts its thread to sleep for {duration}") { (_, span: Duration) in
      Blocking.sleep(Double(span.components.seconds))
    }
    When("it waits until somebody resumes it") { module in
      Task { await withCheckedContinuation { module.waiting = $0 } }
    }
    When("another thread resumes it") { module in
      guard let waiting = module.waiting else { return }
      Blocking.onAnotherThread { waiting.resume() }
    }
    When("a queue resumes it") { _ in
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
    }
    When("it throws") { _ in throw DiskError() }
    When("it throws an error without words") { _ in throw CancellationError() }
    Observe("it is done") { module in module.isDone }
    Then("it never rests while it looks") { _ in
      Task { while true { await Task.yield() } }
    }
    Then("it throws while it looks") { _ in throw DiskError() }
    Then("it starts a thread while it looks") { _ in Thread.detachNewThread {} }
    Then("nothing is wrong") { _ in }
  }

  struct DiskError: Error, CustomStringConvertible {
    let description = "the disk is full"
  }

  @MainActor
  private final class Presenter {
    private var cycle: Presenter?

    func keepAlive() { cycle = self }
  }
}

/// Timers that are never stopped.
enum Ticking {
  static func startTimer() {
    _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
  }

  static func startSource() {
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(deadline: .now(), repeating: .milliseconds(500))
    // Its own handler holds it.
    source.setEventHandler { _ = source.isCancelled }
    source.activate()
  }

  static func again() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { again() }
  }

  static func once(in span: Duration) {
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(Int(span.components.seconds))) {}
  }

  static func startClock() {
    _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
  }

  static func nextTick() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { nextTick() }
  }
}

/// Functions that block a thread, which the compiler does not allow directly in async code.
enum Blocking {
  static func sleep(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

  /// Runs a closure on another thread and blocks until it returns.
  static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
      body()
      done.signal()
    }.start()
    done.wait()
  }
}

/// A module whose initializer throws.
final class BrokenModule: Module {
  static let name = "broken"

  init(_ context: ScenarioContext) throws { throw MischiefModule.DiskError() }

  static var steps: Steps {
    Then("nothing is wrong") { _ in }
  }
}

/// A module whose initializer leaves story time.
final class HastyModule: Module {
  static let name = "hasty"

  init(_ context: ScenarioContext) { Thread.detachNewThread {} }

  static var steps: Steps {
    Then("nothing is wrong") { _ in }
  }
}

/// A module whose initializer starts a task that never ends.
final class RestlessModule: Module {
  static let name = "restless"

  init(_ context: ScenarioContext) {
    Task { while true { try await Task.sleep(for: .seconds(50)) } }
  }

  static var steps: Steps {
    Then("nothing is wrong") { _ in }
  }
}

/// A module that leaves story time when it is deinitialized.
final class ClingingModule: Module {
  static let name = "clinging"

  private final class Timer {
    deinit { Thread.detachNewThread {} }
  }

  private let timer = Timer()

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Then("nothing is wrong") { _ in }
  }
}

/// A module whose initializer sends a request.
final class EagerModule: Module {
  static let name = "eager"

  let transport: FakeTransport

  init(_ context: ScenarioContext) {
    transport = context.transport
    let transport = transport
    Task {
      let url = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/")
      _ = try await transport.send(url, body: nil)
    }
  }

  static var steps: Steps {
    Steps.server
    Then("nothing is wrong") { _ in }
  }
}
