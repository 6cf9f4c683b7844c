/// Keeps links from one launch of the app to the next.
///
/// It is called one call at a time, waits for the storage, and is used through `LinkService`.
public protocol LinkStore: Sendable {
  /// The links, in the order in which they were added.
  func links() throws(LinkStoreError) -> [String]

  /// Adds links, all of them or none.
  ///
  /// - Returns: Those that were not there before.
  func add(_ links: [String]) throws(LinkStoreError) -> [String]

  /// Removes a link; one that is not there is no error.
  func remove(_ link: String) throws(LinkStoreError)
}

/// Why links can't be kept or read.
public enum LinkStoreError: Error, Sendable, Hashable {
  /// The storage can't be opened, for the reason that it gave.
  case cannotOpen(reason: String)

  /// There is no room left.
  case full

  /// What is kept can't be read as links, for the reason that the storage gave.
  case damaged(reason: String)

  /// Something else failed, for the reason that the storage gave.
  case failed(reason: String)
}
