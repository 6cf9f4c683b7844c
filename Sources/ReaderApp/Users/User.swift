/// A user with an account.
public struct User: Sendable, Hashable, Codable {
  /// The identifier of the user on the server.
  public var id: Int

  /// The display name.
  public var name: String

  /// The unique login name.
  public var username: String

  /// Creates a user.
  public init(id: Int, name: String, username: String) {
    self.id = id
    self.name = name
    self.username = username
  }
}
