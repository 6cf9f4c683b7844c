import Simulation
import Testing

@Suite("The work of a simulation driver")
struct WorkTests {
  @Test func `each perform call is a separate task in the trace`() throws {
    try Simulation.run { simulation in
      try simulation.perform { _ = Task {} }
      try simulation.perform {}
      try simulation.perform { try await Task.sleep(for: .seconds(1)) }
      try simulation.perform { Simulation.note("done") }
      #expect(
        simulation.trace.description == """
          +0 s  task 1 ran on the main actor
          +0 s  task 2 ran on the main actor
          +0 s  task 3 ran on the main actor
          +0 s  task 4 ran on the main actor
          +0 s  task 4 ran
          +0 s  sleeps until +1 s
          +1 s  task 4 ran
          +1 s  task 4 ran on the main actor
          +1 s  task 5 ran on the main actor
          +1 s  done
          """)
    }
  }

  @Test func `a cancelled perform call does not cancel the next`() throws {
    try Simulation.run { simulation in
      try simulation.perform { withUnsafeCurrentTask { $0?.cancel() } }
      let isCancelled = try simulation.perform { Task.isCancelled }
      #expect(!isCancelled)
    }
  }

  @Test func `a finished perform call releases its closure`() throws {
    try Simulation.run { simulation in
      let isGone = Flag()
      try simulation.perform { [outcome = Telling(isGone)] in _ = outcome }
      #expect(isGone.isRaised)
    }
  }

  @Test func `perform works while earlier work is unfinished`() throws {
    try Simulation.run { simulation in
      let flag = Flag()
      #expect(throws: Stall.self) {
        try simulation.perform("slow", within: .zero) {
          try await Task.sleep(for: .seconds(5))
          flag.raise()
        }
      }
      let sum = try simulation.perform("quick") { 1 + 1 }
      #expect(sum == 2)
      #expect(!flag.isRaised)
      try simulation.advance(by: .seconds(5))
      #expect(flag.isRaised)
      let next = try simulation.perform("next") { 2 + 2 }
      #expect(next == 4)
    }
  }

  @Test func `work that ends after its perform call stalled is released`() throws {
    let isGone = Flag()
    try Simulation.run { simulation in
      #expect(throws: Stall.self) {
        try simulation.perform("slow", within: .zero) {
          let outcome = Telling(isGone)
          try await Task.sleep(for: .seconds(5))
          throw Late(held: outcome)
        }
      }
      try simulation.advance(by: .seconds(5))
    }
    #expect(isGone.isRaised)
  }

  @Test func `the rest callback can inspect state while perform waits`() throws {
    try Simulation.run { simulation in
      var seen: [Int] = []
      let count = Counted()
      simulation.onRest = { [unowned simulation] in
        seen.append((try? simulation.perform(within: .zero) { count.value }) ?? -1)
      }
      let value = try simulation.perform {
        count.value = 1
        try await Task.sleep(for: .seconds(1))
        count.value = 2
        return "done"
      }
      simulation.onRest = nil
      #expect(value == "done")
      #expect(seen == [1, 2])
    }
  }

  @Test func `a perform label applies only to the tasks that it starts`() throws {
    try Simulation.run { simulation in
      try simulation.perform("first") { Task.detached { try await Task.sleep(for: .seconds(90)) } }
      try simulation.perform("second") { Task { try await Task.sleep(for: .seconds(90)) } }
      let label = try simulation.perform("third") { Simulation.labelOfCaller }
      #expect(label == "third")
      let unfinished = try simulation.finish()
      #expect(unfinished == ["second", "first"])
    }
  }
}

private final class Held: Sendable {}

/// An error that references an object.
private struct Late: Error {
  let held: Telling
}

/// An object that raises a flag when it is deinitialized.
private final class Telling: Sendable {
  private let flag: Flag

  init(_ flag: Flag) { self.flag = flag }

  deinit { flag.raise() }
}

@MainActor private final class Counted {
  var value = 0
  nonisolated init() {}
}

@Suite("Plain data")
struct PlainDataTests {
  private struct Plain { var text: String }

  private struct Holding {
    var text: String
    var held: [Held]
  }

  private enum Either {
    case held(Held)
    case nothing
  }

  private struct Choosing { var either: Either }
  private struct Calling { var call: @Sendable () -> Void }

  @Test func `numbers, strings, optionals, arrays and tuples are plain data`() {
    let types: [Any.Type] = [String.self, Void.self, [Int?].self, (Int, [String?]).self]
    let others = types.filter { !PlainData.isMade(of: $0) }
    #expect(others.isEmpty, "\(others)")
  }

  @Test func `classes, closures, custom types and existentials are not plain data`() {
    let types: [Any.Type] = [
      Held.self, [Held].self, Plain.self, Holding.self, Either.self, Choosing.self, Calling.self,
      (any Sendable).self,
    ]
    let plain = types.filter { PlainData.isMade(of: $0) }
    #expect(plain.isEmpty, "\(plain)")
  }
}
