/// A container for the result of work, which the driver reads.
///
/// It needs no lock. The work writes the content, and the driver reads it only after it was
/// notified that the work has ended. The notification orders the two.
package final class WorkResult<Content: Sendable>: @unchecked Sendable {
  // Usable from inlined code, because unspecialized generic access takes longer than a small step.
  @usableFromInline package private(set) var content: Content?

  @inlinable package init() {}

  @inlinable package func store(_ content: Content) { self.content = content }
}
