/// What the parts of the users scene hand to one another, a namespace for each use case.
///
/// A request goes from the view controller to the interactor, a response from there to the
/// presenter, and a view model from there back to the view controller.
public enum UsersModels {
  /// Fetching the list of users, for the first time or again.
  public enum FetchUsers {
    /// Asks for the users.
    public struct Request: Sendable, Hashable {
      /// Creates a request.
      public init() {}
    }

    /// How far a fetch has come, and whom there is to show meanwhile.
    public struct Response: Sendable {
      /// How far a fetch has come.
      public enum Progress: Sendable {
        /// The users are on their way.
        case started

        /// The users are here.
        case succeeded

        /// The users could not be had, for this reason; those from before are still good.
        case failed(any Error)
      }

      /// How far the fetch has come.
      public var progress: Progress

      /// The users of the last fetch that succeeded; none before the first.
      public var users: [User]

      /// Creates a response.
      public init(_ progress: Progress, users: [User]) {
        self.progress = progress
        self.users = users
      }
    }

    /// All that the screen shows.
    public struct ViewModel: Sendable, Hashable {
      /// A user in the list.
      public struct Row: Sendable, Hashable {
        /// What the user is called.
        public var name: String

        /// What the user signs in with, marked as such: `@ivan91`.
        public var username: String

        /// Creates a row.
        public init(name: String, username: String) {
          self.name = name
          self.username = username
        }
      }

      /// Whether the activity indicator turns.
      public var isLoading: Bool

      /// The users, in the server's order.
      public var rows: [Row]

      /// What there is to say about the list, such as that nobody is in it; mostly nothing.
      public var message: String?

      /// Creates a view model.
      public init(isLoading: Bool, rows: [Row], message: String? = nil) {
        self.isLoading = isLoading
        self.rows = rows
        self.message = message
      }
    }
  }

  /// Choosing one of the users that were fetched.
  public enum SelectUser {
    /// Asks for the user at a place in the list.
    public struct Request: Sendable, Hashable {
      /// The place in the list, from 0.
      public var index: Int

      /// Creates a request.
      public init(index: Int) {
        self.index = index
      }
    }

    /// The user who was chosen.
    public struct Response: Sendable, Hashable {
      /// The user.
      public var user: User

      /// Creates a response.
      public init(user: User) {
        self.user = user
      }
    }

    /// That a user was chosen; the next scene gets the user from the router.
    public struct ViewModel: Sendable, Hashable {
      /// Creates a view model.
      public init() {}
    }
  }
}
