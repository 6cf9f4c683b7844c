/// A post on the wall, from the server.
public struct Post: Sendable, Hashable, Decodable {
  /// The identifier of the post on the server.
  public var id: String

  /// The text of the post.
  public var message: String

  /// Creates a post.
  public init(id: String, message: String) {
    self.id = id
    self.message = message
  }
}
