import ScenarioKit
import ScenarioLanguage

/// The answers to the requests that a pattern fits.
struct Stub {
  /// The answer of one or more stubs to a request.
  enum Choice {
    /// An answer, and the segments that the placeholders of its pattern stand for.
    case answer(Answer, [String: String])
    /// Each answer for the request has been given as often as it may be.
    case usedUp(Stub)
    /// The `when` of no answer holds.
    case noneHolds(Stub)
    /// No pattern fits.
    case nothing
  }

  let pattern: RequestPattern

  /// The story's data; `nil` for answers that are set in Swift.
  let data: (any AnsweringData)?

  let answers: [Answer]

  /// Whether the request decides which answer it gets, and not only the requests before it.
  let isChoice: Bool

  /// The number of requests that got each answer.
  private var uses: [Int]

  /// The number of requests that got an answer.
  var used: Int { uses.reduce(0, +) }

  var line: String { pattern.line }

  init(_ pattern: RequestPattern, _ answers: [Answer], from data: (any AnsweringData)?) {
    (self.pattern, self.answers, self.data) = (pattern, answers, data)
    isChoice = answers.contains { $0.when != nil }
    uses = Array(repeating: 0, count: answers.count)
  }

  /// Returns the answer to the next request that the pattern fits, and counts it.
  mutating func next(for request: ReceivedRequest, _ segments: [String: String]) -> Choice {
    var anyHolds = !isChoice
    for (index, var answer) in answers.enumerated() {
      if let when = answer.when, !when.holds(for: request) { continue }
      anyHolds = true
      if let count = answer.count, uses[index] >= count { continue }
      uses[index] += 1
      answer.stub = pattern.url
      answer.origin = data.map { (data: $0.range, index: index) }
      return .answer(answer, segments)
    }
    return anyHolds ? .usedUp(self) : .noneHolds(self)
  }

  /// The answers that no request got, or fewer than their number.
  ///
  /// An answer without a condition in a choice is for other requests, which need not come. After a
  /// condition that holds because a key is absent, none come if that key is misspelled.
  func unused(wasReplaced: Bool) -> [Leftover] {
    guard let data else { return [] }
    func unused(_ index: Int?) -> Leftover {
      let answer: Message = index.map { "answer \($0 + 1) of \(answers.count)" } ?? "the answer"
      return Leftover(
        "no request used \(answer) for \(line)" + (wasReplaced ? " before it was replaced" : ""),
        data: data.range, part: index.map(data.range(ofAnswer:)))
    }
    guard used > 0 else { return [unused(nil)] }
    return zip(answers.indices, uses).compactMap { index, uses in
      if uses == 0 {
        let holdsByAbsence = answers[..<index].contains {
          $0.count == nil && $0.when?.rule.mayHoldByAbsence == true
        }
        return isChoice && answers[index].when == nil && !holdsByAbsence ? nil : unused(index)
      }
      guard let count = answers[index].count, uses < count else { return nil }
      return Leftover(
        "the answer for \(line) has \"times: \(count)\", but was used \(Message.counted(uses, "time"))",
        data: data.range, part: data.range(ofAnswer: index))
    }
  }
}

extension ExpectedValue {
  /// Returns whether a request meets the condition.
  fileprivate func holds(for request: ReceivedRequest) -> Bool {
    (try? RequestValue(request, for: [self]).value).map(matches) ?? false
  }
}

extension [Stub] {
  /// Returns the answer of the most specific stub that fits a request and has one, and counts it.
  mutating func answer(to request: ReceivedRequest) -> Stub.Choice {
    // A URL that is the same text, without a condition, is the most specific, unless it is for any
    // query and another one for none.
    if let index = firstIndex(where: { !$0.isChoice && $0.pattern.isExactly(request) }),
      self[index].pattern.rank == 0 || !contains(where: { $0.pattern.rank == 0 })
    {
      return self[index].next(for: request, [:])
    }
    let target = RequestTarget(request.url)
    let fitting = indices.compactMap { index in
      self[index].pattern.values(in: request, target).map { (index, $0) }
    }
    var choice = Stub.Choice.nothing
    // The later one of two that are equally specific comes first; stories can't have both.
    for (index, values) in fitting.reversed().sorted(by: {
      self[$0.0].pattern.rank < self[$1.0].pattern.rank
    }) {
      let next = self[index].next(for: request, values)
      guard case .noneHolds = next else { return next }
      if case .nothing = choice { choice = next }
    }
    return choice
  }

  /// Adds a stub, and returns the one that it replaces.
  mutating func add(_ stub: Stub) -> Stub? {
    let replaced = firstIndex { $0.pattern.isEquivalent(to: stub.pattern) }.map { remove(at: $0) }
    append(stub)
    return replaced
  }
}
