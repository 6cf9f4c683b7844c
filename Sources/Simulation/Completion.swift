import Synchronization

/// Says how work ended, once it has.
///
/// It knows nothing of what the work gives back: types that are known only at run time cost more
/// than all the rest of taking a step.
final class Completion: Sendable {
  private let state = Mutex<Result<Void, any Error>?>(nil)

  var result: Result<Void, any Error>? { state.withLock { $0 } }

  func reach(_ result: Result<Void, any Error>) { state.withLock { $0 = result } }
}

/// Holds what work gives back until the driver takes it.
///
/// It has no lock, and needs none: it is packed by the work, and opened by whoever has been told
/// that the work has ended, which orders the two.
package final class Parcel<Content: Sendable>: @unchecked Sendable {
  package private(set) var content: Content?

  package init() {}

  package func pack(_ content: Content) { self.content = content }
}
