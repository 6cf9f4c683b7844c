/// What the parts of the user details scene hand to one another.
public enum UserDetailsModels {
  /// Showing the user whom the scene was given.
  public enum ShowUser {
    /// Asks for the user.
    public struct Request: Sendable, Hashable {
      /// Creates a request.
      public init() {}
    }

    /// The user.
    public struct Response: Sendable, Hashable {
      /// The user.
      public var user: User

      /// Creates a response.
      public init(user: User) {
        self.user = user
      }
    }

    /// All that the screen shows.
    public struct ViewModel: Sendable, Hashable {
      /// What the user is called, at the top of the screen.
      public var title: String

      /// What the user signs in with, marked as such: `@ivan91`.
      public var username: String

      /// Creates a view model.
      public init(title: String, username: String) {
        self.title = title
        self.username = username
      }
    }
  }
}
