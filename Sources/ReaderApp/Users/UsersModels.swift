/// The messages between the parts of the users scene, with a namespace for each use case.
///
/// The view controller sends requests to the interactor. The interactor sends responses to the
/// presenter. The presenter sends view models to the view controller.
public enum UsersModels {
  /// The use case of fetching the list of users, for the first time or again.
  public enum FetchUsers {
    /// A request to fetch the users.
    public struct Request: Sendable, Hashable {
      /// Creates a request.
      public init() {}
    }

    /// The progress of a fetch, with the users to show.
    public struct Response: Sendable {
      /// The progress of a fetch.
      public enum Progress: Sendable {
        /// The fetch has started.
        case started

        /// The fetch has succeeded.
        case succeeded

        /// The fetch has failed, for this reason; the previous users remain valid.
        case failed(any Error)
      }

      /// The progress of the fetch.
      public var progress: Progress

      /// The users of the last successful fetch; empty before the first one.
      public var users: [User]

      /// Creates a response.
      public init(_ progress: Progress, users: [User]) {
        self.progress = progress
        self.users = users
      }
    }

    /// The content of the screen.
    public struct ViewModel: Sendable, Hashable {
      /// A user in the list.
      public struct Row: Sendable, Hashable {
        /// The display name of the user.
        public var name: String

        /// The user's login name with its prefix: `@ivan91`.
        public var username: String

        /// Creates a row.
        public init(name: String, username: String) {
          self.name = name
          self.username = username
        }
      }

      /// Whether the activity indicator is visible.
      public var isLoading: Bool

      /// The users, in the server's order.
      public var rows: [Row]

      /// A message about the list, for example that it is empty; `nil` in most cases.
      public var message: String?

      /// Creates a view model.
      public init(isLoading: Bool, rows: [Row], message: String? = nil) {
        self.isLoading = isLoading
        self.rows = rows
        self.message = message
      }
    }
  }

  /// The use case of selecting one of the fetched users.
  public enum SelectUser {
    /// A request to select the user at an index.
    public struct Request: Sendable, Hashable {
      /// The index in the list, from 0.
      public var index: Int

      /// Creates a request.
      public init(index: Int) {
        self.index = index
      }
    }

    /// A response with the selected user.
    public struct Response: Sendable, Hashable {
      /// The selected user.
      public var user: User

      /// Creates a response.
      public init(user: User) {
        self.user = user
      }
    }

    /// A notification that a user was selected; the next scene gets the user from the router.
    public struct ViewModel: Sendable, Hashable {
      /// Creates a view model.
      public init() {}
    }
  }
}
