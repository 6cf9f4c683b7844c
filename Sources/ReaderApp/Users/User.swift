/// Someone who has an account.
public struct User: Sendable, Hashable, Codable {
  /// The number by which the server knows them.
  public var id: Int

  /// What they are called.
  public var name: String

  /// What they sign in with, unique among all.
  public var username: String

  /// Creates a user.
  public init(id: Int, name: String, username: String) {
    self.id = id
    self.name = name
    self.username = username
  }
}
