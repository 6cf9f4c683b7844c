import ScenarioRunning

/// The processes in which scenarios run.
///
/// They are forked, or executed where this process can't fork. Which scenarios share a
/// process, which of them run again alone, and which one a termination belongs to is the same for
/// both.
package protocol ScenarioProcesses {
  /// Runs scenarios one after another in one process.
  ///
  /// - Parameters:
  ///   - indices: The scenarios.
  ///   - step: The first step after which the app may be observed.
  ///   - receive: A closure that is called with each scenario that ended, in order. The last one
  ///     may have terminated; those after it have not run.
  /// - Returns: The number of scenarios that ended.
  func together(
    _ indices: [Int], observingFrom step: Int, _ receive: (Int, ScenarioOutcome) throws -> Void
  ) throws -> Int
}

extension ScenarioProcesses {
  @discardableResult
  func together(_ indices: [Int], _ receive: (Int, ScenarioOutcome) throws -> Void) throws -> Int {
    try together(indices, observingFrom: 0, receive)
  }

  /// Runs scenarios one after another; where one ends its process, the next one begins another.
  func inTurn(_ indices: [Int], _ receive: (Int, ScenarioOutcome) throws -> Void) throws {
    var rest = indices[...]
    while !rest.isEmpty { rest = rest.dropFirst(try together(Array(rest), receive)) }
  }

  /// Runs scenarios and reports how each ended.
  ///
  /// Many scenarios share a process, and each one that does not pass runs again in a process of its
  /// own, unless it was the first one. The verdict of the second run counts. In real time, each has
  /// a process of its own.
  ///
  /// - Parameters:
  ///   - limit: The largest number of scenarios in a process.
  ///   - receive: A closure that is called with each scenario. Those of a shared process that run
  ///     again come last.
  func run(
    _ indices: Range<Int>, limit: Int = .max,
    _ receive: (Int, ScenarioOutcome, OutcomeDifference?) throws -> Void
  ) throws {
    if RealTime.isOn { return try runInRealTime(indices, receive) }
    // A process begins with `first`, and each scenario in it may depend on those since `first`.
    var (first, next, searches) = (indices.lowerBound, indices.lowerBound, 0)
    while next < indices.upperBound {
      first = next
      var again: [(index: Int, isLost: Bool)] = []
      next += try together(Array((next..<indices.upperBound).prefix(limit))) { index, end in
        switch end {
        case .ran(let isFine, _) where isFine || index == first: try receive(index, end, nil)
        case .ran: again.append((index, false))
        case .terminated(let scenario) where index == first && scenario.isCertain:
          try receive(index, end, nil)
        case .terminated(let scenario):
          again.append((index, scenario.termination.isFromOutside))
        case .lost: again.append((index, true))
        }
      }
      for (index, isLost) in again {
        let alone = try alone(index)
        // No other scenario made the first one fail, but a busy machine did.
        guard alone.isFine, !isLost, index > first else {
          try receive(index, alone, nil)
          continue
        }
        searches += 1
        // If the app shares state, all scenarios depend on it, and a few examples are enough.
        let predecessor =
          searches > 3
          ? nil : try predecessor(of: index, among: Array(first..<index)) { !$0.isFine }
        try receive(index, alone, .order(predecessor: predecessor))
      }
    }
  }

  /// Runs scenarios in real time, each in a process of its own.
  ///
  /// On a busy machine, an app may be too late. So what does not pass runs again at the end, when
  /// less runs beside it, and the first run that passes counts.
  func runInRealTime(
    _ indices: Range<Int>, _ receive: (Int, ScenarioOutcome, OutcomeDifference?) throws -> Void
  ) throws {
    var left = indices.map { (index: $0, spent: Duration.zero) }
    for attempt in 1...RealTime.attempts {
      var again: [(index: Int, spent: Duration)] = []
      for (index, spent) in left {
        let began = ContinuousClock.now
        let end = try alone(index)
        let spent = spent + (ContinuousClock.now - began)
        if case .ran(false, _) = end, attempt < RealTime.attempts, spent < RealTime.timeOfAttempts {
          again.append((index, spent))
        } else {
          try receive(index, end, attempt > 1 && end.isFine ? .time(failedRuns: attempt - 1) : nil)
        }
      }
      left = again
    }
  }

  /// Runs a scenario in a process of its own.
  ///
  /// If the process terminates in observations that the scenario does not ask for, it runs again
  /// without them.
  func alone(_ index: Int) throws -> ScenarioOutcome {
    // A process that was killed from outside proves nothing about the app. And the processes that
    // observations may end are limited.
    var (attempts, observations, firstStep) = (0, 8, 0)
    while attempts < 3 {
      var result: ScenarioOutcome?
      attempts += 1
      do {
        _ = try together([index], observingFrom: firstStep) { _, end in result = end }
      } catch is LostProcess where attempts < 3 {}
      if case .terminated(let scenario)? = result {
        if let next = scenario.nextObservedStep {
          (attempts, observations) = (attempts - 1, observations - 1)
          firstStep = observations > 0 ? next : .max
          continue
        }
        if scenario.termination.isFromOutside, attempts < 3 { continue }
      }
      if let result { return result }
    }
    throw LostProcess(reason: "it sent no result")
  }

  /// Runs scenarios and reports how each ended, and then runs those again whose values are wanted.
  ///
  /// - Parameters:
  ///   - limit: The largest number of scenarios in a process.
  ///   - eachAlone: Whether each scenario has a process of its own.
  ///   - observing: Returns the processes that take the values that the app shows after each step.
  ///   - receive: A closure that is called with each scenario, and returns whether its values are
  ///     wanted.
  ///   - shown: A closure that is called with each of those and the message about its values.
  package func run(
    _ indices: Range<Int>, limit: Int = .max, eachAlone: Bool = false,
    observing: () throws -> any ScenarioProcesses,
    _ receive: (Int, ScenarioOutcome, OutcomeDifference?) throws -> Bool,
    shown: (Int, ArraySlice<UInt8>) throws -> Void
  ) throws {
    var (shared, others): ([Int], [Int]) = ([], [])
    func take(_ index: Int, _ end: ScenarioOutcome, _ difference: OutcomeDifference?) throws {
      guard try receive(index, end, difference), case .ran(let isFine, _) = end else { return }
      // In real time, nothing puts the process back between two scenarios.
      let isShared = isFine && difference == nil && !eachAlone && !RealTime.isOn
      if isShared { shared.append(index) } else { others.append(index) }
    }
    if eachAlone {
      for index in indices { try take(index, try alone(index), nil) }
    } else {
      try run(indices, limit: limit) { try take($0, $1, $2) }
    }
    guard !shared.isEmpty || !others.isEmpty else { return }
    let processes = try observing()
    // What passed beside others is observed beside others, too.
    try processes.inTurn(shared) { index, end in
      guard case .ran(_, let bytes) = end else { return others.append(index) }
      try shown(index, bytes)
    }
    for index in others {
      if case .ran(_, let bytes) = try processes.alone(index) { try shown(index, bytes) }
    }
  }
}
