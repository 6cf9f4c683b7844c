/// A post on the wall, as the server sends it.
public struct Post: Sendable, Hashable, Decodable {
  /// The name by which the server knows it.
  public var id: String

  /// What its author wrote.
  public var message: String

  /// Creates a post.
  public init(id: String, message: String) {
    self.id = id
    self.message = message
  }
}
