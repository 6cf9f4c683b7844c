/// The messages between the parts of the user details scene.
public enum UserDetailsModels {
  /// The use case of showing the scene's user.
  public enum ShowUser {
    /// A request to show the user.
    public struct Request: Sendable, Hashable {
      /// Creates a request.
      public init() {}
    }

    /// A response with the user.
    public struct Response: Sendable, Hashable {
      /// The user.
      public var user: User

      /// Creates a response.
      public init(user: User) {
        self.user = user
      }
    }

    /// The content of the screen.
    public struct ViewModel: Sendable, Hashable {
      /// The user's name, which is the title of the screen.
      public var title: String

      /// The user's login name with its prefix: `@ivan91`.
      public var username: String

      /// Creates a view model.
      public init(title: String, username: String) {
        self.title = title
        self.username = username
      }
    }
  }
}
