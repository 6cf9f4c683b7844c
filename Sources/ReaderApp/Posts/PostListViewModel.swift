public import Observation

/// The list of posts on the wall.
@MainActor
@Observable
public final class PostListViewModel {
  /// The posts, in the server's order; empty until they are loaded.
  public private(set) var posts: [Post] = []

  /// Whether the list is being loaded.
  public private(set) var isLoading = false

  /// Whether the last load failed.
  public private(set) var hasFailed = false

  /// The post that was opened last; `nil` if there is none.
  public private(set) var openedPost: Post?

  /// The number of taps on posts in the list.
  public private(set) var cellTaps = 0

  @ObservationIgnored private var load: Task<Void, Never>?
  @ObservationIgnored private let service: PostsService

  /// Creates a list with a service.
  public init(service: PostsService) {
    self.service = service
  }

  deinit {
    load?.cancel()
  }

  /// Loads the list; does nothing during a load.
  public func start() {
    guard !isLoading else { return }
    isLoading = true
    load = Task { [weak self, service] in
      let result: Result<[Post], any Error>
      do {
        result = .success(try await service.loadPosts())
      } catch {
        result = .failure(error)
      }
      guard !Task.isCancelled else { return }
      self?.loadEnded(with: result)
    }
  }

  /// Opens the post in a row, counted from 0; does nothing if there is no such row.
  public func cellTapped(row: Int) {
    guard posts.indices.contains(row) else { return }
    cellTaps += 1
    openedPost = posts[row]
  }

  private func loadEnded(with result: Result<[Post], any Error>) {
    isLoading = false
    switch result {
    case .success(let posts):
      self.posts = posts
      hasFailed = false
    case .failure:
      // The posts of the last successful load remain in the list.
      hasFailed = true
    }
  }
}
