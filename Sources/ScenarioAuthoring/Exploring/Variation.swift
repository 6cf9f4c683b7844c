import ScenarioKit

/// A scenario with a change that its story does not mention.
struct Variation {
  /// The kind of a change.
  enum Change: Hashable {
    /// Nothing is changed, but the checks are left out.
    case none
    /// Every answer takes some time; not judged, but compared with.
    case slowed
    /// An answer takes another time.
    case time
    /// Two answers that are in flight together come in the other order.
    case order
    /// An answer fails.
    case fate(Fate)
    /// An answer lacks a part, such as a key.
    case less
    /// An act, by its line, is done twice at once.
    case twice(line: Int)
    /// An act, by its line, is done twice, one long after the other; not judged, but compared with.
    case apart(line: Int)
    /// An act comes just after another one, or just before or after something that the app does then;
    /// whether a story has both acts with the same answers.
    case moment(isWritten: Bool)
    /// The act that comes just after another one is left out; not judged, but compared with.
    case withoutAct
    /// It comes after all that the app does by itself; not judged, but compared with.
    case actsApart
    /// The last act comes later; not judged, but compared with.
    case late
    /// A request of the last act fails, and the act comes again as late.
    case again
    /// Each answer of a request that the app repeats by itself comes after a failure.
    case repeated
    /// Random acts of the story come one long after the other.
    case journey

    /// Whether it may well show what no story shows.
    var isUnlikeStories: Bool {
      switch self {
      case .less, .again, .moment, .journey: true
      default: false
      }
    }

    /// The changes of this kind, in words; `nil` for what is only compared with.
    var kind: String? {
      switch self {
      case .none, .slowed, .apart, .withoutAct, .actsApart, .late: nil
      case .moment: "acts at other moments"
      case .again: "acts again after a failure"
      case .repeated: "repeated failures"
      case .journey: "journeys"
      case .time: "times of answers"
      case .order: "orders of answers"
      case .fate: "failures of answers"
      case .less: "answers that lack a part"
      case .twice: "acts twice"
      }
    }
  }

  /// The failure of an answer in place of another answer.
  struct Fate: Hashable {
    /// The line of the answers in the script.
    let line: Int
    let answer: Int
    let failure: Failure
    /// Whether each later request fails as well.
    let isLasting: Bool
    /// Whether the other answer is one of success.
    let replacesSuccess: Bool
    /// Whether the app expects JSON, so that every failure is one for sure.
    let isOfJSON: Bool
  }

  /// The way in which an answer fails, in words, after a request.
  enum Failure: String, CaseIterable {
    case serverError = "is answered with status 500"
    case connectionLost = "loses its connection"
    case empty = "is answered with nothing"
    case cut = "is answered with a text that is cut off"
    case never = "is never answered"

    /// The data of the answer.
    var answer: ServerAnswers.Answer {
      switch self {
      case .serverError: [.init("status", "500")]
      case .connectionLost: [.init("fails", TransportFailure.connectionLost.rawValue)]
      case .empty: [.init("text", #""""#)]
      case .cut: [.init("text", #""{""#)]
      case .never: [.init("fails", TransportFailure.neverAnswers.rawValue)]
      }
    }
  }

  let change: Change
  /// The change in words, such as `GET https://shop.example/cart is never answered`.
  var words = ""
  let script: Script

  /// Whether an answer never comes.
  var isNeverAnswered: Bool {
    if case .fate(let fate) = change { fate.failure == .never } else { false }
  }
}
