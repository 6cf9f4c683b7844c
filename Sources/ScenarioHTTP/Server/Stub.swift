import ScenarioKit
import ScenarioLanguage

/// The answers to the requests that a pattern fits.
struct Stub {
  /// The answer of a stub to a request that its pattern fits.
  enum Next {
    case answer(Answer)
    /// Each answer for the request has been given as often as it may be.
    case usedUp
    /// The `when` of no answer holds.
    case noneHolds
  }

  let pattern: RequestPattern

  /// The story's data; `nil` for answers that are set in Swift.
  let data: (any AnsweringData)?

  let answers: [Answer]

  /// Whether the request decides which answer it gets, and not only the requests before it.
  let isChoice: Bool

  /// The number of requests that got an answer.
  private(set) var used = 0

  /// The number of requests for each answer; empty if there were none, or if there is one answer.
  private var uses: [Int] = []

  var line: String { pattern.line }

  init(_ pattern: RequestPattern, _ answers: [Answer], from data: (any AnsweringData)?) {
    (self.pattern, self.answers, self.data) = (pattern, answers, data)
    isChoice = answers.contains { $0.when != nil }
  }

  /// Returns the answer to the next request, and counts it.
  mutating func next(for request: ReceivedRequest) -> Next {
    var result = Next.noneHolds
    for (index, var answer) in answers.enumerated() {
      if let when = answer.when, !when.holds(for: request) { continue }
      result = .usedUp
      let uses = answers.count == 1 ? used : uses.isEmpty ? 0 : uses[index]
      if let count = answer.count, uses >= count { continue }
      used += 1
      if answers.count > 1 {
        if self.uses.isEmpty { self.uses = Array(repeating: 0, count: answers.count) }
        self.uses[index] += 1
      }
      answer.stub = pattern.url
      return .answer(answer)
    }
    return result
  }

  /// Returns the range of the story's data, and the index of the answer in it that a request got
  /// since an earlier state of the stub; `nil` if there was none, or if Swift set the answer.
  func use(since before: Stub) -> (data: SourceRange, index: Int)? {
    guard let data, used > before.used else { return nil }
    let index = uses.indices.first { uses[$0] > (before.uses.isEmpty ? 0 : before.uses[$0]) }
    return (data.range, index ?? 0)
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
    return answers.indices.compactMap { index in
      let uses = answers.count == 1 ? used : self.uses[index]
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
  /// The answers of all stubs to a request.
  enum Choice {
    /// An answer, and the segments that the placeholders of its pattern stand for.
    case answer(Answer, [String: String])
    case usedUp(Stub)
    case noneHolds(Stub)
    case nothing
  }

  /// Returns the answer of the most specific stub that fits a request and has one, and counts it.
  mutating func answer(to request: ReceivedRequest) -> Choice {
    // A URL that is the same text, without a condition, is the most specific, unless it is for any
    // query and another one for none.
    if let index = firstIndex(where: { !$0.isChoice && $0.pattern.isExactly(request) }),
      self[index].pattern.rank == 0 || !contains(where: { $0.pattern.rank == 0 })
    {
      if case .answer(let answer) = self[index].next(for: request) { return .answer(answer, [:]) }
      return .usedUp(self[index])
    }
    let target = RequestTarget(request.url)
    let fitting = indices.compactMap { index in
      self[index].pattern.values(in: request, target).map { (index, $0) }
    }
    var choice = Choice.nothing
    // The later one of two that are equally specific comes first; stories can't have both.
    for (index, values) in fitting.reversed().sorted(by: {
      self[$0.0].pattern.rank < self[$1.0].pattern.rank
    }) {
      switch self[index].next(for: request) {
      case .answer(let answer): return .answer(answer, values)
      case .usedUp: return .usedUp(self[index])
      case .noneHolds: if case .nothing = choice { choice = .noneHolds(self[index]) }
      }
    }
    return choice
  }

  /// Adds a stub, and returns the one that it replaces.
  mutating func add(_ stub: Stub) -> Stub? {
    let index = firstIndex { $0.pattern.isEquivalent(to: stub.pattern) }
    let replaced = index.map { remove(at: $0) }
    append(stub)
    return replaced
  }
}
