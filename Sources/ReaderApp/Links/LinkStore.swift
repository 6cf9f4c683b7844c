/// A persistent store of links.
///
/// It is called through `LinkService` with one call at a time. Calls block until the storage is
/// done.
public protocol LinkStore: Sendable {
  /// Returns the links, in the order in which they were added.
  func links() throws(LinkStoreError) -> [String]

  /// Adds either all links or none.
  ///
  /// - Returns: The links that did not exist before.
  func add(_ links: [String]) throws(LinkStoreError) -> [String]

  /// Removes a link; does nothing if it does not exist.
  func remove(_ link: String) throws(LinkStoreError)
}

/// The error for links that can't be read or written.
public enum LinkStoreError: Error, Sendable, Hashable {
  /// The storage can't be opened, for the reason that it reports.
  case cannotOpen(reason: String)

  /// The storage is full.
  case full

  /// The stored data can't be read as links, for the reason that the storage reports.
  case damaged(reason: String)

  /// Another operation failed, for the reason that the storage reports.
  case failed(reason: String)
}
