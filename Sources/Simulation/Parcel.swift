/// Holds what work gives back until the driver takes it.
///
/// It has no lock, and needs none: it is packed by the work, and opened by whoever has been told
/// that the work has ended, which orders the two.
package final class Parcel<Content: Sendable>: @unchecked Sendable {
  package private(set) var content: Content?

  package init() {}

  package func pack(_ content: Content) { self.content = content }
}
